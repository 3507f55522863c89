/** What may be wrong with the installation, in the order of the notifications. */
export const ALARMS = [
  "backup_never",
  "backup_old",
  "backup_failed",
  "backup_unverified",
  "jobs_failed",
  "mails_failing",
  "scanner_silent",
] as const;
export type Alarm = (typeof ALARMS)[number];

import type { AgendaSettings } from "./agenda-input.ts";

/** What an agenda is before its specialist sets it. The database has the same. */
export const NEW_AGENDA: Required<AgendaSettings> = {
  is_on: true,
  is_instant: false,
  on_holidays: false,
  lead_min: 120,
  horizon_days: 28,
  notice_hours: 24,
  is_public: false,
};

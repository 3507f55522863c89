import { sql } from "kysely";
import type { Logger } from "pino";
import { sweepAuditEvents } from "../auth/core/audit.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { runMaintenance } from "../platform/maintenance.server.ts";
import { repeat, type Repeated } from "../platform/repeat.server.ts";

/** What goes by itself: rows of a table, how long they are kept, in words and as the condition that their time is over. */
export type Period = { table: string; kept: string; over: string };

/** Every period but that of `auth.audit_events`, whose links go with them: 400 days. Repeated in docs/operations.md. */
export const periods: readonly Period[] = [
  { table: "auth.one_time_tokens", kept: "until they expire, after an hour", over: "expires_at < now()" },
  { table: "auth.auth_codes", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.oauth_flows", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.mfa_challenges", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.passkey_challenges", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.message_requests", kept: "a day", over: "created_at < now() - interval '1 day'" },
  { table: "auth.rate_limits", kept: "until their window ends", over: "expire < extract(epoch from now()) * 1000" },
  // With their refresh tokens.
  { table: "auth.sessions", kept: "30 days after their end", over: "least(ended_at, not_after) < now() - interval '30 days'" },
  // Whoever came from a provider and never gave what a profile needs.
  { table: "auth.users", kept: "7 days without a profile", over: "profile_due and created_at < now() - interval '7 days'" },
  // Of a message that was sent or given up only the kind and the times are left.
  { table: "outgoing_messages", kept: "90 days after their end", over: "coalesce(sent_at, failed_at) < now() - interval '90 days'" },
  { table: "done_requests", kept: "a day", over: "created_at < now() - interval '1 day'" },
  { table: "live_events", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "profile_changes", kept: "90 days after they were rejected", over: "rejected_at < now() - interval '90 days'" },
  { table: "data_exports", kept: "30 days", over: "asked_at < now() - interval '30 days'" },
];

const EVERY_MS = 60 * 60 * 1000;

/** Removes expired rows every hour, on each node; "Estado" shows when it was last done. */
export function openRetention({ db, log }: { db: Database; log: Logger }): Repeated {
  const onError = (error: unknown) => log.warn({ err: error }, "expired rows not removed");
  return repeat(EVERY_MS, () => runMaintenance(db, "retention", () => removeExpiredRows(db)), onError);
}

/** Removes everything whose time is over, each kind whatever becomes of the others. Throws the first failure at the end. */
export async function removeExpiredRows(db: Database): Promise<void> {
  const failures: unknown[] = [];
  for (const { table, over } of periods) {
    await sql.raw(`delete from ${table} where ${over}`).execute(db).catch((error: unknown) => failures.push(error));
  }
  await sweepAuditEvents(db).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

import { sql } from "kysely";
import type { Logger } from "pino";
import { lapseInvitations } from "../auth/flows/invitations.server.ts";
import { sweepAuditEvents } from "../auth/core/audit.server.ts";
import { removeOldEvidence } from "../domain/licences/evidence.server.ts";
import { lookAtQueues } from "../domain/service-levels/look-at-queues.server.ts";
import { mendCounts } from "../domain/flow/keep-counts.server.ts";
import { countQueueWeeks } from "../domain/pulse/queue-weeks.server.ts";
import { countSignUps } from "../domain/sign-ups/keep-counts.server.ts";
import { forgetMoved } from "../domain/moved-rows/forget.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { runMaintenance } from "../platform/maintenance.server.ts";
import { repeat, type Repeated } from "../platform/repeat.server.ts";

/** Retention rule: a table, how long its rows are stored, in words, and the SQL condition that they have expired. */
export type Period = { table: string; kept: string; over: string };

/** All retention rules except for `auth.audit_events`: its rows go with their chain links after 400 days. Documented in docs/operations.md. */
export const periods: readonly Period[] = [
  {
    table: "auth.one_time_tokens",
    kept: "until they expire, after an hour; invitations after seven days",
    over: "expires_at < now()",
  },
  { table: "auth.undo_links", kept: "until they expire, after seven days", over: "expires_at < now()" },
  { table: "auth.auth_codes", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.oauth_flows", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.mfa_challenges", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.passkey_challenges", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  { table: "auth.message_requests", kept: "a day", over: "created_at < now() - interval '1 day'" },
  { table: "auth.rate_limits", kept: "until their window ends", over: "expire < extract(epoch from now()) * 1000" },
  // Includes their refresh tokens.
  {
    table: "auth.sessions",
    kept: "30 days after their end",
    over: "least(ended_at, not_after) < now() - interval '30 days'",
  },
  // Accounts from a provider whose profile was never completed.
  {
    table: "auth.users",
    kept: "7 days without a profile",
    over: "profile_due and created_at < now() - interval '7 days'",
  },
  // Sent or failed messages have only their kind and times left.
  {
    table: "outgoing_messages",
    kept: "90 days after their end",
    over: "coalesce(sent_at, failed_at) < now() - interval '90 days'",
  },
  {
    table: "mail_states",
    kept: "until the account has another address or uses a link; a pause, seven days",
    over: "state = 'soft' and at < now() - interval '7 days'",
  },
  {
    table: "notifications",
    kept: "90 days, or a week longer while their delivery waits",
    over: `id < uuid_at(now() - interval '90 days') and (delivery = 'over' or id < uuid_at(now() - interval '97 days'))`,
  },
  { table: "done_requests", kept: "a day", over: "created_at < now() - interval '1 day'" },
  { table: "held_decisions", kept: "a day after its time", over: "applies_at < now() - interval '1 day'" },
  { table: "live_events", kept: "an hour", over: "created_at < now() - interval '1 hour'" },
  {
    table: "profile_changes",
    kept: "90 days after they were rejected",
    over: "rejected_at < now() - interval '90 days'",
  },
  { table: "appeals", kept: "400 days after their decision", over: "decided_at < now() - interval '400 days'" },
  { table: "review_versions", kept: "400 days", over: "written_at < now() - interval '400 days'" },
  // Answers count for 60 days.
  { table: "coverage_answers", kept: "180 days", over: "answered_at < now() - interval '180 days'" },
  {
    table: "coverage_disputes",
    kept: "400 days after their decision",
    over: "decided_at < now() - interval '400 days'",
  },
  {
    table: "vocabulary_names",
    kept: "a day after nobody writes a text that an admin decided about",
    over: `source = 'admin' and decided_at < now() - interval '1 day' and not is_word_in_use(vocabulary_names)`,
  },
  {
    table: "licences",
    kept: "30 days after they were declared, of those withdrawn without a decision",
    over: "state = 'withdrawn' and checked_at is null and decided_at is null and declared_at < now() - interval '30 days'",
  },
  { table: "directory_showings", kept: "90 days", over: "day < current_date - 90" },
  { table: "directory_departures", kept: "a day", over: "left_at < now() - interval '1 day'" },
  { table: "pushes", kept: "30 days", over: "handed_at < now() - interval '30 days'" },
  {
    table: "push_keys",
    kept: "a day after their replacement, or as long as a browser is subscribed under them",
    over: `retired_at < now() - interval '1 day'
      and not exists (select from push_subscriptions s where s.public_key = push_keys.public_key)`,
  },
  { table: "seat_queue", kept: "90 days", over: "asked_at < now() - interval '90 days'" },
  { table: "case_alerts", kept: "180 days", over: "told_at < now() - interval '180 days'" },
  { table: "invitations_made", kept: "7 days", over: "at < now() - interval '7 days'" },
  { table: "patient_alert_days", kept: "a day", over: "day < current_date - 1" },
  { table: "kine_alert_days", kept: "7 days", over: "day < current_date - 7" },
  {
    table: "zone_counts",
    kept: "90 days after a day of which no case waits any more",
    over: `day < current_date - 90 and not exists (select from zone_counts w where w.place = zone_counts.place
      and w.day = zone_counts.day group by w.day having sum(w.waiting) <> 0)`,
  },
  {
    table: "flow_counts",
    kept: "five years, by month after 400 days",
    over: "day < current_date - interval '5 years'",
  },
  { table: "flow_sums", kept: "430 days", over: "from_day < current_date - 430" },
  { table: "signup_counts", kept: "five years", over: "week < current_date - interval '5 years'" },
  { table: "signup_steps", kept: "31 days after the account", over: "signed_up_at < now() - interval '31 days'" },
  { table: "queue_weeks", kept: "430 days", over: "week < current_date - 430" },
  { table: "licence_decisions", kept: "400 days", over: "decided_at < now() - interval '400 days'" },
  // Their files are deleted with them. A message under an open report stays until the report is decided.
  {
    table: "messages",
    kept: "90 days after the end of their case, or 12 months where the specialist was accepted",
    // Selects by read marks, which only conversations with messages have: most applications have no messages.
    over: `match_id in (select m.id from read_marks r join matches m on m.id = r.match_id join cases c on c.id = m.case_id where c.status = 'closed'
        and c.closed_at < now() - case when m.status = 'accepted' then interval '12 months' else interval '90 days' end)
      and not exists (select from reports r where r.message_id = messages.id and r.decided_at is null)`,
  },
  {
    table: "read_marks",
    kept: "as long as the messages of their conversation",
    over: "not exists (select from messages g where g.match_id = read_marks.match_id)",
  },
  {
    table: "agreed_contacts",
    kept: "12 months after the end of their case",
    over: "match_id in (select m.id from matches m join cases c on c.id = m.case_id where c.closed_at < now() - interval '12 months')",
  },
  // Missed sessions count for 60 days, requests for one.
  {
    table: "left_bookings",
    kept: "60 days after their time, or a day after the request where they were neither missed nor left unmarked",
    over: `starts_at < now() - interval '60 days' or state not in ('no_show', 'confirmed') and created_at < now() - interval '1 day'`,
  },
  {
    table: "bookings",
    kept: "12 months after the end of their case; those that came to nothing, 90 days",
    over: `state in ('declined', 'lapsed', 'withdrawn') and ended_at < now() - interval '90 days'
      or match_id in (select m.id from matches m join cases c on c.id = m.case_id where c.closed_at < now() - interval '12 months')`,
  },
  // Measures stay as long as their patient wants.
  {
    table: "measure_views",
    kept: "12 months after the end of their case",
    over: "case_id in (select id from cases where closed_at < now() - interval '12 months')",
  },
  ...(["treatments", "authorisations"] as const).map((table) => ({
    table,
    kept: "12 months after the end of their case",
    over: `match_id in (select m.id from matches m join cases c on c.id = m.case_id where c.closed_at < now() - interval '12 months')`,
  })),
  {
    table: "booking_claims",
    kept: "a day after their time",
    over: `(upper(span) & ((1::int8 << 26) - 1)) < extract(epoch from now() - interval '1 day') / 60`,
  },
  { table: "agenda_exceptions", kept: "90 days after their last day", over: "until_day < current_date - 90" },
  { table: "case_openings", kept: "12 months", over: "opened_at < now() - interval '12 months'" },
  { table: "acts_at_once", kept: "2 days", over: "at < now() - interval '2 days'" },
  { table: "applications_made", kept: "180 days", over: "at < now() - interval '180 days'" },
  { table: "cases_published", kept: "2 days", over: "at < now() - interval '2 days'" },
  { table: "closed_handles", kept: "a year", over: "closed_at < now() - interval '1 year'" },
  { table: "review_authors", kept: "24 months", over: "noted_at < now() - interval '24 months'" },
  { table: "former_mailboxes", kept: "24 months", over: "left_at < now() - interval '24 months'" },
  { table: "spent_budgets", kept: "7 days; bookings as long as `left_bookings`", over: "kept_until < now()" },
  { table: "earlier_acts", kept: "a day", over: "at < now() - interval '1 day'" },
  { table: "departure_authors", kept: "24 months", over: "noted_at < now() - interval '24 months'" },
  { table: "departures", kept: "24 months", over: "left_at < now() - interval '24 months'" },
  {
    table: "reports",
    kept: "12 months after their decision, where what they are about is gone",
    over: "decided_at < now() - interval '12 months' and not exists (select from reported(reports))",
  },
  {
    table: "departure_reports",
    kept: "12 months after they were upheld, 24 months where nobody decided",
    over: "kept_until < now()",
  },
  { table: "contact_leaks", kept: "a day", over: "at < now() - interval '1 day'" },
  { table: "withdrawn_words", kept: "30 days", over: "kept_until < now()" },
  { table: "conversations_begun", kept: "a day", over: "at < now() - interval '1 day'" },
  { table: "data_exports", kept: "30 days", over: "asked_at < now() - interval '30 days'" },
];

const EVERY_MS = 60 * 60 * 1000;

/** Deletes expired rows every hour, on each node; "Estado" shows the last run. */
export function openRetention({ db, log }: { db: Database; log: Logger }): Repeated {
  const onError = (error: unknown) => log.warn({ err: error }, "expired rows not removed");
  return repeat(EVERY_MS, () => runMaintenance(db, "retention", () => removeExpiredRows(db)), onError);
}

/** Deletes all expired rows, ends the invitations that nobody accepted, and adds the jobs that a queue lacks; one failing table does not stop the others. Throws the first failure at the end. */
export async function removeExpiredRows(db: Database): Promise<void> {
  const failures: unknown[] = [];
  for (const { table, over } of periods) {
    await sql
      .raw(`delete from ${table} where ${over}`)
      .execute(db)
      .catch((error: unknown) => failures.push(error));
  }
  await lapseInvitations(db).catch((error: unknown) => failures.push(error));
  await removeOldEvidence(db).catch((error: unknown) => failures.push(error));
  for (const count of [mendCounts, countSignUps, countQueueWeeks])
    await count(db).catch((error: unknown) => failures.push(error));
  await forgetMoved(db).catch((error: unknown) => failures.push(error));
  await lookAtQueues(db).catch((error: unknown) => failures.push(error));
  await sweepAuditEvents(db).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

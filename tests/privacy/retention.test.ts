import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "../../app/platform/database/database.server.ts";
import { periods, removeExpiredRows } from "../../app/server/retention.server.ts";
import { createDatabase } from "../support/database.ts";

let db: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  const database = await createDatabase();
  ({ db } = openDatabase(database.url, { max: 2, onError: () => undefined }));
  close = async () => {
    await db.destroy();
    await database.drop();
  };
});
afterAll(() => close());

const hash = "sha256(gen_random_uuid()::text::bytea)";
const some = "gen_random_uuid()";
/** One id for each moment of a transaction. */
const idAt = (at: string) => `md5((${at})::text)::uuid`;
/** Each table's retention, the columns and values of a row of a given age (an interval ago), and a statement to run before. */
const rows: Record<
  string,
  [kept: string, columns: string, values: (at: string) => string, before?: (at: string) => string]
> = {
  "auth.one_time_tokens": [
    "0",
    "user_id, kind, token_hash, email, expires_at",
    (at) => `${some}, 'recovery', ${hash}, 'a@b.c', ${at}`,
  ],
  "auth.undo_links": [
    "0",
    "user_id, kind, token_hash, email, expires_at",
    (at) => `${some}, 'address', ${hash}, 'a@b.c', ${at}`,
  ],
  "auth.auth_codes": [
    "1 hour",
    "user_id, code_hash, code_challenge, code_challenge_method, sign_in_method, created_at",
    (at) => `${some}, ${hash}, repeat('a', 43), 's256', 'oauth', ${at}`,
  ],
  "auth.oauth_flows": [
    "1 hour",
    "state_hash, provider, sealed, code_challenge, code_challenge_method, redirect_to, created_at",
    (at) => `${hash}, 'x', '', repeat('a', 43), 's256', '/', ${at}`,
  ],
  "auth.mfa_challenges": ["1 hour", "factor_id, session_id, created_at", (at) => `${some}, ${some}, ${at}`],
  "auth.passkey_challenges": ["1 hour", "challenge, created_at", (at) => `'x', ${at}`],
  "auth.message_requests": ["1 day", "sealed, created_at", (at) => `'', ${at}`],
  "auth.rate_limits": ["0", "key, expire", (at) => `${some}::text, extract(epoch from ${at}) * 1000`],
  "auth.sessions": [
    "30 days",
    "user_id, ended_at, end_reason, not_after",
    (at) => `${some}, ${at}, 'signed_out', now() + interval '1 day'`,
  ],
  "auth.users": ["7 days", "email, profile_due, created_at", (at) => `${some} || '@b.c', true, ${at}`],
  mail_states: ["7 days", "user_id, state, code, at", (at) => `${some}, 'soft', 'x', ${at}`],
  outgoing_messages: ["90 days", "user_id, kind, sent_at", (at) => `${some}, 'x', ${at}`],
  notifications: ["90 days", "id, user_id, kind, delivery", (at) => `uuid_at(${at}), ${some}, 'news', 'over'`],
  done_requests: ["1 day", "person_id, key, fingerprint, created_at", (at) => `${some}, ${some}, ${hash}, ${at}`],
  held_decisions: [
    "1 day",
    "application_id, decided_by, decision, applies_at",
    (at) => `${some}, ${some}, '{}', ${at}`,
  ],
  live_events: ["1 hour", "audience, type, created_at", (at) => `substr(${hash}, 1, 16), 'case', ${at}`],
  profile_changes: ["90 days", "kine_id, name, rejected_at", (at) => `${some}, 'Ana', ${at}`],
  coverage_answers: [
    "180 days",
    "case_id, kine_id, patient_id, coverage_id, answer, answered_at",
    (at) => `${some}, ${some}, ${some}, 1, 'no', ${at}`,
  ],
  appeals: [
    "400 days",
    "review_id, by_id, about, text, decided_at, outcome, decision",
    (at) => `${some}, ${some}, 'reply', 'x', ${at}, 'kept', 'x'`,
  ],
  review_versions: ["400 days", "review_id, n, stars, written_at", (at) => `${some}, 1, 5, ${at}`],
  coverage_disputes: ["400 days", "kine_id, coverage_id, decided_at, decision", (at) => `${some}, 1, ${at}, 'kept'`],
  vocabulary_names: ["1 day", "kind, key, source, decided_at", (at) => `'place', ${some}::text, 'admin', ${at}`],
  licences: [
    "30 days",
    "kine_id, kind, jurisdiction, number, state, declared_at",
    (at) => `${some}, 'MN', '02', '1', 'withdrawn', ${at}`,
  ],
  pushes: ["30 days", "session_id, notification_id, count, handed_at", (at) => `${some}, ${some}, 1, ${at}`],
  push_keys: [
    "1 day",
    "public_key, private_key_encrypted, retired_at",
    (at) => `repeat('a', 51) || translate(${some}::text, '-', '_'), '', ${at}`,
  ],
  seat_queue: ["90 days", "case_id, kine_id, asked_at", (at) => `${some}, ${some}, ${at}`],
  case_alerts: ["180 days", "case_id, kine_id, is_at_once, told_at", (at) => `${some}, ${some}, true, ${at}`],
  // The table counts whole days.
  kine_alert_days: [
    "0",
    "kine_id, day, at_once",
    (at) => `${some}, current_date - case when ${at} < now() then 8 else 7 end, 1`,
  ],
  patient_alert_days: [
    "0",
    "kine_id, patient_id, day, at_once",
    (at) => `${some}, ${some}, current_date - case when ${at} < now() then 2 else 1 end, 1`,
  ],
  zone_counts: ["0", "place, day", (at) => `${some}::text, current_date - case when ${at} < now() then 91 else 90 end`],
  flow_counts: [
    "0",
    "day, place, modality, zone, step, after, n",
    (at) =>
      `date_trunc('month', current_date)::date - case when ${at} < now() then interval '61 months' else interval '59 months' end, '', '', '', 'published', 0, 1`,
  ],
  flow_sums: [
    "0",
    "span, from_day, place, modality, zone, n",
    (at) => `28, current_date - case when ${at} < now() then 431 else 430 end, '', '', '', array_fill(0, array[32])`,
  ],
  signup_counts: [
    "0",
    "week, role",
    (at) =>
      `week_of(now() - case when ${at} < now() then interval '5 years 8 days' else interval '5 years -8 days' end), 'patient'`,
  ],
  signup_steps: ["31 days", "user_id, role, signed_up_at", (at) => `${some}, 'patient', ${at}`],
  queue_weeks: [
    "0",
    "queue, week, opened, decided",
    (at) => `'requests', week_of(now()) - case when ${at} < now() then 62 * 7 else 60 * 7 end, 1, 1`,
  ],
  licence_decisions: ["400 days", "asked_at, decided_at", (at) => `${at} - interval '1 day', ${at}`],
  directory_showings: [
    "0",
    "kine_id, day, count",
    (at) => `${some}, current_date - case when ${at} < now() then 91 else 90 end, 1`,
  ],
  directory_departures: ["1 day", "number, left_at", (at) => `extract(epoch from ${at})::int, ${at}`],
  messages: [
    "90 days",
    "match_id, author_id, body",
    (at) => `${idAt(at)}, ${some}, 'Hola'`,
    (
      at,
    ) => `insert into cases (id, title, description, status, closed_at) values (${idAt(at)}, 'Rodilla', 'Duele', 'closed', ${at});
      insert into matches (id, case_id, kine_id) values (${idAt(at)}, ${idAt(at)}, ${some});
      insert into read_marks (match_id, user_id) values (${idAt(at)}, ${some})`,
  ],
  // Read marks stay as long as there are messages; those of the row above have a case.
  read_marks: [
    "0",
    "match_id, user_id",
    (at) => `${idAt(at)}, ${some}`,
    (at) => `delete from read_marks where match_id in (select id from cases);
      insert into messages (match_id, author_id, body) select ${idAt(at)}, ${some}, 'Hola' where ${at} > now()`,
  ],
  agreed_contacts: [
    "12 months",
    "match_id, patient_name",
    (at) => `md5('agreed' || (${at})::text)::uuid, 'Ana'`,
    (at) => `insert into cases (id, title, description, status, closed_at)
        values (md5('agreed' || (${at})::text)::uuid, 'Rodilla', 'Duele', 'closed', ${at});
      insert into matches (id, case_id, kine_id)
        values (md5('agreed' || (${at})::text)::uuid, md5('agreed' || (${at})::text)::uuid, ${some})`,
  ],
  left_bookings: [
    "60 days",
    "booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at",
    (at) => `${some}, ${some}, ${some}, 'patient', 'no_show', ${at}, ${at}`,
  ],
  reports: [
    "12 months",
    "case_id, reason, said, created_at, decided_at, decision",
    (at) => `${some}, 'spam', 'x', ${at}, ${at}, 'x'`,
  ],
  invitations_made: ["7 days", "patient_id, kine_id, at", (at) => `${some}, ${some}, ${at}`],
  bookings: [
    "90 days",
    "match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by, ended_at",
    (at) =>
      `${some}, ${some}, ${some}, ${at}, 60, now(), 'America/Argentina/Buenos_Aires', 'declined', 'patient', ${at}`,
  ],
  treatments: [
    "12 months",
    "match_id",
    (at) => `md5('treatment' || (${at})::text)::uuid`,
    (at) => `insert into cases (id, title, description, status, closed_at)
        values (md5('treatment' || (${at})::text)::uuid, 'Rodilla', 'Duele', 'closed', ${at});
      insert into matches (id, case_id, kine_id)
        values (md5('treatment' || (${at})::text)::uuid, md5('treatment' || (${at})::text)::uuid, ${some})`,
  ],
  authorisations: [
    "12 months",
    "match_id, coverage_id, sessions, valid_from, valid_until, stated_by",
    (at) => `md5('authorised' || (${at})::text)::uuid, 1, 1, '2026-01-01', '2026-01-01', 'kine'`,
    (at) => `insert into cases (id, title, description, status, closed_at)
        values (md5('authorised' || (${at})::text)::uuid, 'Rodilla', 'Duele', 'closed', ${at});
      insert into matches (id, case_id, kine_id)
        values (md5('authorised' || (${at})::text)::uuid, md5('authorised' || (${at})::text)::uuid, ${some})`,
  ],
  measure_views: [
    "12 months",
    "case_id, viewer_id, day",
    (at) => `md5('measured' || (${at})::text)::uuid, ${some}, current_date`,
    (at) => `insert into cases (id, title, description, status, closed_at)
        values (md5('measured' || (${at})::text)::uuid, 'Rodilla', 'Duele', 'closed', ${at})`,
  ],
  booking_claims: [
    "1 day",
    "booking_id, place_id, span",
    (at) => `${some}, ${some}, booking_span((random() * 1e6)::int, 0, ${at} - interval '5 minutes', ${at})`,
  ],
  agenda_exceptions: [
    "0",
    "kine_id, from_day, until_day",
    (at) => `${some}, current_date - 100, current_date - case when ${at} < now() then 91 else 90 end`,
  ],
  case_openings: ["12 months", "case_id, kine_id, opened_at", (at) => `${some}, ${some}, ${at}`],
  cases_published: ["2 days", "patient_id, at", (at) => `${some}, ${at}`],
  applications_made: ["180 days", "kine_id, case_id, weight, at", (at) => `${some}, ${some}, 1, ${at}`],
  closed_handles: ["1 year", "handle_hash, look_hash, closed_at", (at) => `${hash}, ${hash}, ${at}`],
  former_mailboxes: ["24 months", "user_id, mailbox, proven_at, left_at", (at) => `${some}, 'a@b.c', ${at}, ${at}`],
  spent_budgets: ["0 days", "hash, spent, kept_until", (at) => `${hash}, '{}', ${at}`],
  earlier_acts: ["1 day", "user_id, kind, id, at", (at) => `${some}, 'case', uuid_v7(), ${at}`],
  review_authors: ["24 months", "review_id, hash, noted_at", (at) => `${some}, sha256('a'), ${at}`],
  departure_authors: [
    "24 months",
    "departure_id, hash, stars, is_ranked, noted_at",
    (at) => `${some}, ${hash}, 5, true, ${at}`,
  ],
  departures: ["24 months", "left_at, review_count, review_stars, is_suspended", (at) => `${at}, 0, 0, true`],
  departure_reports: ["0 days", "departure_id, sealed, kept_until", (at) => `${some}, '', ${at}`],
  acts_at_once: ["2 days", "kind, at", (at) => `'licence_doubted', ${at}`],
  contact_leaks: ["1 day", "user_id, said, at", (at) => `${some}, '11 5555-8190', ${at}`],
  withdrawn_words: [
    "0 days",
    "id, is_application, is_of_kine, author_id, recipient_id, case_id, body, said_at, kept_until",
    (at) => `${some}, false, true, ${some}, ${some}, ${some}, 'Hola', ${at}, ${at}`,
  ],
  conversations_begun: ["1 day", "kine_id, at", (at) => `${some}, ${at}`],
  data_exports: ["30 days", "user_id, asked_at", (at) => `${some}, ${at}`],
};
/** Without foreign keys: a row needs no related rows here. */
const plant = (table: string, columns: string, values: string, before = "") =>
  sql
    .raw(
      `begin; set local session_replication_role = replica; ${before}; insert into ${table} (${columns}) values (${values}); commit`,
    )
    .execute(db);
const empty = (table: string) =>
  sql.raw(`begin; set local session_replication_role = replica; delete from ${table}; commit`).execute(db);
const countOf = async (table: string) =>
  Number((await sql.raw<{ count: string }>(`select count(*) from ${table}`).execute(db)).rows[0]?.count);

test.each(periods.map(({ table }) => table))(
  "%s loses what is older than its period, and nothing younger",
  async (table) => {
    const [kept, columns, values, before] = rows[table]!;
    await empty(table);
    for (const edge of ["- interval '1 minute'", "+ interval '1 minute'"]) {
      const at = `(now() - interval '${kept}' ${edge})`;
      await plant(table, columns, values(at), before?.(at));
    }
    expect(await countOf(table)).toBe(2);
    await removeExpiredRows(db);
    expect(await countOf(table)).toBe(1);
    const left = await sql
      .raw<{ is_over: boolean }>(
        `select coalesce(${periods.find((one) => one.table === table)?.over}, false) as is_over from ${table}`,
      )
      .execute(db);
    expect(left.rows).toEqual([{ is_over: false }]);
    await empty(table);
  },
);

test("a notification whose delivery waits is kept for a week longer", async () => {
  for (const days of [91, 96, 98])
    await plant("notifications", "id, user_id, kind", `uuid_at(now() - interval '${days} days'), ${some}, 'news'`);
  await removeExpiredRows(db);
  expect(await countOf("notifications")).toBe(2);
});

test("what cannot be removed keeps nothing else, and is told", async () => {
  await plant("done_requests", rows["done_requests"]![1], rows["done_requests"]![2]("now() - interval '2 days'"));
  await sql`alter table auth.one_time_tokens rename to out_of_reach`.execute(db);
  await expect(removeExpiredRows(db)).rejects.toThrow("one_time_tokens");
  expect(await countOf("done_requests")).toBe(0);
  await sql`alter table auth.out_of_reach rename to one_time_tokens`.execute(db);
});

test("every period stands in docs/operations.md", () => {
  const text = readFileSync("docs/operations.md", "utf8");
  for (const { table, kept } of periods) expect(text).toContain(`| \`${table}\` | ${kept} |`);
});

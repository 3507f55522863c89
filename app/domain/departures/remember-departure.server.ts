import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { deriveKey, encrypt, type Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { ReportReason } from "../reports/report.ts";
import { departureKeys, departureSecret, type Identified, mailboxesOf } from "./departure-keys.server.ts";

/** A report as it outlives the account that it is about; times in ISO 8601. */
export type KeptReport = {
  reason: ReportReason;
  details: string | null;
  text: string | null;
  created_at: string;
  decided_at: string | null;
  decision: string | null;
};

/** The rejection of an admission as it outlives its account; the time in ISO 8601. */
export type KeptRejection = { reason: string | null; decided_at: string };

/** The key that encrypts the reports and the rejection. */
export const reportsKey = (secret: Secret) => deriveKey(secret, "reports of departures");

/**
 * Notes what outlives an account that is about to be deleted: the sum of its stars and by whose mailboxes they were, its suspension, when an admin objected to
 * a licence of it, and, encrypted, the rejection of its admission and the open or upheld reports about what it wrote. Nothing is noted of an account without any of these, nor of
 * one that leaves nothing by which its person is known. `at` is when the account was deleted.
 */
export async function rememberDeparture(tx: Tx, secret: Secret, id: string, at: Date | null): Promise<void> {
  const person = await leaving(tx, id);
  if (!person) return;
  const reports = await reportsAbout(tx, id);
  const { review_count, review_stars, ranked_count, ranked_stars, is_suspended, rejection } = person;
  const isObjectedTo = person.licences.some(({ found_false_at }) => found_false_at);
  if (review_count === 0 && !is_suspended && !rejection && !isObjectedTo && reports.length === 0) return;
  const keys = departureKeys(await departureSecret(tx, secret), person);
  if (keys.length === 0) return;
  const left = at === null ? sql<Date>`now()` : sql<Date>`${at.toISOString()}::timestamptz`;
  const departure = { id: randomUUID() };
  await tx
    .insertInto("departures")
    .values({
      ...departure,
      left_at: left,
      review_count,
      review_stars,
      ranked_count,
      ranked_stars,
      is_suspended,
      sealed: rejection && encrypt(reportsKey(secret), JSON.stringify(rejection), departure.id),
    })
    .execute();
  await tx
    .insertInto("departure_keys")
    .values(keys.map((key) => ({ departure_id: departure.id, ...key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await takeEarlierAlong(tx, departure.id, id);
  await noteAuthors(tx, departure.id, id);
  for (const report of reports)
    await tx
      .insertInto("departure_reports")
      .values({
        departure_id: departure.id,
        sealed: encrypt(reportsKey(secret), JSON.stringify(report), departure.id),
        kept_until: report.decided_at
          ? sql<Date>`${report.decided_at}::timestamptz + interval '12 months'`
          : sql<Date>`${left} + interval '24 months'`,
      })
      .execute();
}

/** The stars that passed to an account are among those that it leaves, by all that the earlier one was known by as well. */
async function takeEarlierAlong(tx: Tx, departure: string, id: string): Promise<void> {
  const earlier = sql`select departure_id from star_answers where kine_id = ${id} and is_same`;
  await sql`insert into departure_keys (departure_id, what, hash, kind, jurisdiction, found_false_at)
    select distinct on (what, hash, kind, jurisdiction) ${departure}::uuid, what, hash, kind, jurisdiction, found_false_at from departure_keys
    where departure_id in (${earlier}) on conflict do nothing`.execute(tx);
  await sql`update departures set review_count = 0, review_stars = 0, ranked_count = 0, ranked_stars = 0 where id in (${earlier})`.execute(
    tx,
  );
}

/** Notes by whose mailboxes the stars of an account are, those of reviews from proven addresses and those that it inherited. */
const noteAuthors = (tx: Tx, departure: string, id: string) =>
  sql`insert into departure_authors (departure_id, hash, stars, is_ranked, noted_at)
    select ${departure}::uuid, a.hash, r.stars, is_ranked(r), a.noted_at from reviews r join review_authors a on a.review_id = r.id
      where r.kine_id = ${id} and r.is_confirmed and r.hidden_at is null and not r.is_replaced
    union all select ${departure}::uuid, hash, stars, is_ranked, noted_at from departure_authors where kine_id = ${id} and not is_replaced
    on conflict do nothing`.execute(tx);

type Leaving = Identified & {
  review_count: number;
  review_stars: number;
  ranked_count: number;
  ranked_stars: number;
  is_suspended: boolean;
  rejection: KeptRejection | null;
};

/** Anybody signs up with somebody else's data: of who proved no address, only a licence that an admin admitted, checked or objected to is known again. */
async function leaving(tx: Tx, id: string): Promise<Leaving | undefined> {
  const isProven = sql<boolean>`is_confirmed(${id}::uuid)`;
  const { rows } = await sql<Leaving>`
    select ${mailboxesOf(sql`p.id`, isProven)} as mailboxes, case when ${isProven} then p.phone end as phone,
      coalesce(g.count, 0) as review_count, coalesce(g.stars, 0) as review_stars,
      coalesce(r.count, 0) + coalesce(i.count, 0) as ranked_count, coalesce(r.stars, 0) + coalesce(i.stars, 0) as ranked_stars,
      p.suspended_at is not null as is_suspended, ${licencesOf(sql`p.id`, isProven)} as licences,
      (select case a.status when 'rejected' then json_build_object('reason', a.rejection_reason, 'decided_at', a.approved_at) end
        from kine_applications a where a.profile_id = p.id and a.status <> 'pending' order by a.approved_at desc limit 1) as rejection
    from profiles p left join kine_ratings g on g.kine_id = p.id left join inherited_stars i on i.kine_id = p.id
      cross join lateral (select count(*)::int as count, sum(v.stars)::int as stars from reviews v where v.kine_id = p.id and is_ranked(v)) r
    where p.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * Every licence that an account ever declared, as JSON, with those of a rejected request for admission and of a change that waits; without `stated`, those that an admin
 * admitted it with, checked or objected to: anybody declares any number. A finding is about the value, however often it was declared.
 */
export const licencesOf = (id: RawBuilder<unknown>, stated: RawBuilder<boolean>) => sql<Identified["licences"]>`(
  select coalesce(jsonb_agg(l), '[]') from (select number_key, kind, jurisdiction,
      case when (max(checked_at) > max(found_false_at)) is not true then max(found_false_at) end as found_false_at from (
    select key as number_key, value_kind as kind, jurisdiction, checked_at, found_false_at
      from licences, unnest(licence_keys(number)) key where kine_id = ${id} and (${stated} or checked_at is not null or found_false_at is not null
        or is_first and exists (select from kine_applications a where a.profile_id = ${id} and a.status = 'approved'))
    union all select key, value.kind, value.jurisdiction, null, null
      from kine_applications a, licence_value(a.license_number) value, unnest(licence_keys(a.license_number)) key where a.profile_id = ${id} and a.license_number is not null and ${stated}
    union all select key, value.kind, value.jurisdiction, null, null
      from profile_changes c, licence_value(c.license_number) value, unnest(licence_keys(c.license_number)) key where c.kine_id = ${id} and ${stated}) d
    group by number_key, kind, jurisdiction) l)`;

/** The open and the upheld reports about a person and what they wrote. */
async function reportsAbout(tx: Tx, id: string): Promise<KeptReport[]> {
  const { rows } = await sql<KeptReport>`
    select reason, details, created_at::text, decided_at::text, decision, said as text from reports
    where (profile_id = ${id} or said_by = ${id})
      and (decided_at is null or (is_upheld and decided_at > now() - interval '12 months'))
    order by id`.execute(tx);
  return rows;
}

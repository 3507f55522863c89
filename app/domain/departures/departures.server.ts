import { sql } from "kysely";
import { z } from "zod";
import { decrypt, type Secret } from "../../platform/crypto.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { REPORT_REASONS } from "../reports/report.ts";
import { departureKeys, type Identified, mailboxesOf, openDepartureSecret } from "./departure-keys.server.ts";
import { type KeptRejection, type KeptReport, licencesOf, reportsKey } from "./remember-departure.server.ts";

/** `number`: the same number of a licence of another kind or province. */
const KEYS = ["licence", "number", "email", "phone"] as const;

/** What admins see of an account that was deleted and may have been the same person's. */
export const Departure = z.strictObject({
  id: z.uuid(),
  left_at: z.date(),
  /** What both accounts have in common. */
  same: z.array(z.enum(KEYS)),
  /** Whether a licence, and a proven address, of it are known. */
  has_licence: z.boolean(),
  has_address: z.boolean(),
  review_count: z.int(),
  average_stars: z.number().nullable(),
  /** What an admin answered to whether it is the same person's; null where nobody did. */
  is_same: z.boolean().nullable(),
  /** Its stars passed to another account. */
  is_of_another: z.boolean(),
  is_suspended: z.boolean(),
  /** When an admin last objected to a licence of it. */
  found_false_at: z.date().nullable(),
  /** The last decision about its admission, where that was a rejection. */
  rejection: z.strictObject({ reason: z.string().nullable(), decided_at: z.date() }).nullable(),
  reports: z.array(
    z.strictObject({
      reason: z.enum(REPORT_REASONS),
      details: z.string().nullable(),
      text: z.string().nullable(),
      created_at: z.date(),
      decided_at: z.date().nullable(),
      decision: z.string().nullable(),
    }),
  ),
});
export type Departure = z.output<typeof Departure>;

/**
 * The deleted accounts that may have been of each of these people, by their ids, the latest first: those with a number, a mailbox or a phone of theirs, and those
 * about which an admin answered.
 */
export async function departuresOf(
  db: Database | Tx,
  secret: Secret,
  ids: string[],
): Promise<Map<string, Departure[]>> {
  const found = new Map<string, Departure[]>();
  if (ids.length === 0) return found;
  const array = `{${ids.join()}}`;
  const people = await identified.all(db, { ids: array });
  const asked = people.flatMap(({ sealed, ...person }) =>
    departureKeys(openDepartureSecret(secret, sealed), person).map((key) => ({
      ...key,
      person_id: person.id,
      hash: key.hash.toString("hex"),
    })),
  );
  for (const { person_id, ...row } of await matching.all(db, { keys: JSON.stringify(asked), ids: array }))
    found.set(person_id, [...(found.get(person_id) ?? []), shown(secret, row)]);
  return found;
}

const identified = prepared(
  "departures people",
  (_, { ids }: { /** A PostgreSQL array. */ ids: string }) =>
    sql<Identified & { id: string; sealed: Buffer }>`
      select p.id, ${mailboxesOf(sql`p.id`, sql`true`)} as mailboxes, p.phone, ${licencesOf(sql`p.id`, sql`true`)} as licences, k.sealed
      from profiles p cross join departure_secrets k where p.id = any(${ids}::uuid[])`,
);

type Found = Omit<Departure, "average_stars" | "rejection" | "reports"> & {
  review_stars: number;
  /** Encrypted, as hexadecimal digits, as are the reports. */
  rejection: string | null;
  reports: string[];
};
const matching = prepared(
  "departures matching",
  (_, { keys, ids }: { keys: string; ids: string }) =>
    sql<Found & { person_id: string }>`
      select coalesce(f.person_id, s.kine_id) as person_id, coalesce(d.id, s.id) as id, coalesce(d.left_at, s.at) as left_at,
        coalesce(f.same, '{}') as same,
        exists (select from departure_keys where departure_id = d.id and what = 'licence') as has_licence,
        exists (select from departure_keys where departure_id = d.id and what = 'email') as has_address,
        coalesce(d.review_count, s.shown_count) as review_count, coalesce(d.review_stars, s.shown_stars) as review_stars, s.is_same,
        exists (select from star_answers o where o.departure_id = d.id and o.is_same and o.id is distinct from s.id) as is_of_another,
        coalesce(d.is_suspended, false) as is_suspended,
        (select max(found_false_at) from departure_keys where departure_id = d.id) as found_false_at, encode(d.sealed, 'hex') as rejection,
        array(select encode(r.sealed, 'hex') from departure_reports r where r.departure_id = d.id and r.kept_until > now() order by r.id) as reports
      from (
        select a.person_id, k.departure_id, array_agg(distinct case
            when may_be_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction) then k.what else 'number' end) as same
        from jsonb_to_recordset(${keys}::jsonb) as a (person_id uuid, what text, hash text, kind text, jurisdiction text)
        join departure_keys k on k.what = a.what and k.hash = decode(a.hash, 'hex')
        group by a.person_id, k.departure_id) f
      full join (select * from star_answers where kine_id = any(${ids}::uuid[])) s on s.kine_id = f.person_id and s.departure_id = f.departure_id
      left join departures d on d.id = coalesce(f.departure_id, s.departure_id)
      where d.left_at > now() - interval '24 months' or s.is_same or s.shown_count > 0 order by left_at desc`,
);

function shown(secret: Secret, { review_stars, rejection, reports, ...departure }: Found): Departure {
  const opened = (sealed: string): unknown =>
    JSON.parse(decrypt(reportsKey(secret), Buffer.from(sealed, "hex"), departure.id));
  const rejected = rejection === null ? null : (opened(rejection) as KeptRejection);
  return {
    ...departure,
    same: departure.same.filter((key) => key !== "number" || !departure.same.includes("licence")),
    rejection: rejected && { ...rejected, decided_at: new Date(rejected.decided_at) },
    average_stars: departure.review_count === 0 ? null : review_stars / departure.review_count,
    reports: reports.map((sealed) => {
      const kept = opened(sealed) as KeptReport;
      return {
        ...kept,
        created_at: new Date(kept.created_at),
        decided_at: kept.decided_at === null ? null : new Date(kept.decided_at),
      };
    }),
  };
}

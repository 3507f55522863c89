import { sql } from "kysely";
import { z } from "zod";
import { decrypt, type Secret } from "../../platform/crypto.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { REPORT_REASONS } from "../reports/report.ts";
import { departureKeys, type Identified, mailboxesOf, openDepartureSecret } from "./departure-keys.server.ts";
import { type KeptRejection, type KeptReport, licencesOf, reportsKey } from "./remember-departure.server.ts";

const KEYS = ["licence", "email", "phone"] as const;

/** What admins see of an account that was deleted and may have been the same person's. */
export const Departure = z.strictObject({
  left_at: z.date(),
  /** What both accounts have in common. */
  same: z.array(z.enum(KEYS)),
  /** It was the same person's: the address that it proved, or, where it proved one, the licence that an admin checked, with kind and province. */
  is_theirs: z.boolean(),
  review_count: z.int(),
  average_stars: z.number().nullable(),
  is_suspended: z.boolean(),
  /** When an admin last objected to a licence of theirs, or to the one that both have. */
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

/** The deleted accounts that may have been of each of these people, by their ids, the latest first. */
export async function departuresOf(db: Database, secret: Secret, ids: string[]): Promise<Map<string, Departure[]>> {
  const found = new Map<string, Departure[]>();
  if (ids.length === 0) return found;
  const people = await identified.all(db, { ids: `{${ids.join()}}` });
  const asked = people.flatMap(({ sealed, ...person }) =>
    departureKeys(openDepartureSecret(secret, sealed), person).map((key) => ({
      ...key,
      person_id: person.id,
      hash: key.hash.toString("hex"),
    })),
  );
  if (asked.length === 0) return found;
  for (const { person_id, ...row } of await matching.all(db, { keys: JSON.stringify(asked) }))
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

type Found = {
  id: string;
  left_at: Date;
  review_count: number;
  review_stars: number;
  is_suspended: boolean;
  same: Departure["same"];
  is_theirs: boolean;
  found_false_at: Date | null;
  /** Encrypted, as hexadecimal digits, as are the reports. */
  rejection: string | null;
  reports: string[];
};
const matching = prepared(
  "departures matching",
  (_, { keys }: { keys: string }) =>
    sql<Found & { person_id: string }>`
      select f.person_id, d.id, d.left_at, d.review_count, d.review_stars, d.is_suspended, f.same, f.is_theirs,
        case when f.is_theirs then (select max(found_false_at) from departure_keys where departure_id = d.id) else f.found_false_at end as found_false_at,
        encode(d.sealed, 'hex') as rejection,
        array(select encode(r.sealed, 'hex') from departure_reports r where r.departure_id = d.id and r.kept_until > now() order by r.id) as reports
      from (
        select a.person_id, k.departure_id, array_agg(distinct k.what) as same, max(k.found_false_at) as found_false_at,
          bool_or(k.what = 'email' or k.what = 'licence' and k.passes_stars and a.is_value and is_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction)
            and exists (select from departure_keys m where m.departure_id = k.departure_id and m.what = 'email')) as is_theirs
        from jsonb_to_recordset(${keys}::jsonb) as a (person_id uuid, what text, hash text, kind text, jurisdiction text, is_value boolean)
        join departure_keys k on k.what = a.what and k.hash = decode(a.hash, 'hex')
          and may_be_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction)
        group by a.person_id, k.departure_id) f
      join departures d on d.id = f.departure_id
      where d.left_at > now() - interval '24 months' order by d.left_at desc`,
);

function shown(secret: Secret, { id, review_stars, rejection, reports, ...departure }: Found): Departure {
  const opened = (sealed: string): unknown => JSON.parse(decrypt(reportsKey(secret), Buffer.from(sealed, "hex"), id));
  const rejected = rejection === null ? null : (opened(rejection) as KeptRejection);
  return {
    ...departure,
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

/**
 * Gives a specialist whose licence was just checked, or whose address was confirmed, the stars of the deleted accounts with the same licence that
 * proved an address: of the same mailbox where an admin once checked it, of others where none objected to it since.
 */
export async function inheritStars(tx: Tx, secret: Secret, kineId: string): Promise<void> {
  const keys = (await checked.all(tx, { kineId })).flatMap(({ sealed, mailboxes, ...licence }) =>
    departureKeys(openDepartureSecret(secret, sealed), { licences: [licence], mailboxes }),
  );
  if (keys.length === 0) return;
  await inherit.run(tx, {
    kineId,
    keys: JSON.stringify(keys.map((key) => ({ ...key, hash: key.hash.toString("hex") }))),
  });
}

const checked = prepared("departures checked licences", (db, { kineId }: { kineId: string }) =>
  db
    .selectFrom(["licences", "departure_secrets"])
    .select((row) => [
      row.ref("value_number").$notNull().as("number_key"),
      "value_kind as kind",
      "jurisdiction",
      "sealed",
      mailboxesOf(sql`licences.kine_id`, sql`is_confirmed(licences.kine_id)`).as("mailboxes"),
    ])
    .where("kine_id", "=", kineId)
    .where("state", "=", "verified"),
);
const inherit = prepared(
  "departures inherited",
  (_, { kineId, keys }: { kineId: string; keys: string }) => sql`select inherit_stars(${kineId}::uuid, ${keys}::jsonb)`,
);

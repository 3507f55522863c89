import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { type ApprovalStatus, ROLES } from "../../shared/roles.ts";
import { accountPage, appliedRole } from "../accounts/account-list.server.ts";
import { CASE_STATUSES } from "../cases/case.ts";
import { casePage } from "../cases/case-list.server.ts";
import { toTsQuery } from "../lists/listing.ts";
import { SEARCH_MAX } from "../lists/search-and-order.ts";

/** The most results of each kind. */
const MOST = 6;

const Found = z.strictObject({
  people: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      role: z.enum(ROLES).nullable(),
      licence: z.string().nullable(),
      location_city: z.string().nullable(),
    }),
  ),
  cases: z.array(
    z.strictObject({
      id: z.uuid(),
      title: z.string(),
      status: z.enum(CASE_STATUSES),
      patient_name: z.string().nullable(),
    }),
  ),
});

type Found = z.output<typeof Found>;

/**
 * People whose name, e-mail, phone or licence number has the words, and the newest cases whose title or patient does: six of each at most. Those by
 * licence stand first, then those with whom anybody's sign-up may be confused: the suspended, and who is more than a
 * patient, the admitted before those who only ask to be. Then the newest.
 */
export const find = adminReads
  .meta({ summary: "Finds people and cases by name, e-mail, phone, licence or title." })
  .input(z.object({ text: z.string().trim().max(SEARCH_MAX, `Máximo ${SEARCH_MAX} caracteres`) }))
  .output(Found)
  .handler(async ({ input: { text }, context: { db } }) => {
    const words = toTsQuery(text);
    if (words === null) return { people: [], cases: [] };
    const listing = { search: text, order: "newest" as const, after: null };
    const [holders, known, accounts, titled] = await Promise.all([
      holdersOf.all(db, { text }),
      knownOf(db, words),
      accountPage(db, listing),
      casePage(db, listing),
    ]);
    const listed = [...new Map([...known, ...accounts.items].map((one) => [one.id, one])).values()];
    const told = new Map((await toldOf(db, listed)).map((one) => [one.id, one]));
    const named: Found["people"] = listed.map(({ id, name, role }) => {
      const { licence = null, location_city = null } = told.get(id) ?? {};
      return { id, name, role, licence, location_city };
    });
    const people = [...holders, ...named.filter(({ id }) => !holders.some((holder) => holder.id === id))];
    const theirs = await casesOf(
      db,
      people.map(({ id }) => id),
    );
    const found = titled.items.map(({ id, title, status, patient_name }) => ({ id, title, status, patient_name }));
    const cases = [...new Map([...found, ...theirs].map((one) => [one.id, one])).values()];
    return { people: people.slice(0, MOST), cases: cases.slice(0, MOST) };
  });

/** Orders people `p`: the suspended, who is admitted, and then who only asked to be. */
const STANDING = sql`case when p.suspended_at is not null then 1 when p.approval_status = 'approved' then 2 else 3 end`;

/** Who declares a licence with the number that a text names. */
const holdersOf = prepared("dossiers.holders", (db, { text }: { text: string }) =>
  db
    .selectFrom("licences as l")
    .innerJoin("profiles as p", "p.id", "l.kine_id")
    .select([
      "p.id",
      "p.name",
      sql<"kine">`'kine'`.as("role"),
      sql<string>`concat_ws(' ', l.kind, l.number)`.as("licence"),
      "p.location_city",
    ])
    .where("l.value_number", "=", sql<string>`licence_value_number(${text})`)
    .where("l.state", "<>", "withdrawn")
    .orderBy(STANDING)
    .orderBy("p.id", "desc")
    .limit(MOST),
);

/** The most people with some words among whom the known ones are looked for: the first that the index finds. */
const MOST_NAMED = 1_000;

/** The suspended with some words, then those who are more than a patient, the admitted before others. */
const knownOf = (db: Database, words: string) =>
  db
    .selectFrom(
      sql<{ id: string; name: string; suspended_at: Date | null; approval_status: ApprovalStatus }>`
        (select id, name, suspended_at, approval_status from profiles where search @@ ${words}::tsquery limit ${MOST_NAMED})`.as(
        "p",
      ),
    )
    .select(["p.id", "p.name", appliedRole.as("role")])
    .where(sql<boolean>`(p.suspended_at is not null or ${appliedRole} <> 'patient')`)
    .orderBy(STANDING)
    .orderBy("p.id", "desc")
    .limit(MOST)
    .execute();

/** What tells namesakes apart. */
async function toldOf(db: Database, people: readonly { id: string }[]) {
  if (people.length === 0) return [];
  return db
    .selectFrom("profiles")
    .select(["id", "license_number as licence", "location_city"])
    .where(
      "id",
      "in",
      people.map(({ id }) => id),
    )
    .execute();
}

async function casesOf(db: Database, patients: string[]) {
  if (patients.length === 0) return [];
  return db
    .selectFrom("cases as c")
    .innerJoin("profiles as p", "p.id", "c.patient_id")
    .select(["c.id", "c.title", "c.status", "p.name as patient_name"])
    .where("c.patient_id", "in", patients)
    .orderBy("c.id", "desc")
    .limit(MOST)
    .execute();
}

import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { byAge, listingIn, toTsQuery } from "../lists/listing.ts";
import { CASE_ORDERS } from "../lists/search-and-order.ts";
import { anyRow, directionOf, inColumnOrder, isFiltered, isOnPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { searchedPage, sortedPage } from "../lists/search.server.ts";
import { ListedCases } from "./case-output.server.ts";
import { CASE_STATUSES } from "./case.ts";

/** The input of the list of cases. */
export const CaseListing = listingIn(CASE_ORDERS).extend({ status: z.enum(CASE_STATUSES).nullish() });

const listedCases = (db: Database) =>
  db
    .selectFrom("cases as c")
    .leftJoin("profiles as p", "p.id", "c.patient_id")
    .select([
      "c.id",
      "c.title",
      "c.description",
      "c.status",
      "c.injury_area",
      "c.location_city",
      "c.created_at",
      "c.closed_reason",
      "c.patient_id",
      "p.name as patient_name",
      sql<number>`(select count(*)::int from matches m where m.case_id = c.id)`.as("application_count"),
    ]);

/** More patients than this with the words of a search are too many to find a case by. */
const MOST_PATIENTS = 50;

/** The cases of the patients who have the words of a search, of which one has three letters. */
async function casesOfFound(db: Database, search: string | null | undefined) {
  const words = toTsQuery(search);
  if (words === null || !/\p{L}{3}/u.test(search ?? "")) return null;
  const { rows } = await sql<{ id: string }>`
    select p.id from profiles p where p.search @@ ${words}::tsquery limit ${MOST_PATIENTS + 1}`.execute(db);
  if (rows.length === 0 || rows.length > MOST_PATIENTS) return null;
  const patients = rows.map(({ id }) => id);
  return {
    has: (row: string) => sql<boolean>`${sql.ref(`${row}.patient_id`)} = any(${patients}::uuid[])`,
    ids: sql<{ id: string }>`select id from cases where patient_id = any(${patients}::uuid[])`,
  };
}

/** A page of the cases with their patients' names. */
export async function casePage(db: Database, input: z.output<typeof CaseListing>) {
  const { status } = input;
  const { listing, column } = byAge(input);
  // With a status filter, all cases have the same status, so that the order by age applies.
  if (column !== null && !status) {
    return sortedPage(db, {
      name: `cases.list ${column}`,
      after: listing.after,
      read: (after) => {
        const place = sql`select a.status, a.id from cases a where a.id`;
        const isDown = column === "status_down";
        const page = inColumnOrder({ by: sql`c.status`, id: "c.id", isDown, after, place });
        return listedCases(db).where(page.isOnPage).orderBy(page.order).limit(PAGE_AND_ONE);
      },
    });
  }
  return searchedPage(db, {
    name: `cases.list ${status ?? ""}`,
    table: "cases",
    listing,
    ids: status
      ? sql`select id, status from cases where ${isFiltered("status", "case_status", status)}`
      : sql`select id from cases`,
    filter: status && "status",
    besides: await casesOfFound(db, listing.search),
    read: (within, _, listing) =>
      listedCases(db)
        .where(status ? isFiltered("c.status", "case_status", status) : anyRow)
        .where(isOnPage("c.id", listing))
        .where(within("c", "c.id"))
        .$if(Boolean(status), (query) => query.orderBy("c.status", directionOf(listing)))
        .orderBy("c.id", directionOf(listing))
        .limit(PAGE_AND_ONE),
  });
}

/** Every case with its patient's name and number of applications, 20 a page; the search covers the titles, and the names and e-mails of patients. */
export const caseList = adminReads
  .meta({ summary: "Lists all cases." })
  .input(CaseListing)
  .output(ListedCases)
  .handler(({ input, context: { db } }) => casePage(db, input));

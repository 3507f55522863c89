import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { Listing } from "../lists/listing.ts";
import { anyRow, directionOf, isFiltered, isOnPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { searchedPage } from "../lists/search.server.ts";
import { ListedCases } from "./case-output.server.ts";
import { CASE_STATUSES } from "./case.ts";

/** Every case with its patient's name, 20 a page; the search covers the titles. */
export const caseList = adminReads
  .meta({ summary: "Lists all cases." })
  .input(Listing.extend({ status: z.enum(CASE_STATUSES).nullish() }))
  .output(ListedCases)
  .handler(({ input, context: { db } }) => {
    const { status } = input;
    return searchedPage(db, {
      name: `cases.list ${status ?? ""}`,
      table: "cases",
      listing: input,
      ids: status
        ? sql`select id, status from cases where ${isFiltered("status", "case_status", status)}`
        : sql`select id from cases`,
      filter: status && "status",
      read: (within, _, listing) =>
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
            "p.name as patient_name",
          ])
          .where(status ? isFiltered("c.status", "case_status", status) : anyRow)
          .where(isOnPage("c.id", listing))
          .where(within("c", "c.id"))
          .$if(Boolean(status), (query) => query.orderBy("c.status", directionOf(listing)))
          .orderBy("c.id", directionOf(listing))
          .limit(PAGE_AND_ONE),
    });
  });

import { sql } from "kysely";
import { kineReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { CaseAccess } from "../cases/case-access.ts";
import { standingBooking } from "../bookings/standing-booking.server.ts";
import { excerpted } from "../cases/excerpt.ts";
import { maskedCase } from "../cases/masked-case.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { OFFER_COLUMNS, OwnMatches } from "./match-output.server.ts";
import { OwnListing } from "./match.ts";
import type { MatchStatus } from "./match-words.ts";

/**
 * The specialist's applications, all or those with one status, newest first, 20 a page from `before` (an application's id), each with what
 * its specialist may read of the case; the patient's name, photo and phone only of accepted ones.
 */
export const mine = kineReads
  .meta({ summary: "Lists the caller's applications." })
  .input(OwnListing)
  .output(OwnMatches)
  .handler(async ({ input: { before, status }, context: { db, viewer, services } }) => {
    const asked = { viewer: viewer.id, before: before ?? undefined, status: status ?? undefined };
    const rows = await ownPage.all(db, asked);
    return asPage(rows.map((row) => shownToKine(services, row)));
  });

type OwnPage = { viewer: string; before?: string | undefined; status?: MatchStatus | undefined };

const ownPage = prepared("matches.mine", (db, { viewer, before, status }: OwnPage) => {
  let query = db
    .selectFrom("case_relations as m")
    .select([
      sql<string>`m.match_id`.as("id"),
      sql<string>`m.case_id`.as("case_id"),
      sql<MatchStatus>`m.status`.as("status"),
      "m.message",
      sql<Date>`m.created_at`.as("created_at"),
      "m.ended_at",
      sql<CaseAccess>`m.access`.as("access"),
      sql<string>`m.title`.as("title"),
      "m.description",
      "m.injury_area",
      "m.location_city",
      "m.preferred_modality",
      "m.case_status",
      "m.patient_name",
      "m.patient_photo_url",
      "m.patient_phone",
      standingBooking(sql`m.match_id`).as("booking"),
      ...OFFER_COLUMNS,
    ])
    .where("m.kine_id", "=", viewer)
    .where("m.access", "is not", null);
  if (before) query = query.where("m.match_id", "<", before);
  if (status) query = query.where("m.status", "=", status);
  return query.orderBy("m.match_id", "desc").limit(PAGE_AND_ONE);
});

/** An own application as its specialist may read it. */
function shownToKine(services: Pick<Services, "masked">, row: OwnRow) {
  if (row.access === "accepted") return excerpted(row);
  if (isRead(row)) return excerpted(Object.assign(row, maskedCase(services, row)));
  return { ...row, title: services.masked(row.title) };
}

type OwnRow = Awaited<ReturnType<typeof ownPage.all>>[number];
/** The texts of a case that ended for the specialist are not read. */
const isRead = (row: OwnRow): row is OwnRow & { description: string } => row.description !== null;

import { sql } from "kysely";
import { kineReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { CaseAccess } from "../cases/case-access.ts";
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
    .selectFrom("matches as m")
    .innerJoin("case_relations as r", "r.match_id", "m.id")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .select([
      "m.id",
      "m.case_id",
      "m.status",
      "m.message",
      "m.created_at",
      "m.ended_at",
      sql<CaseAccess>`r.access`.as("access"),
      sql<string>`r.title`.as("title"),
      "c.description",
      "c.injury_area",
      "c.location_city",
      "c.preferred_modality",
      "c.status as case_status",
      "r.patient_name",
      "r.patient_photo_url",
      "r.patient_phone",
      ...OFFER_COLUMNS,
    ])
    .where("m.kine_id", "=", viewer)
    .where("r.access", "is not", null);
  if (before) query = query.where("m.id", "<", before);
  if (status) query = query.where("m.status", "=", status);
  return query.orderBy("m.id", "desc").limit(PAGE_AND_ONE);
});

/** An own application as its specialist may read it. */
function shownToKine(services: Pick<Services, "masked">, row: Awaited<ReturnType<typeof ownPage.all>>[number]) {
  if (row.access === "accepted") return excerpted(row);
  const texts = maskedCase(services, row);
  if (row.access !== "ended") return excerpted({ ...row, ...texts });
  const unread = {
    description: null,
    injury_area: null,
    location_city: null,
    preferred_modality: null,
    case_status: null,
  };
  return { ...row, ...unread, title: texts.title };
}

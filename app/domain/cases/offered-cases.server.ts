import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/errors.ts";
import { coverageOfCase } from "../coverages/patient-coverage.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { ageInYears } from "../profiles/profile.ts";
import { studyLinks } from "../studies/studies.server.ts";
import { AvailableCases, CASE_COLUMNS, SeenCase } from "./case-output.server.ts";

/** The cases that a specialist may see: those on offer, and those they applied to, with their own application. */
const visibleCases = (db: Database, viewer: Pick<Viewer, "id">) =>
  db
    .selectFrom("cases as c")
    .leftJoin("matches as own", (join) => join.onRef("own.case_id", "=", "c.id").on("own.kine_id", "=", viewer.id))
    .innerJoin("profiles as poster", "poster.id", "c.patient_id")
    .where((eb) =>
      eb.or([
        eb.and([eb("c.status", "in", ["open", "matched"]), eb("poster.suspended_at", "is", null)]),
        eb("own.id", "is not", null),
      ]),
    );

/** The cases on offer to a specialist: a page plus one row. */
const offeredPage = prepared(
  "cases.available",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom("cases as c")
      .innerJoin("profiles as poster", "poster.id", "c.patient_id")
      .select([...CASE_COLUMNS, "poster.name as poster_name"])
      .where("c.status", "in", ["open", "matched"])
      .where("c.patient_id", "<>", viewer)
      .where("poster.health_withdrawn_at", "is", null)
      .where("poster.suspended_at", "is", null)
      // An anti-join lets PostgreSQL read the index of cases in course backwards and stop at the end of the page.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("matches as own")
              .select("own.id")
              .whereRef("own.case_id", "=", "c.id")
              .where("own.kine_id", "=", viewer),
          ),
        ),
      );
    if (before) query = query.where("c.id", "<", before);
    return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
  },
);

/** Cases in course that the specialist has not applied to, newest first, 20 a page from `before` (a case id). */
export const available = kineReads
  .meta({ summary: "Lists cases that the caller may apply to." })
  .input(Cursor)
  .output(AvailableCases)
  .handler(async ({ input: { before }, context: { db, viewer } }) =>
    asPage(await offeredPage.all(db, { viewer: viewer.id, before: before ?? undefined })),
  );

/**
 * One case as a specialist sees it: poster, studies if accessible, the own application, and the patient's phone only if that application is
 * accepted.
 */
export const view = kineReads
  .meta({ summary: "Returns a case as specialists see it.", refuses: ["CASE_NOT_FOUND"] })
  .input(z.object({ id: z.uuid() }))
  .output(SeenCase)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const row = await seenCase.first(db, { viewer: viewer.id, id: input.id });
    if (!row) throw new AppError("CASE_NOT_FOUND");
    const {
      studies_urls,
      poster_birth_date,
      health_withdrawn_at,
      suspended_at,
      match_id,
      match_status,
      match_message,
      ...rest
    } = row;
    const mayOpenStudies =
      health_withdrawn_at === null &&
      suspended_at === null &&
      (match_status === "accepted" || (row.studies_access === "verified" && row.status !== "closed"));
    return {
      ...rest,
      poster_age: poster_birth_date === null ? null : ageInYears(String(poster_birth_date)),
      studies: mayOpenStudies ? studyLinks(services, viewer, studies_urls) : [],
      studies_withheld: mayOpenStudies ? 0 : studies_urls.length,
      match: match_id && match_status ? { id: match_id, status: match_status, message: match_message } : null,
    };
  });

const seenCase = prepared("cases.view", (db, { viewer, id }: { viewer: string; id: string }) =>
  visibleCases(db, { id: viewer })
    // After a withdrawn consent, only the accepted specialists still see the patient's cases.
    .where((eb) => eb.or([eb("poster.health_withdrawn_at", "is", null), eb("own.status", "=", "accepted")]))
    .select((eb) => [
      ...CASE_COLUMNS,
      "c.edited_at",
      "c.studies_urls",
      "c.studies_access",
      "c.closed_reason",
      "poster.name as poster_name",
      "poster.location_city as poster_city",
      "poster.photo_url as poster_photo_url",
      "poster.birth_date as poster_birth_date",
      "poster.health_withdrawn_at",
      "poster.suspended_at",
      "own.id as match_id",
      "own.status as match_status",
      "own.message as match_message",
      eb.case().when("own.status", "=", "accepted").then(eb.ref("poster.phone")).end().as("phone"),
      coverageOfCase("c.id").as("coverage"),
    ])
    .where("c.id", "=", id),
);

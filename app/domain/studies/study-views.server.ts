import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { patientReads } from "../../api/guards.server.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { StudyViews } from "../cases/case-output.server.ts";
import { nameOfStudy } from "./studies.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** Records that a user is about to receive a study. */
export async function recordStudyView(
  db: Database,
  view: { case_id: string; path: string; viewer_id: string },
): Promise<void> {
  await db.insertInto("study_views").values(view).execute();
}

/**
 * Who opened the studies of an own case, newest first, 20 a page from `before` (a view's id): `study` is its name in the case,
 * `viewer_name` null when the account is deleted. Empty for a case of another patient.
 */
export const studyViews = patientReads
  .meta({ summary: "Lists who opened the studies of one of the caller's cases." })
  .input(z.object({ case_id: z.uuid(), before: z.uuid().nullish() }))
  .output(StudyViews)
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const { case_id, before } = input;
    const { items, next } = asPage(await page.all(db, { viewer: viewer.id, case_id, before: before ?? undefined }));
    return {
      items: items.map(({ path, ...view }) => ({ ...shownToOthers(services, view), study: nameOfStudy(path) })),
      next,
    };
  });

type Asked = { viewer: string; case_id: string; before?: string | undefined };

const page = prepared("cases.studyViews", (db, { viewer, case_id, before }: Asked) => {
  let query = db
    .selectFrom("study_views as v")
    .innerJoin("cases as c", "c.id", "v.case_id")
    .leftJoin("profiles as by", "by.id", "v.viewer_id")
    .select(["v.id", "v.path", "v.viewed_at", "by.name as viewer_name"])
    .where("v.case_id", "=", case_id)
    .where("c.patient_id", "=", viewer);
  if (before) query = query.where("v.id", "<", before);
  return query.orderBy("v.id", "desc").limit(PAGE_AND_ONE);
});

import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { patientReads } from "../../api/guards.server.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { Application } from "./match-output.server.ts";

/** The condition that an application `m` is visible to its patient: pending ones of a suspended specialist are not. */
export const isVisibleToPatient = sql<boolean>`(m.status <> 'proposed' or exists (
  select from profiles s where s.id = m.kine_id and s.suspended_at is null
))`;

/**
 * The applications to an own case with their specialists, newest first, 20 a page from `before` (an application's id); contact data only of
 * accepted ones.
 */
export async function applicationsTo(db: Database, patientId: string, caseId: string, before?: string | null) {
  return asPage(await page.all(db, { patientId, caseId, before: before ?? undefined }));
}

type Asked = { patientId: string; caseId: string; before?: string | undefined };

const page = prepared("cases.applications", (db, { patientId, caseId, before }: Asked) => {
  const accepted = sql<boolean>`m.status = 'accepted'`;
  let query = db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .leftJoin("reviews as r", (join) => join.onRef("r.case_id", "=", "m.case_id").onRef("r.kine_id", "=", "m.kine_id"))
    .select((eb) => [
      "m.id",
      "m.status",
      "m.message",
      "m.created_at",
      "m.kine_id",
      "k.name",
      "k.specialty",
      "k.location_city",
      "k.photo_url",
      "k.price_range",
      "k.modalities",
      "k.bio",
      eb.case().when(accepted).then(eb.ref("k.phone")).end().as("phone"),
      eb.case().when(accepted).then(eb.ref("k.email")).end().as("email"),
      sql<boolean>`r.id is not null`.as("reviewed"),
      ...ratingOf("m.kine_id"),
    ])
    .where("m.case_id", "=", caseId)
    .where("c.patient_id", "=", patientId)
    .where(isVisibleToPatient);
  if (before) query = query.where("m.id", "<", before);
  return query.orderBy("m.id", "desc").limit(PAGE_AND_ONE);
});

/** More applications to an own case, after those included with it; an empty page for a case of another patient. */
export const applications = patientReads
  .meta({ summary: "Lists further applications to one of the caller's cases." })
  .input(z.object({ case_id: z.uuid(), before: z.uuid().nullish() }))
  .output(pageOf(Application))
  .handler(({ input, context: { db, viewer } }) => applicationsTo(db, viewer.id, input.case_id, input.before));

import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { patientReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { relationOf } from "../cases/case-access.server.ts";
import { Application, OFFER_COLUMNS } from "./match-output.server.ts";
import { STATED_COLUMNS, statedFor } from "./stated.server.ts";
import { shownToPatient } from "./shown-to-patient.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** The condition that an application `m` is visible to its patient: pending ones of a suspended specialist, or one who waits for an admission again, are not. */
export const isVisibleToPatient = sql<boolean>`(m.status <> 'proposed' or exists (
  select from profiles s where s.id = m.kine_id and s.suspended_at is null and s.approval_status = 'approved' and 'kine' <> all (s.ended_roles)
))`;

/**
 * The applications to an own case with their specialists, newest first, 20 a page from `before` (an application's id); contact data only of
 * accepted ones, also in messages.
 */
export async function applicationsTo(
  db: Database,
  services: Pick<Services, "masked">,
  { patientId, caseId, before }: { patientId: string; caseId: string; before?: string | null | undefined },
) {
  const rows = await page.all(db, { patientId, caseId, before: before ?? undefined });
  return asPage(rows.map((row) => shownToOthers(services, row.is_in_contact ? row : shownToPatient(services, row))));
}

type Asked = { patientId: string; caseId: string; before?: string | undefined };

const page = prepared("cases.applications", (db, { patientId, caseId, before }: Asked) => {
  let query = db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .leftJoin("reviews as r", (join) => join.onRef("r.case_id", "=", "m.case_id").onRef("r.kine_id", "=", "m.kine_id"))
    .innerJoinLateral(relationOf("m.id").as("a"), (join) => join.onTrue())
    .innerJoinLateral(statedFor.as("stated"), (join) => join.onTrue())
    .select([
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
      "m.ended_at",
      "a.kine_phone as phone",
      "a.kine_email as email",
      sql<boolean>`coalesce(a.access = 'accepted', false)`.as("is_in_contact"),
      sql<boolean>`r.id is not null`.as("reviewed"),
      ...OFFER_COLUMNS,
      ...ratingOf("m.kine_id"),
      ...STATED_COLUMNS,
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
  .handler(({ input: { case_id, before }, context: { db, viewer, services } }) =>
    applicationsTo(db, services, { patientId: viewer.id, caseId: case_id, before }),
  );

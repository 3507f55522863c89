import { sql } from "kysely";
import { patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE, personOf } from "../lists/pages.server.ts";
import { Count, tallied } from "../lists/tallies.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { Specialists } from "./profile-output.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/**
 * The public fields of a specialist `p` as a patient sees them. The phone follows the same rule as public_profiles for a patient, whom the
 * guard has already checked: one round trip instead of a transaction.
 */
export function specialistColumns(viewer: string) {
  return [
    "p.id",
    "p.name",
    "p.specialty",
    "p.price_range",
    "p.modalities",
    "p.location_city",
    "p.bio",
    "p.photo_url",
    sql<string | null>`case when p.phone_listed and not are_blocked(${viewer}, p.id) then p.phone
      else (select k.phone from kine_contact(${viewer}, p.id) k) end`.as("phone"),
    sql<boolean>`is_licence_current(p.license_checked_at)`.as("license_checked"),
    ...ratingOf("p.id"),
  ] as const;
}

/**
 * Approved specialists, newest first, 20 a page from `before` (a specialist's id); the phone only of those who list it or whose contact is
 * open to the patient.
 */
export const specialists = patientReads
  .meta({ summary: "Lists approved specialists." })
  .input(Cursor)
  .output(Specialists)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) => {
    const rows = await page.all(db, { viewer: viewer.id, before: before ?? undefined });
    return asPage(rows.map((row) => shownToOthers(services, row)));
  });

const page = prepared(
  "profiles.specialists",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom("user_roles as r")
      .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
      .select(specialistColumns(viewer))
      .where("r.role", "=", "kine")
      .where("p.approval_status", "=", "approved")
      .where("p.suspended_at", "is", null)
      .where("p.publish_asked_at", "is", null);
    if (before) query = query.where("r.user_id", "<", before);
    return query.orderBy("r.user_id", "desc").limit(PAGE_AND_ONE);
  },
);

/** The number of specialists on offer. */
export const specialistCount = patientReads
  .meta({ summary: "Counts approved specialists." })
  .output(Count)
  .handler(async ({ context: { db } }) => (await count.first(db, {})) ?? { count: 0 });

const count = prepared("profiles.specialistCount", (db) => db.selectNoFrom(tallied("specialists").as("count")));

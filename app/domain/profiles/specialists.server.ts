import { sql } from "kysely";
import { patient } from "../../api/guards.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE, personOf } from "../lists/pages.server.ts";
import { Count, tallied } from "../lists/tallies.server.ts";
import { ratingOf } from "../reviews/ratings.server.ts";
import { Specialists } from "./profile-output.server.ts";

/**
 * Approved specialists, newest first, 20 a page from `before` (a specialist's id); the phone only of those who list it or whose contact is
 * open to the patient.
 */
export const specialists = patient
  .meta({ summary: "Lists approved specialists." })
  .input(Cursor)
  .output(Specialists)
  .handler(async ({ input, context: { db, viewer } }) => {
    let query = db
      .selectFrom("user_roles as r")
      .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
      .select((eb) => [
        "p.id",
        "p.name",
        "p.specialty",
        "p.price_range",
        "p.modalities",
        "p.location_city",
        "p.bio",
        "p.photo_url",
        // The same rule as public_profiles for a patient, whom the guard has already checked: one round trip instead of a transaction.
        eb
          .case()
          .when(sql<boolean>`p.phone_listed or contact_open(${viewer.id}, p.id)`)
          .then(eb.ref("p.phone"))
          .end()
          .as("phone"),
        sql<boolean>`p.license_checked_at is not null`.as("license_checked"),
        ...ratingOf("r.user_id"),
      ])
      .where("r.role", "=", "kine")
      .where("p.approval_status", "=", "approved")
      .where("p.suspended_at", "is", null);
    if (input.before) query = query.where("r.user_id", "<", input.before);
    return asPage(await query.orderBy("r.user_id", "desc").limit(PAGE_AND_ONE).execute());
  });

/** The number of specialists on offer. */
export const specialistCount = patient
  .meta({ summary: "Counts approved specialists." })
  .output(Count)
  .handler(({ context: { db } }) => db.selectNoFrom(tallied("specialists").as("count")).executeTakeFirstOrThrow());

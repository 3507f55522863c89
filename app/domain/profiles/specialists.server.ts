import { sql } from "kysely";
import { z } from "zod";
import { asViewer } from "../../server/database.server.ts";
import { patient } from "../../server/procedures.server.ts";
import { asPage, PAGE_AND_ONE } from "../admin/pages.server.ts";

/**
 * Approved specialists, newest first, 20 a page from `before` (a specialist's id); the phone of those who list it
 * or whose contact is open to the patient, as the view decides.
 */
export const specialists = patient.input(z.object({ before: z.uuid().nullish() }))
  .handler(({ input, context: { db, viewer } }) =>
    asViewer(db, viewer.id, async (tx) => {
      let query = tx
        .selectFrom("user_roles as r")
        .innerJoin("public_profiles as p", "p.id", "r.user_id")
        .select([
          "r.user_id as id", sql<string>`p.name`.as("name"), "p.specialty", "p.price_range", "p.modalities",
          "p.location_city", "p.bio", "p.photo_url", "p.phone",
          sql<number>`(select count(*)::int from reviews v where v.kine_id = r.user_id)`.as("review_count"),
          sql<number | null>`(select avg(v.stars)::float8 from reviews v where v.kine_id = r.user_id)`.as("average_stars"),
        ])
        .where("r.role", "=", "kine");
      if (input.before) query = query.where("r.user_id", "<", input.before);
      return asPage(await query.orderBy("r.user_id", "desc").limit(PAGE_AND_ONE).execute());
    }),
  );

/** How many specialists a patient may choose from. */
export const specialistCount = patient.handler(async ({ context: { db } }) => {
  const { count } = await db
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("r.role", "=", "kine")
    .where("p.approval_status", "=", "approved")
    .executeTakeFirstOrThrow();
  return { count: Number(count) };
});

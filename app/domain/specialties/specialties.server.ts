import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";

const Specialties = z.strictObject({
  items: z.array(z.strictObject({ slug: z.string(), name: z.string(), is_technique: z.boolean() })),
});

/** The specialties of the vocabulary, the commonest first. */
export const list = anyone
  .meta({ summary: "Lists the specialties of the vocabulary." })
  .output(Specialties)
  .handler(async ({ context: { services } }) => ({ items: await readPublicly(services, ({ db }) => all.all(db, {})) }));

const all = prepared("specialties.list", (db) =>
  db.selectFrom("specialties").select(["slug", "name", "is_technique"]).orderBy("position"),
);

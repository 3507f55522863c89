import { sql } from "kysely";
import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { JURISDICTION_NAMES } from "./jurisdictions.ts";
import { PLACE_KINDS } from "./places.ts";

const MOST = 8;

const Found = z.strictObject({
  items: z.array(
    z.strictObject({ slug: z.string(), name: z.string(), kind: z.enum(PLACE_KINDS), jurisdiction: z.string() }),
  ),
});

/** At most eight places with a name that begins with a text, the shortest name first. `jurisdiction` is the jurisdiction's name. */
export const search = anyone
  .meta({ summary: "Finds places by the beginning of a name." })
  .input(z.object({ search: z.string().trim().min(1).max(80) }))
  .output(Found)
  .handler(async ({ input, context: { services } }) => {
    const found = await readPublicly(services, ({ db }) => byName.all(db, { search: input.search }));
    return {
      items: found.map(({ slug, name, kind, jurisdiction }) => ({
        slug,
        name,
        kind,
        jurisdiction: JURISDICTION_NAMES[jurisdiction] ?? "",
      })),
    };
  });

// The greatest character ends the range of keys that begin with a text.
const byName = prepared("places.search", (db, { search }: { search: string }) => {
  const key = sql`vocabulary_key(${hideFromPlanner(search, "text")})`;
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom("vocabulary_names")
        .select(["place_slug", sql<number>`min(length(key))`.as("length")])
        .where("kind", "=", "place")
        .where(sql<boolean>`key collate "C" >= ${key}`)
        .where(sql<boolean>`key collate "C" < ${key} || chr(1114111)`)
        .where(sql<boolean>`${key} <> ''`)
        .where("place_slug", "is not", null)
        .groupBy("place_slug")
        .as("named"),
    )
    .innerJoin("places as p", "p.slug", "named.place_slug")
    .select([
      "p.slug",
      "p.name",
      sql<(typeof PLACE_KINDS)[number]>`p.kind`.as("kind"),
      "p.jurisdiction",
      "named.length",
    ])
    .orderBy("named.length")
    .orderBy("p.slug")
    .limit(MOST);
});

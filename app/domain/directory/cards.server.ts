import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { LICENCE_KINDS, type LicenceKind } from "../licences/licence.ts";
import { freshness } from "../coverages/stated-coverages.server.ts";
import { modalityLabels } from "../profiles/modality.ts";
import { FRESHNESS } from "../../shared/freshness.ts";
import type { Contents, Listed } from "./contents.server.ts";

const Dated = { confirmed_at: z.date(), freshness: z.enum(FRESHNESS) };

/** A specialist in a list of the directory: what everybody may see, with the dates of what a filter goes by. */
export const Card = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  photo_url: z.string().nullable(),
  specialty: z.string().nullable(),
  location_city: z.string().nullable(),
  price_range: z.string().nullable(),
  modalities: z.array(z.string()),
  weekdays: z.array(z.int()),
  review_count: z.int(),
  average_stars: z.number().nullable(),
  is_newcomer: z.boolean(),
  /** The distance between the centres of the places; null in a list of no place, or in the place itself. */
  km: z.number().nullable(),
  licence: z
    .strictObject({
      kind: z.enum(LICENCE_KINDS).nullable(),
      jurisdiction: z.string().nullable(),
      standing: z.enum(["fresh", "due"]),
      checked_on: z.string(),
    })
    .nullable(),
  /** The cheapest session that was confirmed in the last 90 days. */
  price: z.strictObject({ session: z.int(), ...Dated }).nullable(),
  /** Those asked for, or the first by name. */
  coverages: z.array(z.strictObject({ short: z.string(), ...Dated })),
  coverage_count: z.int(),
});
export type Card = z.output<typeof Card>;

/** The most coverages of a card. */
const COVERAGES_SHOWN = 3;

type Given = { numbers: string; coverages: string };

const read = prepared("directory.cards", (db, { numbers, coverages }: Given) =>
  db
    .selectFrom("directory as d")
    .innerJoin("profiles as p", "p.id", "d.kine_id")
    // The limit keeps the planner from reading all of them.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("kine_ratings as r")
          .select(["r.count", "r.stars"])
          .whereRef("r.kine_id", "=", "d.kine_id")
          .limit(1)
          .as("g"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "d.number",
      "p.id",
      "p.name",
      "p.photo_url",
      "p.specialty",
      "p.location_city",
      "p.price_range",
      "p.modalities",
      sql<number>`coalesce(g.count, 0)`.as("review_count"),
      sql<number | null>`g.stars::float8 / nullif(g.count, 0)`.as("average_stars"),
      jsonObjectFrom(
        eb
          .selectFrom("licences as l")
          .select([
            sql<LicenceKind | null>`l.kind`.as("kind"),
            "l.jurisdiction",
            sql<"fresh" | "due">`licence_standing(l.state, l.checked_at)`.as("standing"),
            sql<string>`to_char(l.checked_at at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD')`.as(
              "checked_on",
            ),
          ])
          .whereRef("l.kine_id", "=", "d.kine_id")
          .where(sql<boolean>`licence_standing(l.state, l.checked_at) in ('fresh', 'due')`)
          .orderBy("l.checked_at", "desc")
          .limit(1),
      ).as("licence"),
      jsonObjectFrom(
        eb
          .selectFrom("kine_prices as k")
          .select(["k.session", "k.confirmed_at", freshness("k.confirmed_at").as("freshness")])
          .whereRef("k.kine_id", "=", "d.kine_id")
          .where(freshness("k.confirmed_at"), "<>", "stale")
          .orderBy("k.session")
          .limit(1),
      ).as("price"),
      jsonArrayFrom(
        eb
          .selectFrom("kine_coverages as c")
          .select(["c.coverage_id", "c.confirmed_at", freshness("c.confirmed_at").as("freshness")])
          .whereRef("c.kine_id", "=", "d.kine_id")
          .where(sql<boolean>`c.coverage_id = any(${coverages}::int[])`)
          .where("c.disputed_at", "is", null)
          .where(freshness("c.confirmed_at"), "<>", "stale"),
      ).as("coverages"),
    ])
    .where(sql<boolean>`d.number = any(${numbers}::int[])`)
    // The copy may be a moment older than this.
    .where("d.listed", "=", true)
    .where(sql<boolean>`is_licence_current(p.license_checked_at)`),
);

type Shown = { one: Listed; km: number };
const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** The cards of specialists in this order, those who are listed at this moment. `coverages` are those asked for. */
export async function cardsOf(
  db: Database,
  contents: Contents,
  shown: readonly Shown[],
  coverages: readonly number[],
): Promise<{ number: number; card: Card }[]> {
  if (shown.length === 0) return [];
  const named = shown.flatMap(({ one }) => shortOf(contents, one, coverages));
  const rows = await read.all(db, {
    numbers: `{${shown.map(({ one }) => one.number).join()}}`,
    coverages: `{${[...new Set(named)].join()}}`,
  });
  const found = new Map(rows.map((row) => [row.number, row]));
  return shown.flatMap(({ one, km }) => {
    const row = found.get(one.number);
    if (!row) return [];
    const { number, modalities, price, coverages: stated, ...shown } = row;
    const wanted = shortOf(contents, one, coverages);
    const card: Card = {
      ...shown,
      modalities: modalityLabels(modalities),
      weekdays: DAYS.filter((day) => one.weekdays & (1 << day)),
      is_newcomer: one.newcomer,
      km: km === 0 ? null : km,
      price: price && { ...price, confirmed_at: new Date(price.confirmed_at) },
      coverages: wanted.flatMap((id) => {
        const fact = stated.find(({ coverage_id }) => coverage_id === id);
        const short = contents.coverages.get(id);
        return fact && short !== undefined
          ? { short, confirmed_at: new Date(fact.confirmed_at), freshness: fact.freshness }
          : [];
      }),
      coverage_count: one.coverages.filter((id) => contents.coverages.has(id)).length,
    };
    return { number, card };
  });
}

/** The coverages of a card: those asked for, then others. */
function shortOf({ coverages }: Contents, one: Listed, asked: readonly number[]): number[] {
  const known = one.coverages.filter((id) => coverages.has(id));
  return [...known.filter((id) => asked.includes(id)), ...known.filter((id) => !asked.includes(id))].slice(
    0,
    COVERAGES_SHOWN,
  );
}

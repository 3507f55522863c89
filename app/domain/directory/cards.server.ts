import { sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { LICENCE_KINDS, type LicenceKind } from "../licences/licence.ts";
import { freshness } from "../coverages/stated-coverages.server.ts";
import { MODALITIES, modalityLabels } from "../profiles/modality.ts";
import { FRESHNESS } from "../../shared/freshness.ts";
import type { Topic } from "./addresses.ts";
import type { Contents, Listed } from "./contents.server.ts";
import { isCovered, pricedModalities } from "./facts.server.ts";

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
  /** A session of the list's modality, or the first that is stated; one that was confirmed in the last 90 days before any other. */
  price: z.strictObject({ modality: z.enum(MODALITIES), session: z.int(), ...Dated }).nullable(),
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
      jsonArrayFrom(
        eb
          .selectFrom("kine_prices as k")
          .select(["k.modality", "k.session", "k.confirmed_at", freshness("k.confirmed_at").as("freshness")])
          .whereRef("k.kine_id", "=", "d.kine_id")
          .orderBy("k.modality"),
      ).as("prices"),
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

/** What reads the cards of specialists in this order, those who are listed at that moment. `asked` are the coverages asked for. */
export function cardReader(contents: Contents, topic: Topic, shown: readonly Shown[], asked: readonly number[]) {
  const known = contents.coverages;
  const held = shown.map(({ one, km }) => ({
    one,
    km,
    coverages: one.coverages.filter((id) => known.has(id) && isCovered(one, id, contents.day)),
  }));
  const shownOf = (coverages: readonly number[]) =>
    coverages
      .toSorted((id, other) => Number(asked.includes(other)) - Number(asked.includes(id)))
      .slice(0, COVERAGES_SHOWN);
  const modalities = pricedModalities(topic);
  return async ({ db }: { db: Database }): Promise<{ number: number; card: Card }[]> => {
    if (held.length === 0) return [];
    const rows = await read.all(db, {
      numbers: `{${held.map(({ one }) => one.number).join()}}`,
      coverages: `{${[...new Set(held.flatMap(({ coverages }) => shownOf(coverages)))].join()}}`,
    });
    const found = new Map(rows.map((row) => [row.number, row]));
    return held.flatMap(({ one, km, coverages }) => {
      const row = found.get(one.number);
      if (!row) return [];
      const { number, prices, coverages: stated, ...facts } = row;
      const priced = modalities.flatMap((modality) => prices.filter((price) => price.modality === modality));
      const price = priced.find((each) => each.freshness !== "stale") ?? priced[0];
      const card: Card = {
        ...facts,
        modalities: modalityLabels(facts.modalities),
        weekdays: DAYS.filter((day) => one.weekdays & (1 << day)),
        is_newcomer: one.newcomer,
        km: km === 0 ? null : km,
        price: price ? { ...price, confirmed_at: new Date(price.confirmed_at) } : null,
        coverages: shownOf(coverages).flatMap((id) => {
          const fact = stated.find(({ coverage_id }) => coverage_id === id);
          const short = known.get(id);
          return fact && short !== undefined
            ? { short, confirmed_at: new Date(fact.confirmed_at), freshness: fact.freshness }
            : [];
        }),
        coverage_count: coverages.length,
      };
      return { number, card };
    });
  };
}

import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { LICENCE_KINDS, type LicenceKind } from "../licences/licence.ts";
import { FirstSlot, firstSlotOf } from "../agendas/first-slot.server.ts";
import { MODALITIES, type Modality, modalityLabels } from "../profiles/modality.ts";
import { MOST_REPLY_HOURS } from "../profiles/public-profile.server.ts";
import { Rating, ratingFrom } from "../reviews/ratings.server.ts";
import { FRESHNESS } from "../../shared/freshness.ts";
import type { Topic } from "./addresses.ts";
import type { Contents, Listed } from "./contents.server.ts";
import { datedOn, openFacts } from "./facts.server.ts";

const Dated = { confirmed_at: z.date(), freshness: z.enum(FRESHNESS) };

/** A specialist in a list of the directory: public data, with the confirmation dates of the facts that filters use. */
export const Card = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  photo_url: z.string().nullable(),
  specialty: z.string().nullable(),
  location_city: z.string().nullable(),
  price_range: z.string().nullable(),
  modalities: z.array(z.string()),
  weekdays: z.array(z.int()),
  ...Rating.shape,
  is_newcomer: z.boolean(),
  /** The median time until they apply (hours); null while too few cases are known, or above two days. */
  reply_hours: z.int().nullable(),
  /** The distance between the centres of the places; null in a list without a place, or in the place itself. */
  km: z.number().nullable(),
  licence: z
    .strictObject({
      kind: z.enum(LICENCE_KINDS).nullable(),
      jurisdiction: z.string().nullable(),
      standing: z.enum(["fresh", "due"]),
      checked_on: z.string(),
    })
    .nullable(),
  /** The price of a session in the list's modality, or the first stated price; prices confirmed in the last 90 days come first. */
  price: z.strictObject({ modality: z.enum(MODALITIES), session: z.int(), ...Dated }).nullable(),
  /** The coverages of the filter, then the first by name. */
  coverages: z.array(z.strictObject({ short: z.string(), ...Dated })),
  coverage_count: z.int(),
  /** The next free time of their agenda, in the list's modality; null where they do not show it. */
  first_slot: FirstSlot.nullable(),
});
export type Card = z.output<typeof Card>;

/** The most coverages of a card. */
const COVERAGES_SHOWN = 3;

/** Whether a row `d` of the directory and its profile `p` are listed now: the node's copy may be slightly older. */
export const isInDirectory = sql<boolean>`d.listed and p.approval_status = 'approved' and p.suspended_at is null
  and is_licence_current(listed_since(p.id, p.license_checked_at))`;

type Asked = { numbers: string; jurisdiction: string; modality: Modality | "" };
const read = prepared("directory.cards", (db, { numbers, jurisdiction, modality }: Asked) =>
  db
    .selectFrom("directory as d")
    .innerJoin("profiles as p", "p.id", "d.kine_id")
    // The limit keeps the planner from reading all ratings.
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
      sql<number | null>`case when g.count >= ${ratingFrom} then g.stars::float8 / nullif(g.count, 0) end`.as(
        "average_stars",
      ),
      ratingFrom.as("rating_from"),
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
          .orderBy(sql`l.jurisdiction is not null and l.jurisdiction = ${jurisdiction}::text`, "desc")
          .orderBy("l.checked_at", "desc")
          .limit(1),
      ).as("licence"),
      firstSlotOf(sql`${modality}::text`).as("first_slot"),
    ])
    .where(sql<boolean>`d.number = any(${hideFromPlanner(numbers, "int[]")})`)
    .where(isInDirectory),
);

type Shown = { one: Listed; km: number };
const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Returns a reader of these specialists' cards, in this order, without specialists who are no longer listed. `asked` is the coverage filter. */
export function cardReader(contents: Contents, topic: Topic, shown: readonly Shown[], asked: readonly number[]) {
  // Copies the facts, since the contents may change while the cards are read.
  const held = shown.map(({ one, km }) => ({ number: one.number, facts: heldFacts(contents, topic, one, km, asked) }));
  const jurisdiction = jurisdictionOf(contents, topic);
  const modality = modalityOf(topic);
  return async ({ db }: { db: Database }): Promise<{ number: number; card: Card }[]> => {
    if (held.length === 0) return [];
    const rows = await read.all(db, {
      numbers: `{${held.map(({ number }) => number).join()}}`,
      jurisdiction,
      modality,
    });
    const found = new Map(rows.map((row) => [row.number, row]));
    return held.flatMap(({ number, facts }) => {
      const row = found.get(number);
      if (!row) return [];
      const { number: _, modalities, ...profile } = row;
      return [{ number, card: { ...profile, modalities: modalityLabels(modalities), ...facts } }];
    });
  };
}

/** The jurisdiction of a page, whose licence its cards name first; empty for a page without a jurisdiction. */
function jurisdictionOf(contents: Contents, { area }: Topic): string {
  if (area.kind === "province") return area.jurisdiction;
  return area.kind === "place" || area.kind === "home" ? (contents.places.get(area.place)?.jurisdiction ?? "") : "";
}

/** The modality of a page whose list is of one; empty for any other page. */
const modalityOf = ({ area }: Topic): Modality | "" =>
  area.kind === "home" ? "domicilio" : area.kind === "online" ? "online" : "";

function heldFacts(contents: Contents, topic: Topic, one: Listed, km: number, asked: readonly number[]) {
  const { coverages: known, day } = contents;
  const held = one.coverages.flatMap((id, place) => {
    const [short, until] = [known.get(id), one.coveragesUntil[place] ?? 0];
    return short !== undefined && until >= day ? [{ id, short, until }] : [];
  });
  return {
    weekdays: DAYS.filter((weekday) => one.weekdays & (1 << weekday)),
    is_newcomer: one.newcomer,
    reply_hours: one.replyHours !== null && one.replyHours <= MOST_REPLY_HOURS ? one.replyHours : null,
    km: km === 0 ? null : km,
    price: openFacts(contents, topic).shownPriceOf(one),
    coverages: held
      .toSorted((fact, other) => Number(asked.includes(other.id)) - Number(asked.includes(fact.id)))
      .slice(0, COVERAGES_SHOWN)
      .map(({ short, until }) => ({ short, ...datedOn(until, day) })),
    coverage_count: held.length,
  };
}

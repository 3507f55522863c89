import { sql } from "kysely";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Topic } from "../../app/domain/directory/addresses.ts";
import type { Contents } from "../../app/domain/directory/contents.server.ts";
import { type Asked, PRICE_LIMITS, RADII } from "../../app/domain/directory/query.ts";
import type { Counts } from "../../app/domain/directory/tally.server.ts";

type Filter = "specialties" | "coverages" | "upTo" | "radius" | "weekdays" | "onlyNew";

/** The numbers of the specialists who match a query, and the counts beside each filter, computed by the database from its table. */
export async function recount(
  db: Database,
  contents: Contents,
  { area, specialty }: Topic,
  asked: Asked,
): Promise<{ numbers: number[]; counts: Counts }> {
  const placed = area.kind === "place" || area.kind === "home" ? contents.near(area.place) : [];
  const within = (radius: number) => placed.filter(({ km }) => km <= radius).map(({ place }) => place.slug);
  const list = (values: readonly (string | number)[]) => `{${values.join()}}`;
  const inProvince = [...contents.places.values()]
    .filter((place) => area.kind === "province" && place.jurisdiction === area.jurisdiction)
    .map(({ slug }) => slug);
  const today = sql`day_number(directory_today())`;
  // The price of a session at home or online, otherwise the first stated price.
  const places = area.kind === "home" ? [2] : area.kind === "online" ? [3] : [1, 2, 3];
  const price = `coalesce(null, ${places.map((n) => `case when prices_until[${n}] >= day_number(directory_today()) then prices[${n}] end`).join()})`;
  const held =
    "(select array_agg(c) from unnest(coverages, coverages_until) u (c, until) join coverages v on v.id = c and v.retired_at is null where until >= day_number(directory_today()))";
  const meets: Record<Filter, ReturnType<typeof sql<boolean>>> = {
    specialties:
      asked.specialties.length > 0 ? sql`specialty = any(${list(asked.specialties)}::text[])` : sql<boolean>`true`,
    coverages:
      asked.coverages.length > 0 ? sql`${sql.raw(held)} && ${list(asked.coverages)}::int[]` : sql<boolean>`true`,
    upTo: asked.upTo === null ? sql<boolean>`true` : sql`${sql.raw(price)} <= ${asked.upTo}`,
    radius: placed.length > 0 ? sql`place = any(${list(within(asked.radius))}::text[])` : sql<boolean>`true`,
    weekdays: asked.weekdays.length > 0 ? sql`weekdays && ${list(asked.weekdays)}::smallint[]` : sql<boolean>`true`,
    onlyNew: asked.onlyNew ? sql`newcomer` : sql<boolean>`true`,
  };
  const base = sql<boolean>`listed and licence_until >= ${today} and ${specialty === null ? sql`true` : sql`specialty = ${specialty}`} and ${
    area.kind === "province"
      ? sql`place = any(${list(inProvince)}::text[])`
      : area.kind === "online"
        ? sql`'online' = any(modalities)`
        : area.kind === "home"
          ? sql`'domicilio' = any(modalities) and place = any(${list(within(20))}::text[])`
          : area.kind === "place"
            ? sql`place = any(${list(within(20))}::text[])`
            : sql`true`
  }`;
  const others = (but: Filter | null) =>
    sql.join(
      (Object.keys(meets) as Filter[]).filter((filter) => filter !== but).map((filter) => meets[filter]),
      sql` and `,
    );
  const counted = async (value: string, but: Filter, from = "directory") =>
    Object.fromEntries(
      (
        await sql<{ value: string | number; count: number }>`select ${sql.raw(value)} as value, count(*)::int as count
          from ${sql.raw(from)} where ${base} and ${others(but)} and ${sql.raw(value)} is not null group by 1`.execute(
          db,
        )
      ).rows.map((row) => [row.value, row.count]),
    );
  const numbers = await sql<{
    number: number;
  }>`select number from directory where ${base} and ${others(null)} order by 1`.execute(db);
  const prices = await counted(price, "upTo");
  const byPlace = await counted("place", "radius");
  const sumOf = (counts: Record<string, number>, isIn: (value: string) => boolean) =>
    Object.entries(counts).reduce((sum, [value, count]) => sum + (isIn(value) ? count : 0), 0);
  const nonzero = (counts: [number, number][]) => Object.fromEntries(counts.filter(([, count]) => count > 0));
  return {
    numbers: numbers.rows.map(({ number }) => number),
    counts: {
      specialties: await counted("specialty", "specialties"),
      coverages: await counted("coverage", "coverages", `directory, unnest(${held}) coverage`),
      upTo: nonzero(PRICE_LIMITS.map((limit) => [limit, sumOf(prices, (price) => Number(price) <= limit)])),
      radius: nonzero(RADII.map((radius) => [radius, sumOf(byPlace, (place) => within(radius).includes(place))])),
      weekdays: await counted("weekday", "weekdays", "directory, unnest(weekdays) weekday"),
      onlyNew: (await counted("newcomer::text", "onlyNew"))["true"] ?? 0,
    },
  };
}

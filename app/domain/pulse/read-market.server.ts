import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { ALL, type Cell, isShown, keyOf, wholesOf, withoutFewRests } from "../flow/cells.ts";
import {
  acceptedOf,
  acceptedWithin,
  answeredOf,
  answeredWithin,
  BLOCK_DAYS,
  blockOf,
  type Counts,
  dayAfter,
  isOver,
  NOTHING,
  partsShown,
  publishedOf,
  quantileOf,
  stepOf,
  totalOf,
  unmetOf,
  WEEK_DAYS,
  type Within,
  weekOf,
} from "../flow/flow.ts";
import { blocksFrom, cellsOf, leastMet, weeksFrom } from "../flow/sums.server.ts";
import { settingFrom } from "../settings/settings-input.ts";
import type { Market } from "./market-output.server.ts";
import { COUNTED_MODALITIES, MOST_ROWS, SHOWN_STEPS, TABLE_BLOCKS } from "./pulse.ts";

type Asked = Cell & { weeks: number; now: number };
type Point = { from: string; n: Counts };
const WITHIN = ["day", "two_days", "week"] as const;
const STEPS: Record<(typeof SHOWN_STEPS)[number], (counts: Counts) => number> = {
  published: publishedOf,
  answered: answeredOf,
  accepted: acceptedOf,
  closed: (counts) => stepOf(counts, "closed"),
  reviewed: (counts) => stepOf(counts, "reviewed"),
  withdrawn: (counts) => stepOf(counts, "withdrawn"),
};
const isFiltered = ({ place, modality, zone }: Cell) => place !== ALL || modality !== ALL || zone !== ALL;

/** How the market fares in some weeks. Few cases are told by no number, nor by the difference of two. */
export async function readMarket(db: Database, asked: Asked): Promise<Market> {
  const [{ days, points }, table, about] = await Promise.all([
    readPoints(db, asked),
    readTable(db, asked),
    aboutCounts.first(db, {}),
  ]);
  const shown = points.filter(({ n }) => partsShown(publishedOf(n)));
  const over = (within: Within) => shown.filter(({ from }) => isOver(from, days, within, asked.now));
  const total = sumOf(shown);
  const waits = sumOf(over("week"));
  const latest = over("day").slice(-BLOCK_DAYS / days);
  const before = over("day").slice((-2 * BLOCK_DAYS) / days, -BLOCK_DAYS / days);
  return {
    at: new Date(asked.now),
    counted_since: about?.since ?? null,
    days,
    target: settingFrom("share_target_24h", about?.target),
    points: points.map(({ from, n }) => ({
      from,
      published: partsShown(publishedOf(n)) ? publishedOf(n) : null,
      ...perTime((within) => answeredWithin(n, within)),
      is_running: perTime((within) => !isOver(from, days, within, asked.now)),
    })),
    latest: answeredWithin(sumOf(latest), "day"),
    before: answeredWithin(sumOf(before), "day"),
    total: {
      steps: SHOWN_STEPS.map((step) => ({
        step,
        cases: shown.length === 0 && points.length > 0 ? null : STEPS[step](total),
      })),
      accepted_week: acceptedWithin(sumOf(over("week")), "week"),
      accepted_month: acceptedWithin(sumOf(over("month")), "month"),
      wait: partsShown(publishedOf(waits))
        ? {
            of: publishedOf(waits),
            p50: quantileOf(waits, 0.5),
            p75: quantileOf(waits, 0.75),
            p90: quantileOf(waits, 0.9),
          }
        : null,
    },
    ...table,
  };
}

const sumOf = (points: readonly { n: Counts }[]): Counts => totalOf(points.map(({ n }) => n));
const perTime = <T>(of: (within: (typeof WITHIN)[number]) => T) => ({
  day: of("day"),
  two_days: of("two_days"),
  week: of("week"),
});

/** The weeks, or blocks of four, that are over, the oldest first; those that are not told have no counts. */
async function readPoints(db: Database, { weeks, now, ...cell }: Asked): Promise<{ days: number; points: Point[] }> {
  if (!isFiltered(cell)) {
    const rows = await weeksFrom.all(db, { from: dayAfter(weekOf(now), -weeks * WEEK_DAYS) });
    const points = rows.map(({ from_day, n }) => ({ from: from_day, n: partsShown(publishedOf(n)) ? n : NOTHING }));
    return { days: WEEK_DAYS, points: ended(points, WEEK_DAYS, now) };
  }
  const blocks = Math.max(1, Math.floor((weeks * WEEK_DAYS) / BLOCK_DAYS));
  const { place, modality, zone } = cell;
  const rows = await blocksFrom.all(db, { from: dayAfter(blockOf(now), -blocks * BLOCK_DAYS), place, modality, zone });
  const points = [...Map.groupBy(rows, ({ from_day }) => from_day)].flatMap(([from, cells]) => {
    const own = cells.find((one) => keyOf(one) === keyOf(cell));
    if (!own) return [];
    return [{ from, n: isShown(cell, publishedIn(cells)) ? own.n : NOTHING }];
  });
  return { days: BLOCK_DAYS, points: ended(points, BLOCK_DAYS, now) };
}

const ended = (points: readonly Point[], days: number, now: number): Point[] =>
  points.filter(({ from }) => isOver(from, days, null, now)).toReversed();

function publishedIn(cells: readonly (Cell & { n: Counts })[]): (cell: Cell) => number {
  const counts = new Map(cells.map((one) => [keyOf(one), publishedOf(one.n)]));
  return (cell) => counts.get(keyOf(cell)) ?? 0;
}

/** The places and modalities of the latest blocks. Each block leaves out what would show few cases. */
async function readTable(db: Database, { weeks, now, ...cell }: Asked): Promise<Pick<Market, "table_from" | "rows">> {
  const blocks = Math.min(TABLE_BLOCKS, Math.max(1, Math.floor((weeks * WEEK_DAYS) / BLOCK_DAYS)));
  const current = blockOf(now - 24 * 3_600_000);
  const days = Array.from({ length: blocks }, (_, at) => dayAfter(current, -(at + 1) * BLOCK_DAYS));
  const [newest, oldest] = [days[0], days.at(-1)];
  if (newest === undefined || oldest === undefined) return { table_from: null, rows: [] };
  const oneOf = (value: string) => (value === ALL ? undefined : value);
  const pairs = await leastMet.all(db, {
    from: newest,
    place: oneOf(cell.place),
    modality: oneOf(cell.modality),
    zone: cell.zone,
    most: MOST_ROWS,
  });
  if (pairs.length === 0) return { table_from: oldest, rows: [] };
  const cells = pairs.map((pair) => ({ ...pair, zone: cell.zone }));
  const wanted = [...new Map(cells.flatMap(wholesOf).map((one) => [keyOf(one), one])).values()];
  const found = await cellsOf.all(db, {
    days: arrayOf(days),
    places: arrayOf(wanted.map((one) => one.place)),
    modalities: arrayOf(wanted.map((one) => one.modality)),
    zones: arrayOf(wanted.map((one) => one.zone)),
  });
  const told = new Map<string, Counts>();
  for (const of of Map.groupBy(found, ({ from_day }) => from_day).values()) {
    const published = publishedIn(of);
    const lines = of.filter((one) => one.zone === cell.zone && (one.place === ALL || one.modality === ALL));
    const wholes = new Map(lines.map((line) => [keyOf(line), publishedOf(line.n)]));
    const own = of.filter((one) => one.place !== ALL && one.modality !== ALL && one.zone === cell.zone);
    for (const row of withoutFewRests(
      own.filter((one) => isShown(one, published)),
      wholes,
    ))
      told.set(keyOf(row), totalOf([told.get(keyOf(row)) ?? NOTHING, row.n]));
  }
  const rows = cells.flatMap((one) => {
    const n = told.get(keyOf(one));
    const kind = COUNTED_MODALITIES.find((known) => known === one.modality);
    if (!n || kind === undefined) return [];
    return [
      { place: one.place, modality: kind, published: publishedOf(n), day: answeredWithin(n, "day"), unmet: unmetOf(n) },
    ];
  });
  return { table_from: oldest, rows: rows.toSorted((a, b) => b.unmet - a.unmet) };
}

const arrayOf = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`).join()}}`;

const aboutCounts = prepared(
  "pulse about",
  () => sql<{ since: Date | null; target: unknown }>`select
    (select applied_at from schema_migrations where name >= '0590' order by name limit 1) as since,
    (select value from settings where key = 'share_target_24h') as target`,
);

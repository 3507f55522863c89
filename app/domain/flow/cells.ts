import { type Counts, FEW, publishedOf } from "./flow.ts";

/** A cell of the cube: a place, a modality and a zone of the body, `*` for all. */
export type Cell = { place: string; modality: string; zone: string };
export const ALL = "*";
const FACTS = ["place", "modality", "zone"] as const;

export const keyOf = ({ place, modality, zone }: Cell): string => `${place}\n${modality}\n${zone}`;

/** The cells that hold all cases of this one: it and those with fewer of its facts, eight at most. */
export function wholesOf(cell: Cell): Cell[] {
  return FACTS.reduce<Cell[]>(
    (cells, fact) => (cell[fact] === ALL ? cells : cells.flatMap((one) => [one, { ...one, [fact]: ALL }])),
    [cell],
  );
}

/** Whether so few cases remain that a difference would tell single ones apart. */
const isFew = (cases: number): boolean => cases > 0 && cases < FEW;

/**
 * Whether a cell is told: it has no few cases, and no whole that is told, less this cell, leaves few. A cell gives way to its whole, so any two
 * cells that are told, one within the other, differ by none or by enough. `published` knows every whole of the cell.
 */
export function isShown(cell: Cell, published: (cell: Cell) => number): boolean {
  const own = published(cell);
  return own >= FEW && wholesOf(cell).every((whole) => !isFew(published(whole) - own));
}

type Row = Cell & { n: Counts };

/**
 * The rows of a table whose lines add up to wholes that are told: where the rest of a line would be few cases, its smallest row is left out too.
 * `wholes` are those of place and modality.
 */
export function withoutFewRests<T extends Row>(rows: readonly T[], wholes: ReadonlyMap<string, number>): T[] {
  const shown = new Set(rows);
  const lines = new Map<string, T[]>();
  for (const row of rows) for (const key of wholesOf(row).map(keyOf)) lines.set(key, [...(lines.get(key) ?? []), row]);
  const partsOf = (key: string) => (lines.get(key) ?? []).filter((row) => shown.has(row));
  for (;;) {
    const line = [...wholes].find(([key, all]) => partsOf(key).length > 0 && isFew(all - totalOf(partsOf(key))));
    const [smallest] = line ? partsOf(line[0]).toSorted((a, b) => of(a) - of(b)) : [];
    if (!smallest) return [...shown];
    shown.delete(smallest);
  }
}

const of = ({ n }: Row): number => publishedOf(n);
const totalOf = (rows: readonly Row[]): number => rows.reduce((all, row) => all + of(row), 0);

import { expect, test } from "vitest";
import { ALL, type Cell, isShown, keyOf, withoutFewRests } from "./cells.ts";
import {
  acceptedWithin,
  answeredWithin,
  BUCKET_HOURS,
  blockOf,
  bucketWords,
  type Counts,
  FEW,
  isOver,
  NOTHING,
  partsShown,
  quantileOf,
  unmetOf,
  weekOf,
} from "./flow.ts";

function random(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A case: hours until its first application, or until it ended without one; neither: it waits for good. */
type Life = { answered?: number; ended?: number };

const bucketOf = (hours: number) => BUCKET_HOURS.filter((end) => hours >= end).length;

function countsOf(lives: readonly Life[]): Counts {
  const counts = [...NOTHING];
  const add = (slot: number) => (counts[slot] = (counts[slot] ?? 0) + 1);
  for (const { answered, ended } of lives) {
    add(0);
    if (answered !== undefined) add(1 + bucketOf(answered));
    else if (ended !== undefined) add(10 + bucketOf(ended));
  }
  return counts;
}

/** The exact Kaplan-Meier quantile, in hours; null when the curve does not fall so far within seven days. */
function exactQuantile(lives: readonly Life[], share: number): number | null {
  const ends = lives
    .map(({ answered, ended }) => ({ at: answered ?? ended ?? Infinity, isEvent: answered !== undefined }))
    .toSorted((a, b) => a.at - b.at || Number(b.isEvent) - Number(a.isEvent));
  let waiting = 1;
  for (const [before, { at, isEvent }] of ends.entries()) {
    if (at >= 168) return null;
    if (isEvent) waiting *= 1 - 1 / (ends.length - before);
    if (isEvent && waiting <= 1 - share + 1e-9) return at;
  }
  return null;
}

test("a share is of the cases that did not end in time without an application, and a few have none", () => {
  const lives: Life[] = [
    ...Array.from({ length: 15 }, () => ({ answered: 5 })),
    ...Array.from({ length: 4 }, () => ({ answered: 30 })),
    ...Array.from({ length: 5 }, () => ({})),
    ...Array.from({ length: 3 }, () => ({ ended: 2 })),
    { ended: 60 },
  ];
  const counts = countsOf(lives);
  expect(answeredWithin(counts, "day")).toEqual({ n: 15, of: 25, percent: 60 });
  expect(answeredWithin(counts, "two_days")).toEqual({ n: 19, of: 25, percent: 76 });
  expect(answeredWithin(counts, "week")).toEqual({ n: 19, of: 24, percent: 79 });
  expect(unmetOf(counts)).toBe(5);
  expect(answeredWithin(countsOf(lives.slice(0, 12)), "day")).toEqual({ n: 12, of: 12, percent: null });
  expect(answeredWithin(countsOf(lives.slice(0, FEW - 1)), "day")).toBeNull();
  expect(acceptedWithin(counts, "week")).toEqual({ n: 0, of: 28, percent: 0 });
  expect([0, 4, 5].map(partsShown)).toEqual([false, false, true]);
});

test("half that never got an application is told as more than seven days, never as the time of the others", () => {
  const half = [...Array.from({ length: 10 }, () => ({ answered: 0.5 })), ...Array.from({ length: 11 }, () => ({}))];
  expect(quantileOf(countsOf(half), 0.5)).toBeNull();
  expect(bucketWords(quantileOf(countsOf(half), 0.5))).toBe("más de 7 días");
  expect(bucketWords(quantileOf(countsOf(half.slice(0, 20)), 0.5))).toBe("menos de 1 h");
  // Who withdrew within the hour leaves the others as they are.
  expect(quantileOf(countsOf([...half.slice(0, 18), { ended: 0.1 }]), 0.5)).toBe(0);
});

test("quantiles are within one bucket of the exact ones in a thousand sets of lives", () => {
  const roll = random(5);
  const far: unknown[] = [];
  for (let set = 0; set < 1_000; set += 1) {
    const [typical, lost, ends] = [1 + roll(60), roll(60), roll(30)];
    const lives = Array.from({ length: 20 + roll(400) }, (): Life => {
      const at = typical * -Math.log(1 - roll(10_000) / 10_000);
      if (roll(100) < lost) return roll(100) < ends ? { ended: roll(300) } : {};
      const ended = roll(100) < ends ? roll(200) : Infinity;
      return ended < at ? { ended } : { answered: at };
    });
    for (const share of [0.5, 0.75, 0.9]) {
      const exact = exactQuantile(lives, share);
      const [found, expected] = [quantileOf(countsOf(lives), share) ?? 7, exact === null ? 7 : bucketOf(exact)];
      if (Math.abs(found - expected) > 1) far.push({ set, share, found, expected });
    }
  }
  expect(far).toEqual([]);
});

test("weeks begin on Mondays in Buenos Aires, blocks hold four of them, and a cohort is over when its last case is old enough", () => {
  expect(weekOf(Date.parse("2026-11-30T02:59:59Z"))).toBe("2026-11-23");
  expect(weekOf(Date.parse("2026-11-30T03:00:00Z"))).toBe("2026-11-30");
  expect(weekOf(Date.parse(`${blockOf(Date.parse("2026-11-28T12:00:00Z"))}T12:00:00Z`))).toBe(
    blockOf(Date.parse("2026-11-28T12:00:00Z")),
  );
  const monday = Date.parse("2026-11-30T03:00:00Z");
  expect(isOver("2026-11-23", 7, null, monday)).toBe(true);
  expect(isOver("2026-11-23", 7, "day", monday)).toBe(false);
  expect(isOver("2026-11-23", 7, "day", monday + 86_400_000)).toBe(true);
});

const FACTS = { place: ["a", "b", "c", "d"], modality: ["x", "y", "z"], zone: ["1", "2", "3"] };
type Fact = keyof typeof FACTS;

/** Some random cases, and how many are in a cell. */
function randomCube(roll: (sides: number) => number) {
  const cases = Array.from({ length: roll(150) }, () => ({
    place: FACTS.place[roll(roll(4) + 1)]!,
    modality: FACTS.modality[roll(roll(3) + 1)]!,
    zone: FACTS.zone[roll(roll(3) + 1)]!,
  }));
  const isIn = (one: Cell, cell: Cell) =>
    (Object.keys(FACTS) as Fact[]).every((fact) => cell[fact] === ALL || cell[fact] === one[fact]);
  return { cases, isIn, of: (cell: Cell) => cases.filter((one) => isIn(one, cell)).length };
}

test("no two answers of a thousand filters, one of cases within the other's, differ by fewer than five cases", () => {
  const roll = random(3);
  let pairs = 0;
  for (let round = 0; round < 100; round += 1) {
    const { cases, isIn, of } = randomCube(roll);
    const some = (fact: Fact) => (roll(2) ? ALL : FACTS[fact][roll(FACTS[fact].length)]!);
    const filters = Array.from({ length: 1_000 / 100 }, () => ({
      place: some("place"),
      modality: some("modality"),
      zone: some("zone"),
    }));
    const shown = filters.filter((cell) => isShown(cell, of));
    for (const cell of shown) expect(of(cell)).toBeGreaterThanOrEqual(FEW);
    for (const whole of shown)
      for (const part of shown) {
        const rest = cases.filter((one) => isIn(one, whole) && !isIn(one, part));
        if (cases.some((one) => isIn(one, part) && !isIn(one, whole))) continue;
        pairs += 1;
        expect(rest.length === 0 || rest.length >= FEW, JSON.stringify({ whole, part, rest: rest.length })).toBe(true);
      }
  }
  expect(pairs).toBeGreaterThan(1_000);
});

test("the rows of a table, less a whole of theirs, leave no few cases", () => {
  const roll = random(9);
  let shownRows = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const { of } = randomCube(roll);
    const all = FACTS.place.flatMap((place) => FACTS.modality.map((modality) => ({ place, modality, zone: ALL })));
    const told = all
      .filter((cell) => isShown(cell, of))
      .map((cell) => ({ ...cell, n: NOTHING.map((_, at) => (at === 0 ? of(cell) : 0)) }));
    const lines = [
      { place: ALL, modality: ALL, zone: ALL },
      ...FACTS.place.map((place) => ({ place, modality: ALL, zone: ALL })),
      ...FACTS.modality.map((modality) => ({ place: ALL, modality, zone: ALL })),
    ];
    const rows = withoutFewRests(told, new Map(lines.map((line) => [keyOf(line), of(line)])));
    shownRows += rows.length;
    for (const line of lines) {
      const parts = rows.filter(
        (row) =>
          (line.place === ALL || row.place === line.place) && (line.modality === ALL || row.modality === line.modality),
      );
      const rest = of(line) - parts.reduce((sum, { n }) => sum + n[0]!, 0);
      expect(parts.length === 0 || rest === 0 || rest >= FEW).toBe(true);
    }
  }
  expect(shownRows).toBeGreaterThan(1_000);
});

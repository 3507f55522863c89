import { describe, expect, test } from "vitest";
import type { Topic } from "./addresses.ts";
import { EVERYBODY, groupOfPlace, groupOfProvince, type Listed, openContents } from "./contents.server.ts";
import { NOTHING_ASKED } from "./query.ts";
import { search } from "./search.server.ts";

const place = (slug: string, jurisdiction: string, latitude: number) => ({
  slug,
  kind: "barrio",
  name: slug,
  jurisdiction,
  latitude,
  longitude: -58.4,
});
const PLACES = [place("uno", "02", -34.6), place("dos", "02", -34.62), place("lejos", "14", -31.4)];
const names = {
  places: new Map(PLACES.map((each) => [each.slug, each])),
  coverages: new Map([
    [1, "OSDE"],
    [2, "PAMI"],
  ]),
};
const TODAY = 20_000;
const around = { names, isStrict: false, day: TODAY };

const listed = (number: number, facts: Partial<Listed> = {}): Listed => ({
  number,
  licenceUntil: TODAY + 100,
  place: "uno",
  specialty: "deportiva",
  modalities: 7,
  licensed: [],
  licensedUntil: [],
  coverages: [],
  coveragesUntil: [],
  prices: [],
  pricesUntil: [],
  weekdays: 2,
  replyHours: null,
  score: 500,
  newcomer: false,
  changed: 0,
  ...facts,
});

const COUNTRY: Topic = { area: { kind: "country" }, specialty: null };
const numbersOf = (list: readonly Listed[]) => list.map(({ number }) => number);

describe("a node's contents", () => {
  test("after random changes are those of contents that were opened with the same rows", () => {
    let state = 5;
    const roll = (sides: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
    const drawn = () =>
      listed(roll(80), {
        score: 490 + roll(10),
        place: [null, "uno", "dos", "lejos"][roll(4)]!,
        licenceUntil: TODAY - 2 + roll(9),
        modalities: roll(8),
      });
    const kept = openContents(around);
    const rows = new Map<number, Listed>();
    for (let round = 0; round < 300; round += 1) {
      const put = [...new Map(Array.from({ length: roll(6) }, drawn).map((one) => [one.number, one])).values()];
      const gone = Array.from({ length: roll(3) }, () => roll(80)).filter(
        (number) => !put.some((one) => one.number === number),
      );
      kept.change(gone, put);
      for (const number of gone) rows.delete(number);
      for (const one of put) rows.set(one.number, one);
      const fresh = openContents(around);
      fresh.change([], [...rows.values()]);
      for (const name of [EVERYBODY, "online", groupOfPlace("uno"), groupOfPlace("dos"), groupOfProvince("02")])
        expect(kept.contents.group(name), name).toEqual(fresh.contents.group(name));
    }
  });

  test("let each fact go at the midnight after its last day, without a change of its row", () => {
    const { contents, around: turn, change } = openContents(around);
    change(
      [],
      [
        listed(1, { coverages: [1], coveragesUntil: [TODAY] }),
        listed(2, { prices: [20_000, null, null], pricesUntil: [TODAY, null, null] }),
        listed(3, { licenceUntil: TODAY }),
      ],
    );
    const asked = { ...NOTHING_ASKED, coverages: [1] };
    const priced = { ...NOTHING_ASKED, upTo: 20_000 };
    expect([contents.all.length, numbersOf(search(contents, COUNTRY, asked).list)]).toEqual([3, [1]]);
    expect(search(contents, COUNTRY, NOTHING_ASKED).counts.coverages).toEqual({ 1: 1 });
    expect(numbersOf(search(contents, COUNTRY, priced).list)).toEqual([2]);
    turn({ ...around, day: TODAY + 1 });
    expect([contents.all.length, search(contents, COUNTRY, asked).list]).toEqual([2, []]);
    expect(search(contents, COUNTRY, NOTHING_ASKED).counts.coverages).toEqual({});
    expect(search(contents, COUNTRY, priced).list).toEqual([]);
  });

  test("keep their groups when a coverage changes, and make them again when a place does", () => {
    const { contents, change, around: turn } = openContents(around);
    change([], [listed(1, { coverages: [1], coveragesUntil: [TODAY] }), listed(2, { place: "lejos" })]);
    const groups = () => [EVERYBODY, groupOfPlace("uno"), groupOfProvince("14")].map((name) => contents.group(name));
    const before = groups();
    expect(search(contents, COUNTRY, NOTHING_ASKED).counts.coverages).toEqual({ 1: 1 });
    const places = new Map(PLACES.map((each) => [each.slug, { ...each }]));
    const renamed = { places, coverages: new Map([[2, "PAMI"]]) };
    turn({ ...around, names: renamed });
    for (const [index, group] of groups().entries()) expect(group).toBe(before[index]);
    expect(search(contents, COUNTRY, NOTHING_ASKED).counts.coverages).toEqual({});
    turn({ ...around, names: { ...renamed, places: new Map([...places, ["lejos", place("lejos", "10", -31.4)]]) } });
    expect(groups().map((group) => group.length)).toEqual([2, 1, 0]);
    expect(contents.group(groupOfProvince("10"))).toHaveLength(1);
  });

  test("forget the results that are not asked for, so that distinct questions take bounded memory", () => {
    const { contents } = openContents(around);
    let computed = 0;
    const ask = (n: number) => contents.memoize(`question ${n}`, [], () => ({ list: [], n: (computed += 1) }));
    for (let n = 0; n < 5_000; n += 1) ask(n);
    ask(0);
    expect(computed).toBe(5_001);
    ask(4_999);
    expect(computed).toBe(5_001);
  });

  test("work out again what a change touches, and nothing else", () => {
    const { contents, change } = openContents(around);
    change([], [listed(1), listed(2, { place: "lejos" })]);
    const at = (slug: string): Topic => ({ area: { kind: "place", place: slug }, specialty: "deportiva" });
    const [near, far] = [search(contents, at("uno"), NOTHING_ASKED), search(contents, at("lejos"), NOTHING_ASKED)];
    change([], [listed(3, { place: "dos" })]);
    expect(search(contents, at("lejos"), NOTHING_ASKED)).toBe(far);
    // "dos" is within reach of "uno", whose page counts it.
    expect(search(contents, at("uno"), NOTHING_ASKED)).not.toBe(near);
    expect(search(contents, at("uno"), { ...NOTHING_ASKED, radius: 3 }).list).toHaveLength(2);
  });
});

describe("a list's prices", () => {
  const priced = (number: number, ...prices: (number | null)[]) =>
    listed(number, { prices, pricesUntil: prices.map((price) => (price === null ? null : TODAY + 60)) });

  test("are those of its modality, and of any other list the first that is stated", () => {
    const { contents, change } = openContents(around);
    change([], [priced(1, 30_000, 40_000, 10_000), priced(2, null, null, 12_000), priced(3, null, 14_000, null)]);
    const upTo = (topic: Topic) => numbersOf(search(contents, topic, { ...NOTHING_ASKED, upTo: 15_000 }).list);
    expect(upTo(COUNTRY)).toEqual([2, 3]);
    expect(upTo({ area: { kind: "online" }, specialty: null })).toEqual([1, 2]);
    expect(upTo({ area: { kind: "home", place: "uno" }, specialty: null })).toEqual([3]);
    expect(search(contents, COUNTRY, NOTHING_ASKED).counts.upTo).toMatchObject({ 15_000: 2, 30_000: 3 });
  });

  test("are not ordered by when they are older than 60 days", () => {
    const { contents, change } = openContents(around);
    const old = { prices: [1_000, null, null], pricesUntil: [TODAY + 29, null, null] };
    change([], [priced(1, 30_000, null, null), listed(2, old), priced(3, 20_000, null, null), listed(4)]);
    const byPrice = () => numbersOf(search(contents, COUNTRY, { ...NOTHING_ASKED, order: "precio" }).list);
    expect(byPrice()).toEqual([3, 1, 2, 4]);
    // The card shows the office price, the first that is confirmed; the price of home visits does not affect the order.
    change([], [listed(5, { prices: [30_000, 12_000, null], pricesUntil: [TODAY + 20, TODAY + 89, null] })]);
    expect(byPrice()).toEqual([3, 1, 2, 4, 5]);
    expect(numbersOf(search(contents, COUNTRY, { ...NOTHING_ASKED, upTo: 15_000 }).list)).toEqual([2]);
  });
});

import { describe, expect, test } from "vitest";
import { ORDER_RULES } from "./order-rules.ts";
import { luckOf, nearnessOf, scoreOf, withNewcomers } from "./order.ts";

const text = (id: string) => ORDER_RULES.find((rule) => rule.id === id)!.text;
const numbersIn = (id: string) => (text(id).match(/\d+/g) ?? []).map(Number);

const nobody = { mean: 1, stars: 0, weight: 0, parts: 0, licenceDays: 200, price: null, replyHours: 4_320 };
const points = (facts: Partial<Parameters<typeof scoreOf>[0]>) => scoreOf({ ...nobody, ...facts }) - scoreOf(nobody);

describe("/como-ordenamos says of the order what it does", () => {
  test("reviews: the most points, the reviews of the house's mean, and their half-life", () => {
    const [most, prior, months] = numbersIn("resenas");
    expect(points({ mean: 5 })).toBe(most);
    // As many own reviews as added ones move the rating halfway.
    expect(points({ stars: 5 * prior!, weight: prior! })).toBe(most! / 2);
    expect(points({ mean: 4, stars: 5, weight: 1 }) - points({ mean: 4 })).toBeLessThan(most! / 20);
    expect(months).toBe(18);
  });

  test("the profile: each of nine parts the same", () => {
    const [most] = numbersIn("perfil");
    expect(points({ parts: 9 })).toBe(most);
    expect(
      text("perfil")
        .split(":")[1]!
        .split(/, | y /),
    ).toHaveLength(9);
  });

  test("licence and price: their points, the days, and half of them", () => {
    const [whole, fresh, half] = numbersIn("matricula");
    expect(points({ licenceDays: fresh! }) + half!).toBe(whole);
    expect(points({ licenceDays: fresh! + 1 })).toBe(0);
    const [price, , aging] = numbersIn("precio");
    expect([points({ price: "fresh" }), points({ price: "aging" }), points({ price: "stale" })]).toEqual([
      price,
      aging,
      0,
    ]);
  });

  test("the reply: its points, the hours, and half of them, as for who has too few cases", () => {
    const [whole, soon, half, late] = numbersIn("respuesta");
    const of = (replyHours: number | null) => points({ replyHours });
    expect([of(1), of(soon!), of(soon! + 1), of(late!), of(late! + 1), of(null)]).toEqual([
      whole,
      whole,
      half,
      half,
      0,
      half,
    ]);
  });

  test("nearness: all at the place, half on the way, none from there on", () => {
    const [most, middle, end] = numbersIn("cercania");
    expect([0, middle!, end!, end! + 5].map(nearnessOf)).toEqual([most, most! / 2, 0, 0]);
  });

  test("newcomers: each fifth place of the first page, by a draw of the day, and nobody is shown twice or lost", () => {
    const [each, fewer] = numbersIn("nuevos");
    expect([each, fewer]).toEqual([5, 3]);
    const list = Array.from({ length: 90 }, (_, number) => ({ number, newcomer: number >= 40 && number % 2 === 0 }));
    const first = withNewcomers(list, 1, 20);
    const places = first.slice(0, 20).flatMap(({ newcomer }, index) => (newcomer ? [index + 1] : []));
    expect(places).toEqual([5, 10, 15, 20]);
    expect(first.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(list.map(({ number }) => number));
    expect(withNewcomers(list, 1, 20)).toEqual(first);
    const drawn = new Set(Array.from({ length: 60 }, (_, day) => withNewcomers(list, day, 20)[4]!.number));
    expect(drawn.size).toBeGreaterThan(15);
    expect(withNewcomers(list.slice(0, 30), 1, 20)).toEqual(list.slice(0, 30));
    expect(withNewcomers(list.slice(40, 43), 1, 20)).toEqual(list.slice(40, 43));
  });

  test("no newcomer who stands above a newcomer's place moves down to it", () => {
    const list = Array.from({ length: 90 }, (_, number) => ({ number, newcomer: number < 3 || number >= 17 }));
    for (let day = 0; day < 50; day += 1) {
      const first = withNewcomers(list, day, 20);
      expect(first.slice(0, 4)).toEqual(list.slice(0, 4));
      expect([5, 10, 15, 20].every((place) => first[place - 1]!.newcomer)).toBe(true);
      expect(first.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(list.map(({ number }) => number));
    }
    const newcomers = list.map(({ number }) => ({ number, newcomer: true }));
    expect(withNewcomers(newcomers, 1, 20).slice(0, 4)).toEqual(newcomers.slice(0, 4));
  });

  test("who stands behind a drawn newcomer moves down by one place for each", () => {
    expect(text("nuevos")).toContain("Los de más abajo se corren un lugar.");
    const places = [4, 9, 14, 19];
    const others = Array.from({ length: 90 }, (_, number) => ({ number, newcomer: number >= 40 }));
    const withOne = others.map((item) => ({ ...item, newcomer: item.newcomer || item.number === 6 }));
    const placesOn = (list: typeof others, day: number) => withNewcomers(list, day, 20).map(({ number }) => number);
    for (let day = 0; day < 50; day += 1) {
      for (const [place, number] of placesOn(others, day).entries())
        if (number < 40) expect(place - number).toBe(places.filter((each) => each < place).length);
      // A newcomer moves down as well, unless the draw gives them the place.
      expect([4, 7]).toContain(placesOn(withOne, day).indexOf(6));
    }
  });

  test("a newcomer's luck is another one each day", () => {
    expect(new Set(Array.from({ length: 1_000 }, (_, day) => luckOf(7, day))).size).toBe(1_000);
  });
});

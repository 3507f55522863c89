import { expect, test } from "vitest";
import { type ComparedApplication, type ComparedFact, decidingFacts, ordersOf } from "./compare-facts.ts";

const now = new Date("2026-03-02T12:00:00Z");
const application = (stated: Partial<ComparedApplication>) =>
  ({ offer: null, average_stars: null, ...stated }) as ComparedApplication;

test("an order in which no application comes before another is not offered", () => {
  const starred = application({ average_stars: 4.5 });
  expect(ordersOf([application({}), application({})], now)).toEqual([]);
  expect(ordersOf([application({}), starred], now)).toEqual(["stars"]);
  expect(ordersOf([starred, starred], now)).toEqual([]);
  const cheap = application({ offer: { session: 10_000 } as ComparedApplication["offer"] });
  expect(ordersOf([cheap, starred], now)).toEqual(["price", "stars"]);
});

test("three facts are compared first on a phone: what differs, and by which most people choose", () => {
  const fact = (name: string, isDifferent: boolean, decides?: true): ComparedFact => ({
    name,
    isDifferent,
    text: () => name,
    ...(decides && { decides }),
  });
  const named = (facts: ComparedFact[]) => decidingFacts(facts).map(({ name }) => name);
  const [place, price] = [fact("Lugar", true), fact("Sesión", true, true)];
  const [time, stars] = [fact("Primer horario", false, true), fact("Estrellas", true, true)];
  expect(named([time, price, place, stars])).toEqual(["Sesión", "Lugar", "Estrellas"]);
  expect(named([time, price, fact("Modalidad", false)])).toEqual(["Primer horario", "Sesión", "Modalidad"]);
});

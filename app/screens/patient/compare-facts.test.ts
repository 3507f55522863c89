import { expect, test } from "vitest";
import { type ComparedApplication, ordersOf } from "./compare-facts.ts";

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

import { expect, test } from "vitest";
import {
  type ComparedApplication,
  type ComparedFact,
  comparedFacts,
  decidingFacts,
  ordersOf,
  RANKS,
} from "./compare-facts.ts";

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

test("three facts are compared first on a phone, and a fourth that differs: what differs, and by which most people choose", () => {
  const fact = (name: string, isDifferent: boolean, decides?: true): ComparedFact => ({
    name,
    isDifferent,
    text: () => name,
    ...(decides && { decides }),
  });
  const named = (facts: ComparedFact[]) => decidingFacts(facts).map(({ name }) => name);
  const [place, price] = [fact("Lugar", true), fact("Sesión", true, true)];
  const [time, stars] = [fact("Primer horario", false, true), fact("Estrellas", true, true)];
  const [form, home] = [fact("Modalidad", false), fact("Va a tu casa", true, true)];
  expect(named([time, price, place, home, stars])).toEqual(["Sesión", "Lugar", "Va a tu casa", "Estrellas"]);
  expect(named([time, price, form, fact("Matrícula", false)])).toEqual(["Primer horario", "Sesión", "Modalidad"]);
});

test("whether somebody comes home is compared where it differs, by the offer before the profile", () => {
  const homes = (...all: Partial<ComparedApplication>[]) => {
    const offers = all.map(application);
    const fact = comparedFacts(offers, null, now).find(({ name }) => name === "Va a tu casa");
    return fact && offers.map(fact.text);
  };
  const offering = (modality: "domicilio" | "online") => ({ offer: { modality }, modalities: "consultorio" });
  expect(homes({ modalities: "domicilio, online" }, { modalities: "consultorio" })).toEqual(["Sí", "No"]);
  expect(homes(offering("domicilio"), offering("online"))).toEqual(["Sí", "No"]);
  expect(homes({ modalities: "domicilio" }, { modalities: "domicilio" })).toBeUndefined();
  expect(homes({ modalities: "domicilio" }, { modalities: null })).toBeUndefined();
});

test("a first time is the agenda's, or else what was offered, and says so", () => {
  const offers = [
    application({ free_at: new Date("2026-03-05T12:00:00Z"), offer: { times: ["2026-03-03T12:00:00Z"] } }),
    application({ free_at: null, offer: { times: ["2026-03-04T12:00:00Z"] } }),
  ];
  const fact = comparedFacts(offers, null, now).find(({ name }) => name === "Primer horario")!;
  expect(offers.map(fact.text)).toEqual(["jue, 5 mar, 09:00", "Ofreció el mié, 4 mar, 09:00"]);
  expect(offers.map((one) => RANKS.time(one, now))).toEqual([Date.UTC(2026, 2, 5, 12), Date.UTC(2026, 2, 4, 12)]);
});

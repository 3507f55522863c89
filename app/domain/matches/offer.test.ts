import { expect, test } from "vitest";
import { NewOfferFacts } from "./offer.ts";

const DAY_MS = 86_400_000;

test("the first times of an offer are to come and within a year, and its prices whole pesos", () => {
  const parse = (given: object) => NewOfferFacts.safeParse(given);
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  for (const days of [1 / 1440, 1, 300]) expect(parse({ times: [inDays(days), ""] }).success, String(days)).toBe(true);
  for (const time of [
    inDays(-1 / 1440),
    inDays(-2),
    inDays(-400),
    inDays(400),
    "9999-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
  ])
    expect(parse({ times: [inDays(1), time] }).error?.issues[0]?.message, time).toBe(
      "Elegí horarios que no hayan pasado, hasta dentro de un año",
    );
  for (const session of [28.5, Number.NaN, -1])
    expect(parse({ session }).error?.issues[0]?.message).toBe("Escribí un monto en pesos, sin centavos");
  expect(parse({ session: 28_500 }).data).toEqual({ session: 28_500 });
});

import { expect, test } from "vitest";
import { applicantInWords, decidesInWords } from "./application-words.ts";

const one = {
  location_city: "Palermo",
  km: 2.4,
  offer: null,
  listed_price: null,
  price_range: "$15.000 - $25.000",
  coverage_how: null,
  modalities: "consultorio, domicilio",
};
const NOW = new Date("2026-11-27T12:00:00Z");

test.each([
  [{}, null, "Palermo, a 2 km · $15.000 - $25.000 · Consultorio, Domicilio"],
  [{ km: 0 }, null, "Palermo · $15.000 - $25.000 · Consultorio, Domicilio"],
  [{ listed_price: 20_000 }, null, "Palermo, a 2 km · $20.000 · Consultorio, Domicilio"],
  [
    {
      listed_price: 20_000,
      coverage_how: "direct" as const,
      offer: { session: 18_000, times: ["2026-12-01T12:30:00Z"] },
    },
    "PAMI",
    "Palermo, a 2 km · $18.000 · toma PAMI · Consultorio, Domicilio · puede el mar, 1 dic, 09:30",
  ],
  [
    { coverage_how: "direct" as const, offer: { how: "refund" as const, modality: "online" as const } },
    "OSDE",
    "Palermo, a 2 km · $15.000 - $25.000 · OSDE por reintegro · Online",
  ],
  [
    { offer: { how: "none" as const, times: ["2026-11-01T12:30:00Z"] }, modalities: null },
    "OSDE",
    "Palermo, a 2 km · $15.000 - $25.000 · atiende particular",
  ],
])("an applicant's sentence has one price, and says what the offer says: %o", (facts, coverage, sentence) => {
  expect(applicantInWords({ ...one, ...facts }, coverage, NOW).join(" · ")).toBe(sentence);
});

test.each([
  [{}, null, "$15.000 - $25.000 · Palermo, a 2 km"],
  [{ km: null, listed_price: 20_000 }, null, "$20.000 · Palermo"],
  [{ offer: { session: 18_000, how: "direct" as const } }, "PAMI", "$18.000 · toma PAMI · Palermo, a 2 km"],
  [{ offer: { session: 18_000, modality: "domicilio" as const } }, null, "$18.000 · va a tu casa"],
  [{ offer: { session: 18_000, modality: "online" as const } }, null, "$18.000 · online"],
])("an applicant's line on a phone says price, coverage and where: %o", (facts, coverage, line) => {
  expect(decidesInWords({ ...one, ...facts }, coverage).join(" · ")).toBe(line);
});

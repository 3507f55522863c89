import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coverageSearch, type Searchable } from "../../app/domain/coverages/coverage-search.ts";
import { textKey } from "../../app/shared/text/words.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let all: Searchable[];

beforeAll(async () => {
  testApp = await openTestApp();
  all = await testApp.db
    .selectFrom("coverages")
    .select(["id", "short", "name", "aliases", "rank"])
    .where("retired_at", "is", null)
    .orderBy("id")
    .execute();
});
afterAll(() => testApp?.close());

/** What people type, and the short name of what they mean. */
const QUERIES: [typed: string, meant: string][] = [
  ["osde", "OSDE"],
  ["OSDE 210", "OSDE"],
  ["osde 310", "OSDE"],
  ["osde 450 plus", "OSDE"],
  ["osde binario", "OSDE"],
  ["swiss", "Swiss Medical"],
  ["swis medical", "Swiss Medical"],
  ["suiza", "Swiss Medical"],
  ["smg", "Swiss Medical"],
  ["swiss medical smg20", "Swiss Medical"],
  ["ioma", "IOMA"],
  ["IOMA", "IOMA"],
  ["i.o.m.a", "IOMA"],
  ["pami", "PAMI"],
  ["inssjp", "PAMI"],
  ["jubilados", "PAMI"],
  ["galeno", "Galeno"],
  ["galeno oro", "Galeno"],
  ["galenos", "Galeno"],
  ["osecac", "OSECAC"],
  ["comercio", "OSECAC"],
  ["empleados de comercio", "OSECAC"],
  ["medife", "Medifé"],
  ["medifé", "Medifé"],
  ["medife plata", "Medifé"],
  ["omint", "Omint"],
  ["sancor", "Sancor Salud"],
  ["sancor salud", "Sancor Salud"],
  ["medicus", "Medicus"],
  ["hospital italiano", "Hospital Italiano"],
  ["italiano", "Hospital Italiano"],
  ["plan de salud", "Hospital Italiano"],
  ["aleman", "Hospital Alemán"],
  ["accord", "Accord Salud"],
  ["aca salud", "Avalian"],
  ["avalian", "Avalian"],
  ["prevencion salud", "Prevención Salud"],
  ["prevención art", "Prevención ART"],
  ["federada", "Federada Salud"],
  ["pasteur", "Luis Pasteur"],
  ["union personal", "Unión Personal"],
  ["up", "Unión Personal"],
  ["upcn", "Unión Personal"],
  ["osdepym", "OSDEPYM"],
  ["gastronomicos", "OSUTHGRA"],
  ["uom", "OSUOMRA"],
  ["uocra", "OSPECON"],
  ["construir salud", "OSPECON"],
  ["sanidad", "Sanidad (OSPSA)"],
  ["bancarios", "Bancarios (OSSSB)"],
  ["camioneros", "Camioneros (OSCHOCA)"],
  ["poder judicial", "OSPJN"],
  ["obsba", "ObSBA"],
  ["apross", "APROSS"],
  ["apros", "APROSS"],
  ["iapos", "IAPOS"],
  ["osep", "OSEP Mendoza"],
  ["iosper", "OSER"],
  ["provincia art", "Provincia ART"],
  ["la segunda", "La Segunda ART"],
];

test("of 60 ways to type a coverage, at least 98 % find it first", () => {
  expect(QUERIES).toHaveLength(60);
  const wrong = QUERIES.filter(([typed, meant]) => coverageSearch(all)(typed)[0]?.short !== meant);
  console.log(`alias queries: ${QUERIES.length - wrong.length} of ${QUERIES.length} right at first`);
  expect(wrong.length / QUERIES.length, JSON.stringify(wrong)).toBeLessThanOrEqual(0.02);
});

test("before anything is typed the eight commonest stand there, and nonsense finds nothing", async () => {
  const { search } = testApp.anonymous.coverages;
  expect((await search({ text: "" })).map(({ short }) => short)).toEqual([
    "PAMI",
    "IOMA",
    "OSDE",
    "Swiss Medical",
    "Galeno",
    "OSECAC",
    "Medifé",
    "Omint",
  ]);
  expect(await search({ text: "xyzzy" })).toEqual([]);
  expect(await search({ text: "%_'; drop table coverages" })).toEqual([]);
  expect((await search({ text: "o" })).length).toBe(8);
});

test("the vocabulary has about 45 coverages, each name once, and each is found by its own name", async () => {
  expect(all.length).toBeGreaterThanOrEqual(45);
  expect(new Set(all.map(({ short }) => textKey(short))).size).toBe(all.length);
  for (const { short, name } of all) {
    expect(coverageSearch(all)(short)[0]?.short).toBe(short);
    expect(coverageSearch(all)(name)[0]?.short).toBe(short);
  }
});

test("names are compared by the database as by the search", async () => {
  const words = [...all.flatMap(({ short, name, aliases }) => [short, name, ...aliases]), "  Ñandú-2 ", "¡ÁÉÍÓÚÜ!", ""];
  const { rows } = await sql<{ key: string }>`
    select coverage_key(word) as key from unnest(${words}::text[]) with ordinality w (word, n) order by n`.execute(
    testApp.db,
  );
  expect(rows.map(({ key }) => key)).toEqual(words.map(textKey));
});

import { sql } from "kysely";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Name } from "../../app/domain/profiles/profile-input.ts";
import { openDatabase, type Database } from "../../app/platform/database/database.server.ts";
import { createDatabase } from "../support/database.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createDatabase();
  ({ db } = openDatabase(database.url, { max: 1, onError: () => undefined }));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

async function publicNames(names: string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ name: string | null }>`
    select public_name(given) as name from unnest(${names}::text[]) with ordinality n (given, place) order by place`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

test.each([
  ["Ana Gómez", "Ana G."],
  ["María de los Ángeles Gómez", "María G."],
  ["ana gómez", "Ana G."],
  ["ángela óñez", "Ángela Ó."],
  ["A\u0301ngela  O\u0301n\u0303ez", "Ángela Ó."],
  ["ANA MARÍA GÓMEZ", "ANA G."],
  ["Ana", "Ana"],
  ["ñata", "Ñata"],
  ["Gómez, Ana María", "Ana G."],
  ["Ana-María Gómez", "Ana G."],
  ["Ana-Gómez", "Ana G."],
  ["Ana D'Angelo", "Ana D."],
  ["D’Artagnan Ruiz", "D’Artagnan R."],
  ["ana.gomez@example.com", "Ana C."],
  ["Ana Gómez 1985", "Ana G."],
  ["🙂 Ana 🦴 Gómez 🙂", "Ana G."],
  ["Ana\u200DGómez", "Ana G."],
  ["\u202EAna\u202C Gómez\uFE0F", "Ana G."],
  ["Ana\u3164\u115F", "Ana"],
  ["👩‍⚕️🇦🇷", null],
  ["\u200B\u2060", null],
  ["12 34", null],
  ["\u0301 Ana Gómez \u0301", "Ana G."],
  ["Дмитрий Иванов", "Дмитрий И."],
  ["محمد علي", "محمد ع."],
  ["Lic. Ana Paz", "Ana P."],
  ["LIC ANA PAZ", "ANA P."],
  ["Lic.Ana Paz", "Ana P."],
  ["Dra. Ana Paz", "Ana P."],
  ["Dr Juan Paz", "Juan P."],
  ["Klga. Ana Paz", "Ana P."],
  ["Klgo. Juan Paz", "Juan P."],
  ["Prof. Dr. Juan Paz", "Juan P."],
  ["Sra. Ana Paz", "Ana P."],
  ["Señora Ana Paz", "Ana P."],
  ["Doña Ana Paz", "Ana P."],
  ["Licenciada Ana Paz", "Ana P."],
  ["Ana Paz, Lic.", "Ana P."],
  ["Paz, Lic. Ana", "Ana P."],
  ["Lic. Paz, Ana", "Ana P."],
  ["Ana Paz (Kinesióloga) MN 10432", "Ana P."],
  ["Lic. Ana", "Ana"],
  ["Lic.", "Lic"],
  ["Drina Lica", "Drina L."],
])("in public %j is %j", async (name, shown) => {
  expect(await publicNames([name])).toEqual([shown]);
});

/** Words before or after a name that are none; `public_name` has the same. */
const TITLES =
  "lic(?:enciad[oa])?|dra?|doctora?|kl?gl?[oa]|kinesi[oóOÓ]log[oa]|ft|fisio(?:terapeuta)?|prof(?:esora?)?|sra?|srta|se[ñÑ]or(?:a|ita)?|don|do[ñÑ]a|ing|m[np]|mg(?:tr|ter)?|esp";
const title = new RegExp(`^(?:${TITLES})$`, "i");

/** The same rule, implemented a second time by Unicode character properties. */
function expected(name: string): string | null {
  const visible = name.normalize("NFC").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, " ");
  const [, family, given] = /^([^,]*),(.*)$/.exec(visible) ?? [];
  const all = (family === undefined ? visible : `${given} ${family}`).match(/\p{L}[\p{L}\p{M}]*(['’][\p{L}\p{M}]+)*/gu);
  if (!all) return null;
  const named = all.filter((word) => !title.test(word));
  const words = named.length > 0 ? named : all.slice(-1);
  const capital = (word: string) => [...word][0]!.toUpperCase();
  const [first = ""] = words;
  const shown = capital(first) + [...first].slice(1).join("");
  return words.length > 1 ? `${shown} ${capital(words.at(-1)!)}.` : shown;
}

const letter = fc.constantFrom(
  ..."abcxyzABCXYZñÑáéíóúüÁÉÍÓÚÜçãøžłœ",
  ..."абвЖЯ",
  ..."αβΩ",
  ..."علم",
  ..."אבג",
  ..."李龍あア한",
);
const between = fc.constantFrom(
  ..." -._,'’·/@0179()¿!“”—",
  "\u00A0",
  "\u200B",
  "\u200D",
  "\u2060",
  "\u202E",
  "\uFEFF",
  "\u00AD",
  "\u3000",
  "\u3164",
  "🙂",
  "🦴",
  "👩‍⚕️",
  "🇦🇷",
  "👍🏽",
  "€",
  "™",
  "Ⓐ",
);
const word = fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join(""));
const titleWord = fc.constantFrom("Lic", "lic.", "DRA.", "Klgo", "Doña", "KINESIÓLOGA", "Srta", "mn");
const hostile = fc
  .array(fc.oneof(word, titleWord, between), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join(""));

test("whatever a name is made of, the public one is its first name and one letter, and says nothing else of it", async () => {
  const names = fc.sample(hostile, { numRuns: 4_000, seed: 14 });
  const shown = await publicNames(names);
  expect(shown).toEqual(names.map(expected));
  // Names that the forms accept.
  const accepted = names.filter((name) => Name.safeParse(name).success);
  expect(accepted.length).toBeGreaterThan(200);
  console.log(
    `public names: ${names.length} compared, ${accepted.length} of them pass the forms, ${shown.filter((name) => name === null).length} without a letter`,
  );
});

test("the public name is the same in a database that knows only ASCII letters, but for capitals", async () => {
  const { rows } = await sql<{ name: string }>`
    select public_name('María de los Ángeles Gómez' collate "C") as name union all select public_name('🙂 Íñigo Ñandú' collate "C")`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(["María G.", "Íñigo Ñ."]);
});

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toTsQuery } from "../../app/domain/lists/listing.ts";
import { fold } from "../../app/shared/text/fold.ts";
import { textKey, wordsOf } from "../../app/shared/text/words.ts";
import { createDatabase } from "../support/database.ts";
import { isFull } from "../support/full.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The texts of which the database and the program differ. */
async function differing(texts: string[]): Promise<string[]> {
  const { rows } = await client.query<{ folded: string; key: string; words: string[] }>(
    `select fold(t) as folded, text_key(t) as key, tsvector_to_array(search_words(t)) as words
     from unnest($1::text[]) with ordinality u (t, n) order by n`,
    [texts],
  );
  return texts.filter((text, at) => {
    const row = rows[at];
    return (
      row?.folded !== fold(text) ||
      row.key !== textKey(text) ||
      row.words.toSorted().join(" ") !== wordsOf(text).toSorted().join(" ")
    );
  });
}

const characters = Array.from({ length: 0x10ffff }, (_, at) => at + 1)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character));
/** Ideographs and syllables are many and alike. */
const scripts = characters.filter(
  (character) => !/[\p{Unified_Ideograph}\p{Script=Hangul}\p{Script=Tangut}]/u.test(character),
);

describe("the database has the words of the program", () => {
  test("of every letter, digit and sign of Unicode", async () => {
    expect(await differing((isFull ? characters : scripts).map((character) => `a${character}B 'c`))).toEqual([]);
  });

  test("of random texts", async () => {
    let state = 7;
    const roll = (sides: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % sides;
    const usual = [..."abcXYZñÁü019 .,-_()'’´`“”¿…–\u00A0\u0301\u200Bßﬁ①½ⓐ👍🇦🇷가ᄀ\n\t\\\""];
    const texts = Array.from({ length: isFull ? 100_000 : 5_000 }, () =>
      Array.from({ length: roll(20) }, () =>
        roll(3) === 0 ? characters[roll(characters.length)] : usual[roll(usual.length)],
      ).join(""),
    );
    expect(await differing(texts)).toEqual([]);
  });
});

test.each([
  ["¿Lumbalgia?", "lumbalgia"],
  ["“Tendinitis”", "tendinitis"],
  ["Rodilla—derecha", "derecha"],
  ["Dolor…cervical", "cervical"],
  ["Juan D’Angelo", "D’Angelo"],
  ["Juan D’Angelo", "D'Angelo"],
  ["Juan D’Angelo", "angelo"],
  ["Juan D’Angelo", "dangelo"],
  ["Juan Dangelo", "d’angelo"],
  ["Božena Šimić", "Božena Šimić"],
  ["Božena Šimić", "simic"],
  ["Nu\u0301n\u0303ez", "Núñez"],
  ["Núñez", "nu\u0301n\u0303"],
  ["a".repeat(2_100), "a".repeat(300)],
])("%s is found by %s", async (text, search) => {
  const { rows } = await client.query<{ has: boolean }>("select search_words($1) @@ $2::tsquery as has", [
    text,
    toTsQuery(search),
  ]);
  expect(rows).toEqual([{ has: true }]);
});

test("names are ordered by their letters, however those are written", async () => {
  const names = ["A\u0301lvarez", "Azul", "Šimić", "Sosa", "Zeta", "ñandú"];
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name order by name_key(name) collate "C"`,
    [names.toReversed()],
  );
  expect(rows.map(({ name }) => name)).toEqual(["A\u0301lvarez", "Azul", "ñandú", "Šimić", "Sosa", "Zeta"]);
});

test("a coverage has one key, however it is written", async () => {
  const { rows } = await client.query("select coverage_key($1) = coverage_key($2) as is_one", [
    "Unio\u0301n Personal",
    "UNIÓN–Personal",
  ]);
  expect(rows).toEqual([{ is_one: true }]);
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Numbers and inserted values count as one sign, so that a template equals the text that it makes. */
const plain = (text: string) => text.replaceAll(/\$\{[^}]*\}|\d+/g, "#");

/** The words of the table of STYLE.md, each with its replacement. */
const table = [...read("STYLE.md").matchAll(/^\| «(.+?)» \| (.+?) \|$/gm)].map(([, not = "", but = ""]) => ({
  not,
  but,
}));
/** The texts that the specification fixes. */
const quoted = [...read("docs/product/words.md").matchAll(/^- .*?→/gm)]
  .flatMap(([line]) => [...line.matchAll(/'([^']+)'(?=[ ,])/g)])
  .map(([, text = ""]) => plain(text))
  .toSorted((one, other) => other.length - one.length);

/** A line of a source file without its comment and without what the specification fixes. */
function ours(line: string): string {
  const text = plain(line.replace(/(^|\s)(\/\/|\/?\*).*$/, ""));
  return quoted.reduce((rest, fixed) => rest.replaceAll(fixed, ""), text);
}

const wordOf = (words: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(${words.map((word) => RegExp.escape(word)).join("|")})(?![\\p{L}\\d])`, "iu");
const anyWord = wordOf(table.map(({ not }) => not));

function wrongWords(line: string): string[] {
  if (!anyWord.test(line)) return [];
  const rest = ours(line);
  return table.filter(({ not }) => wordOf([not]).test(rest)).map(({ not, but }) => `${not} → ${but}`);
}

/** These read what people write. */
const READERS = ["app/domain/profiles/modality.ts", "app/domain/directory/search-words.server.ts"];

test("texts keep to the table of words, except where the specification fixes them", () => {
  expect(table.length).toBeGreaterThan(8);
  expect(wrongWords('label="Sesión virtual"')).toEqual(["virtual → Online"]);
  expect(wrongWords('"Debes tener al menos 13 años para registrarte"')).toEqual([]);
  expect(wrongWords('"Debes esperar"')).toEqual(["debes → tenés que"]);
  const files = globSync("app/**/*.{ts,tsx}", { cwd: ROOT, exclude: ["**/*.test.*", "app/demo/**", ...READERS] });
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, at) => wrongWords(line).map((word) => `${file}:${at + 1}: ${word}`)),
  );
  expect(found).toEqual([]);
});

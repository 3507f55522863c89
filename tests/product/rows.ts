import type { Title } from "./titles.ts";

/** A fact of the product: its stable number, its text, and the tests that show it. */
export type Row = { number: string; fact: string; shownBy: string[]; where: string };

const NUMBER = /^[A-Z]+-\d{2,}$/;

/** The rows of a page's tables `| n | fact | shown by |`; `where` is the page and line. */
export function rowsOf(page: string, markdown: string): Row[] {
  return markdown.split("\n").flatMap((line, index) => {
    if (!line.startsWith("|")) return [];
    const [number = "", fact = "", shown = ""] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.replaceAll("\\|", "|").trim());
    if (number === "n" || /^:?-+:?$/.test(number)) return [];
    const shownBy = [...shown.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    return [{ number, fact, shownBy, where: `${page}:${index + 1}` }];
  });
}

/** Every mismatch between rows and tests, one sentence each. */
export function problemsOf(rows: readonly Row[], titles: readonly Title[]): string[] {
  const known = new Set(titles.map(({ name }) => name));
  const named = new Set(rows.flatMap(({ shownBy }) => shownBy));
  for (const { name, of } of titles) if (of && named.has(name)) named.add(of);
  const numbers = new Set<string>();
  const ofRows = rows.flatMap(({ number, fact, shownBy, where }) => {
    const problems: string[] = [];
    if (!NUMBER.test(number)) problems.push(`${where}: "${number}" is no number of a row`);
    if (numbers.has(number)) problems.push(`${where}: ${number} is there twice`);
    numbers.add(number);
    if (!fact) problems.push(`${where}: ${number} says nothing`);
    if (shownBy.length === 0) problems.push(`${where}: ${number} has no test`);
    const missing = shownBy.filter((name) => !known.has(name));
    return [...problems, ...missing.map((name) => `${where}: ${number} names a test that does not exist: ${name}`)];
  });
  const tests = new Set(titles.filter(({ kind }) => kind === "test").map(({ name }) => name));
  return [...ofRows, ...[...tests].filter((name) => !named.has(name)).map((name) => `no row names the test: ${name}`)];
}

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const sources = readdirSync(join(ROOT, "app"), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

/** What a file imports when it runs (types aside), as paths from the project's root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gm)].map(([, path]) =>
    relative(ROOT, join(ROOT, dirname(file), path ?? "")),
  );
}
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isServer = (file: string) => file.includes(".server.");
const violations = (isWrong: (file: string, imported: string) => boolean) =>
  sources.filter((file) => !isTest(file)).flatMap((file) =>
    importsOf(file).filter((imported) => isWrong(file, imported)).map((imported) => `${file} imports ${imported}`),
  );

test("imports between ui, shared, client, domain and screens point one way", () => {
  const level: Record<string, number> = { ui: 0, shared: 0, client: 1, domain: 2, screens: 3 };
  const levelOf = (file: string) => level[file.split("/")[1] ?? ""];
  expect(
    violations((file, imported) => {
      const [from, to] = [levelOf(file), levelOf(imported)];
      if (from === undefined || to === undefined) return false;
      const crossesAtTheBottom = from === 0 && to === 0 && file.split("/")[1] !== imported.split("/")[1];
      return to > from || crossesAtTheBottom;
    }),
  ).toEqual([]);
});

test("ui knows nothing of the product", () => {
  expect(violations((file, imported) => file.startsWith("app/ui/") && !imported.startsWith("app/ui/"))).toEqual([]);
});

test("what runs in a browser imports nothing of the server", () => {
  const browser = /^app\/(ui|shared|client|domain)\//;
  expect(violations((file, imported) => browser.test(file) && !isServer(file) && (isServer(imported) || /^app\/(server|platform|auth|api)\/.*\.server\./.test(imported)))).toEqual([]);
});

test("no file is longer than 250 lines, and the median has at most 80", () => {
  const lengths = sources.map((file) => ({ file, lines: readFileSync(join(ROOT, file), "utf8").split("\n").length }));
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  expect(lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(80);
});

test("no drawer has a name that says nothing", () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|index)(\/|\.tsx?$)/.test(file))).toEqual([]);
});

test("folders are at most four deep", () => {
  expect(sources.filter((file) => file.split("/").length > 5)).toEqual([]);
});

test("no server code decides by the clock of its machine", () => {
  // Two compare it with the database's, two make names of files by it.
  const known = ["auth/credentials/providers", "domain/profiles/photos", "domain/studies/studies", "platform/clock"].map((file) => `app/${file}.server.ts`);
  const asking = sources.filter((file) => isServer(file) && /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(ROOT, file), "utf8")));
  expect(asking.toSorted()).toEqual(known.toSorted());
});

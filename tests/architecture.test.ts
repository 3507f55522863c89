import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isServer = (file: string) => file.includes(".server.");
const sources = globSync(["app/**/*.{ts,tsx}", "db/**/*.ts"], { cwd: ROOT })
  .filter((file) => !isTest(file))
  .toSorted();
const known = new Set(sources);

/** The layers from the bottom up: each may import itself and those below. docs/architecture.md describes them. */
const FLOORS: [name: string, ...paths: string[]][] = [
  ["ground", "app/ui/", "app/shared/", "db/"],
  ["platform", "app/platform/"],
  ["client", "app/client/"],
  ["auth", "app/auth/"],
  ["api", "app/api/"],
  ["domain", "app/domain/"],
  ["router", "app/router.server.ts"],
  ["server-api", "app/server-api.server.ts"],
  ["screens", "app/screens/"],
  ["pages", "app/root.tsx", "app/routes.ts", "app/entry.server.tsx", "app/defer-scripts.server.ts"],
  ["demo", "app/demo/"],
  ["server", "app/server/"],
  ["commands", "app/commands/"],
  ["process", "app/process/"],
];
/** The browser's client takes the API's types from the router. */
const EXCEPTION = "app/client/api.ts imports app/router.server.ts";

/** The files that a file imports, including type and dynamic imports, as paths from the project root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = [...text.matchAll(/(?:\bfrom|\bimport|\bnew URL)\s*\(?\s*"(\.{1,2}\/[^"?]+)/g)];
  return found.map(([, path = ""]) => normalize(join(dirname(file), path))).filter((path) => known.has(path));
}
const graph = new Map(sources.map((file) => [file, importsOf(file)]));
const violations = (isWrong: (file: string, imported: string) => boolean) =>
  sources.flatMap((file) =>
    graph
      .get(file)!
      .filter((imported) => isWrong(file, imported))
      .map((imported) => `${file} imports ${imported}`),
  );

const floorOf = (file: string) => FLOORS.findIndex(([, ...paths]) => paths.some((path) => file.startsWith(path)));

test("every file stands on a floor", () => {
  expect(sources.filter((file) => floorOf(file) < 0)).toEqual([]);
});

test("no import points upward, types included, but for the router's type", () => {
  expect(violations((file, imported) => floorOf(imported) > floorOf(file))).toEqual([EXCEPTION]);
});

test("no imports form a circle, types included", () => {
  expect(circles()).toEqual([]);
});

/** Import cycles (Tarjan's strongly connected components). The exception is left out. */
function circles(): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  function visit(file: string) {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const imported of graph.get(file)!) {
      if (`${file} imports ${imported}` === EXCEPTION) continue;
      if (!index.has(imported)) visit(imported);
      if (stack.includes(imported)) low.set(file, Math.min(low.get(file)!, low.get(imported)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) found.push(circle);
  }
  for (const file of sources) if (!index.has(file)) visit(file);
  return found;
}

test("ui and shared know nothing of each other, nor of the database", () => {
  const ground = (file: string) =>
    file
      .split("/")
      .slice(0, file.startsWith("db/") ? 1 : 2)
      .join("/");
  expect(violations((file, imported) => floorOf(file) === 0 && ground(file) !== ground(imported))).toEqual([]);
});

test("what runs in a browser imports nothing of the server", () => {
  const browser = /^app\/(ui|shared|client|domain)\//;
  expect(
    violations(
      (file, imported) =>
        browser.test(file) && !isServer(file) && (isServer(imported) || imported.startsWith("app/process/")),
    ),
  ).toEqual([EXCEPTION]);
});

test("no file is longer than 250 lines, and the median has at most 80", () => {
  const lengths = sources
    .filter((file) => file.startsWith("app/"))
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), "utf8").split("\n").length }));
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
  expect(
    lengths.map(({ lines }) => lines).toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)],
  ).toBeLessThanOrEqual(80);
});

test("no drawer has a name that says nothing", () => {
  expect(sources.filter((file) => /(^|\/)(utils?|helpers?|misc|common|index)(\/|\.tsx?$)/.test(file))).toEqual([]);
});

test("folders are at most four deep", () => {
  expect(sources.filter((file) => file.split("/").length > 5)).toEqual([]);
});

test("no server code decides by the clock of its machine", () => {
  // Two files compare the machine's clock with the database's; one builds file names from it.
  const known = ["auth/credentials/providers", "domain/studies/studies", "platform/clock"].map(
    (file) => `app/${file}.server.ts`,
  );
  const asking = sources.filter(
    (file) => isServer(file) && /Date\.now\(\)|new Date\(\)/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(asking.toSorted()).toEqual(known.toSorted());
});

/** What PostgreSQL has from 16 on. README promises 15 or later. */
const NEWER_SQL = new RegExp(
  [
    /\b(?:any_value|array_sample|array_shuffle|date_add|date_subtract|erfc?|random_normal)\s*\(/,
    /\bpg_input_(?:is_valid|error_info)\s*\(|\bsystem_user\b|\bis json\b/,
    /\bjson_(?:array|arrayagg|object|objectagg|exists|query|scalar|serialize|table|value)\s*\(/,
    /\b(?:merge_action|pg_basetype|to_bin|to_oct|unicode_assigned|uuid_extract_\w+|xmltext)\s*\(/,
    /\b(?:array_reverse|array_sort|casefold|crc32c?|l?gamma|uuidv[47])\s*\(/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

test("no SQL needs a PostgreSQL newer than 15", () => {
  const files = [...sources, ...globSync("db/{schema,migrations}/*.sql", { cwd: ROOT })];
  const newer = files.flatMap((file) => {
    const [found] = NEWER_SQL.exec(readFileSync(join(ROOT, file), "utf8")) ?? [];
    return found ? [`${file}: ${found}`] : [];
  });
  expect(newer).toEqual([]);
  expect("select pg_input_is_valid('{', 'jsonb')").toMatch(NEWER_SQL);
});

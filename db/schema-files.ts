import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DatabaseObject, keyOf } from "./objects.ts";

/** The files of db/schema, one a noun, in the order in which they build on each other. */
export const NOUNS: readonly string[] = [
  "shared",
  "accounts",
  "profiles",
  "audit",
  "settings",
  "live",
  "deletions",
  "idempotency",
  "status",
  "vocabulary",
  "lists",
  "consents",
  "licences",
  "kine-applications",
  "profile-changes",
  "availabilities",
  "handles",
  "cases",
  "matches",
  "held-decisions",
  "blocks",
  "contacts",
  "conversations",
  "reviews",
  "moderation",
  "mail",
  "notifications",
  "push",
  "studies",
  "coverages",
  "prices",
  "service-levels",
  "flow",
  "alerts",
  "directory",
  "agendas",
  "bookings",
  "treatments",
  "measures",
  "calendars",
  "departures",
  "exports",
  "moved-rows",
  "pulse",
];

const FOLDER = join(import.meta.dirname, "schema");
/** The order of the objects of one file; what one of them needs comes before it. */
const KINDS = ["schema", "type", "table", "view", "function", "rows", "index", "key", "trigger"];

/** The path of a noun's file. */
const fileOf = (noun: string): string => join(FOLDER, `${noun}.sql`);

/** The texts of the files as they are; empty where there is none. */
export function readFiles(): string[] {
  return NOUNS.map((noun) =>
    existsSync(fileOf(noun)) ? readFileSync(fileOf(noun), "utf8").replaceAll("\r\n", "\n") : "",
  );
}

/**
 * The texts of the files that create `objects`, in the order of `NOUNS`. An object stays in the file that has it in `current`, with the comment
 * above it; a new one joins the table that its text names first. One that needs an object of a later file stands in that file.
 */
export function writeFiles(objects: Map<string, DatabaseObject>, current: string[]): string[] {
  const places = placesOf(objects, current);
  const written = new Set<string>();
  return NOUNS.map((_, file) => {
    const blocks: string[] = [];
    const write = (key: string, waiting: Set<string>) => {
      const object = objects.get(key);
      const place = places.get(key);
      if (!object || place?.file !== file || written.has(key) || waiting.has(key)) return;
      const within = new Set([...waiting, key]);
      const keys = keysOf(objects, object);
      for (const needed of [...object.needs, ...keys.flatMap(({ needs }) => [...needs])].toSorted())
        write(needed, within);
      if (written.has(key)) return;
      written.add(key);
      const inline = keys.filter(({ needs }) => [...needs].every((needed) => written.has(needed)));
      for (const { kind, name } of inline) written.add(keyOf(kind, name));
      blocks.push(place.comment + withKeys(object, inline));
      if (object.kind !== "table") return;
      const parts = [...objects.entries()].filter(([, { table }]) => table === object.name);
      for (const [part] of parts.toSorted(byKind)) write(part, within);
    };
    for (const [key] of [...objects.entries()].toSorted(byKind)) write(key, new Set());
    return blocks.length > 0 ? `${joined(blocks)}\n` : "";
  });
}

const byKind = ([a, { kind: of }]: [string, DatabaseObject], [b, { kind: on }]: [string, DatabaseObject]) =>
  KINDS.indexOf(of) - KINDS.indexOf(on) || (a < b ? -1 : 1);

const keysOf = (objects: Map<string, DatabaseObject>, { kind, name }: DatabaseObject) =>
  kind === "table" ? [...objects.values()].filter((other) => other.kind === "key" && other.table === name) : [];

function withKeys({ sql }: DatabaseObject, keys: DatabaseObject[]): string {
  const clauses = keys.map((key) => `,\n  ${key.sql.slice(key.sql.indexOf(" add ") + " add ".length, -1)}`).toSorted();
  return sql.replace("\n);", () => `${clauses.join("")}\n);`);
}

/** Objects of one line stand together. */
function joined(blocks: string[]): string {
  return blocks.reduce((text, block, n) => {
    const isClose = !block.includes("\n") && !blocks[n - 1]?.includes("\n");
    return n === 0 ? block : `${text}${isClose ? "\n" : "\n\n"}${block}`;
  }, "");
}

type Place = { file: number; comment: string };

function placesOf(objects: Map<string, DatabaseObject>, current: string[]): Map<string, Place> {
  const known = knownPlaces(current);
  const places = new Map<string, Place>();
  const homeOf = (key: string, asked: string[]): number | undefined => {
    const object = objects.get(key);
    if (!object || asked.includes(key)) return undefined;
    const place = known.get(headOf(object.sql));
    if (place) return place.file;
    const table = object.table ?? tableOf(objects, object);
    if (table) return homeOf(keyOf("table", table), [...asked, key]);
    const users = [...objects.entries()].filter(([, { needs }]) => needs.has(key));
    const files = users.flatMap(([user]) => homeOf(user, [...asked, key]) ?? []);
    return files.length > 0 ? Math.min(...files) : undefined;
  };
  const placeOf = (key: string): number => {
    const before = places.get(key);
    if (before) return before.file;
    const object = objects.get(key);
    if (!object) return 0;
    const place = { file: homeOf(key, []) ?? 0, comment: known.get(headOf(object.sql))?.comment ?? "" };
    places.set(key, place);
    for (const needed of object.needs) place.file = Math.max(place.file, placeOf(needed));
    return place.file;
  };
  for (const key of objects.keys()) placeOf(key);
  return places;
}

/** The table beside which a new object stands: a trigger's function joins its trigger, a table the first one that it refers to. */
function tableOf(objects: Map<string, DatabaseObject>, object: DatabaseObject): string | undefined {
  const { kind, name, sql } = object;
  const trigger =
    kind === "function" &&
    [...objects.values()].find((other) => other.kind === "trigger" && other.needs.has(keyOf(kind, name)));
  if (trigger && trigger.table) return trigger.table;
  const text =
    kind === "table"
      ? keysOf(objects, object)
          .map((key) => key.sql.split(" REFERENCES ")[1])
          .join(" ")
      : sql;
  const words = text.match(/(auth\.)?[a-z_]+/g) ?? [];
  return words.find((word) => word !== name && objects.has(keyOf("table", word)));
}

/** Which file has which object, by the beginning of its statement, and the comment above it. */
function knownPlaces(files: string[]): Map<string, Place> {
  const known = new Map<string, Place>();
  for (const [file, text] of files.entries()) {
    let comment = "";
    for (const line of text.split("\n")) {
      if (line.startsWith("--")) comment += `${line}\n`;
      else {
        if (!known.has(headOf(line))) known.set(headOf(line), { file, comment });
        comment = "";
      }
    }
  }
  return known;
}

const headOf = (sql: string) => sql.slice(0, sql.search(/[\n(]|$/));

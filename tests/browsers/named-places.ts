import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { newerPlaces } from "./remove-newer.ts";

const CLIENT = join(import.meta.dirname, "../../build/client");

/** The names in a script: all of them, and those by which it may ask whether something is there. */
type Words = { all: Set<string>; asked: Set<string> };

/** The built client's scripts and the files of `public/`. */
export const builtScripts = () =>
  globSync(["assets/*.js", "*.js"], { cwd: CLIENT }).map((file) => readFileSync(join(CLIENT, file), "utf8"));

/**
 * Every identifier, name of a property and text of a script; a text that is asked for is an operand of `in`, an argument, or of a list. Throws on
 * a syntax error.
 */
export function wordsOf(code: string): Words {
  const all = new Set<string>();
  const asked = new Set<string>();
  const ask = (node: ESTree.Node | null) => {
    if (node?.type === "Literal" && typeof node.value === "string") asked.add(node.value);
  };
  const { program, errors } = parseSync("script.js", code);
  if (errors[0]) throw new Error(errors[0].message);
  new Visitor({
    Identifier: ({ name }) => void all.add(name),
    Literal: ({ value }) => void (typeof value === "string" && all.add(value)),
    TemplateElement: ({ value }) => void all.add(value.cooked ?? ""),
    BinaryExpression: ({ operator, left }) => void (operator === "in" && ask(left)),
    CallExpression: ({ arguments: values }) => values.forEach(ask),
    ArrayExpression: ({ elements }) => elements.forEach(ask),
  }).visit(program);
  return { all, asked };
}

const lastName = (place: string) => place.split(".").at(-1)!;

/** The places of what is newer than the baseline whose last name a script has: no script can reach the others. */
export const namedPlaces = (scripts: readonly Words[]): string[] =>
  newerPlaces().filter((place) => scripts.some(({ all }) => all.has(lastName(place))));

/**
 * What is taken away together, of places that exist: each that the walk reads alone, and the others in groups of which no script asks for two.
 * Removing what nothing reads can be noticed only by asking whether it is there.
 */
export function walksFor(
  places: readonly string[],
  isRead: ReadonlySet<string>,
  scripts: readonly Words[],
): string[][] {
  const groups: { places: string[]; taken: Set<number> }[] = [];
  for (const place of places.filter((each) => !isRead.has(each))) {
    const asking = scripts.flatMap(({ asked }, index) => (asked.has(lastName(place)) ? [index] : []));
    let group = groups.find(({ taken }) => !asking.some((index) => taken.has(index)));
    if (!group) groups.push((group = { places: [], taken: new Set() }));
    group.places.push(place);
    for (const index of asking) group.taken.add(index);
  }
  return [...[...isRead].map((place) => [place]), ...groups.map((group) => group.places)];
}

/** Begins a message of the console that names a place. */
export const READ = "read: ";

/** Runs in a page, before its scripts: says in the console, once, of each of the places that is read. Returns nothing of places that do not exist. */
export function noteReads({ places, prefix }: { places: readonly string[]; prefix: string }): void {
  const isHolder = (value: unknown): value is object =>
    (typeof value === "object" && value !== null) || typeof value === "function";
  const seen = new Set<string>();
  const note = (place: string) => {
    if (seen.has(place)) return;
    seen.add(place);
    console.debug(prefix + place);
  };
  for (const place of places) {
    const names = place.split(".");
    const name = names.pop()!;
    let holder: unknown = globalThis;
    for (const each of names) holder = isHolder(holder) && Object.hasOwn(holder, each) ? Reflect.get(holder, each) : 0;
    const found = isHolder(holder) ? Object.getOwnPropertyDescriptor(holder, name) : undefined;
    if (!isHolder(holder) || !found) continue;
    const { get, set, value, enumerable = false } = found;
    Object.defineProperty(holder, name, {
      configurable: true,
      enumerable,
      get(this: unknown) {
        note(place);
        return get ? (Reflect.apply(get, this, []) as unknown) : (value as unknown);
      },
      set(this: object, next: unknown) {
        note(place);
        if (set) Reflect.apply(set, this, [next]);
        else if (!get)
          Object.defineProperty(this, name, { value: next, writable: true, configurable: true, enumerable });
      },
    });
  }
}

/** Runs in a page: which of the places exist there. */
export function existingPlaces(places: readonly string[]): string[] {
  const isHolder = (value: unknown): value is object =>
    (typeof value === "object" && value !== null) || typeof value === "function";
  return places.filter((place) => {
    const names = place.split(".");
    const name = names.pop()!;
    let holder: unknown = globalThis;
    for (const each of names) holder = isHolder(holder) && Object.hasOwn(holder, each) ? Reflect.get(holder, each) : 0;
    return isHolder(holder) && Object.hasOwn(holder, name);
  });
}

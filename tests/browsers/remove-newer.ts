import { newerNames } from "./newer.ts";

/** A browser that enforces Trusted Types lets no script be loaded without them; one that lacks them enforces nothing. */
const PAIRED = /^(Window\.)?[tT]rusted/;
/** These cannot be deleted. */
const FIXED = new Set(["Symbol.dispose", "Symbol.asyncDispose"]);

/**
 * Where every function, property and interface is that a browser of the baseline lacks, as "Promise.withResolvers" or
 * "Set.prototype.union"; members come before their interfaces. The data does not tell a member of an instance from one of the interface
 * itself, unless it marks it as static: such a member has both places.
 */
export function newerPlaces(): string[] {
  const { paths, statics } = newerNames();
  const places = [...paths.keys()]
    .filter((path) => !PAIRED.test(path) && !FIXED.has(path))
    .flatMap((path) => (statics.has(path) ? [path] : [path, path.replace(/\.(?=\w+$)/, ".prototype.")]));
  return [...new Set(places)].toReversed();
}

/** Runs in a page, before its scripts: takes away what stands at the places, and throws with the names of what stays. */
export function removeFromPage(places: readonly string[]): void {
  const isHolder = (value: unknown): value is object =>
    (typeof value === "object" && value !== null) || typeof value === "function";
  const kept: string[] = [];
  for (const place of places) {
    const names = place.split(".");
    const name = names.pop()!;
    let holder: unknown = globalThis;
    for (const each of names) holder = isHolder(holder) && Object.hasOwn(holder, each) ? Reflect.get(holder, each) : 0;
    if (isHolder(holder) && !Reflect.deleteProperty(holder, name)) kept.push(place);
  }
  if (kept.length > 0) throw new Error(`not removed: ${kept}`);
}

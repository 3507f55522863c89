import data, {
  type Identifier,
  type SimpleSupportStatement,
  type SupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { BASELINE } from "../../baseline.ts";

type Browser = keyof typeof BASELINE;

/** A version of the data: a number, or "≤37" for that version at the latest. */
function isBy(version: string | false, baseline: string): boolean {
  if (!version || version === "preview") return false;
  const [added = [], base = []] = [version.replace("≤", ""), baseline].map((each) => each.split(".").map(Number));
  return added[0]! < base[0]! || (added[0] === base[0] && (added[1] ?? 0) <= (base[1] ?? 0));
}

const statementsOf = (support: SupportStatement | undefined) => [support ?? []].flat() as SimpleSupportStatement[];

/**
 * Whether a statement is about the feature under its own name and without a setting. A statement that ends where another begins only notes a
 * better version.
 */
const isPlain = (each: SimpleSupportStatement, _index: number, all: SimpleSupportStatement[]) =>
  !each.flags &&
  !each.prefix &&
  !each.alternative_name &&
  (!each.version_removed || all.some(({ version_added }) => version_added === each.version_removed));

/** The browsers whose version of the baseline lacks a feature, with the version that has it: "Safari 17.4", "no Firefox". */
export function lacking({ __compat: compat }: Identifier): string[] {
  if (!compat) return [];
  return Object.entries(BASELINE).flatMap(([browser, baseline]) => {
    const all = statementsOf(compat.support[browser as Browser]).filter(isPlain);
    if (all.some(({ version_added }) => isBy(version_added, baseline))) return [];
    const { name } = data.browsers[browser as Browser];
    const added = all[0]?.version_added;
    return [added && added !== "preview" ? `${name} ${added}` : `no ${name}`];
  });
}

/** The features below one of the data's identifiers, by name. */
export const partsOf = (identifier: Identifier) =>
  Object.entries(identifier).filter(([name]) => name !== "__compat") as [string, Identifier][];

/** Whether an identifier is a feature, not only a group of some. */
export const isFeature = ({ __compat: compat }: Identifier) => compat !== undefined;

/** The data also lists events, symbols, and what a feature does in some context. */
const isMember = (name: string) =>
  /^[a-z]\w*$/i.test(name) && !/_(event|permission|support|parameter|context)/.test(name);

/**
 * Functions, properties and interfaces that a browser of the baseline lacks, with the browsers that lack them. `paths` has them by
 * "Interface.member" or name; those in `statics` are of the interface alone, not of its instances. `methods` has the names of members of which
 * no interface of the baseline has one.
 */
export function newerNames() {
  const paths = new Map<string, string[]>();
  const methods = new Map<string, string[]>();
  const old = new Set<string>();
  const statics = new Set<string>();
  const { Intl: intl, ...builtins } = data.javascript.builtins!;
  const add = (name: string, identifier: Identifier) => {
    const ofInterface = lacking(identifier);
    if (ofInterface.length > 0) paths.set(name, ofInterface);
    const short = name.split(".").at(-1)!;
    for (const [key, part] of partsOf(identifier)) {
      const member = key.replace(/_static$/, "");
      if (!isMember(member) || !isFeature(part) || member === short) continue;
      const ofMember = lacking(part);
      const since = ofInterface.length > 0 ? ofInterface : ofMember;
      if (since.length > 0) paths.set(`${name}.${member}`, since);
      if (key !== member) statics.add(`${name}.${member}`);
      // An instance of a newer interface comes from something newer, which is found by itself.
      if (ofInterface.length > 0) continue;
      if (ofMember.length === 0) old.add(member);
      // A static function of the DOM is found by its path.
      else if (key === member && !methods.has(member)) methods.set(member, ofMember);
    }
  };
  for (const [name, identifier] of partsOf(builtins as unknown as Identifier)) add(name, identifier);
  for (const [name, identifier] of partsOf(data.api)) add(name, identifier);
  add("Intl", intl!);
  for (const [name, identifier] of partsOf(intl!)) add(`Intl.${name}`, identifier);
  for (const [name, since] of paths) if (name.startsWith("Window.")) paths.set(name.slice("Window.".length), since);
  for (const name of old) methods.delete(name);
  return { paths, methods, statics };
}

/** What a browser of the baseline lacks of the language's syntax, as far as the build does not lower it. */
export function newerSyntax() {
  const { statements, regular_expressions: expressions, builtins } = data.javascript;
  const named = {
    using: statements!["using"],
    "await using": statements!["await_using"],
    "import attributes": statements!["import"]!["import_attributes"],
    "the flag v of a regular expression": builtins!["RegExp"]!["unicodeSets"],
    "flags of a part of a regular expression": expressions!["modifier"],
    "look-behind in a regular expression": expressions!["lookbehind_assertion"],
  };
  return new Map(Object.entries(named).map(([name, identifier]) => [name, lacking(identifier!)]));
}

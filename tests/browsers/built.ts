import { existsSync, globSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join } from "node:path";
import { START } from "../../app/screens/shell/first-calls-script.ts";
import { WATCH } from "../../app/screens/shell/start-watch-script.ts";
import { type Exception, IN_SCRIPTS, IN_STYLES } from "./exceptions.ts";
import { newerUses } from "./scripts.ts";
import { newerStyles } from "./styles.ts";

/** A use of what the oldest browsers lack, at its place: "app/ui/toast.tsx:7" or the rule of a style sheet. */
type Problem = { at: string; feature: string; since: string[] };

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "build/client");

/** Scripts that a document contains. */
const INLINE = [
  { name: "app/screens/shell/first-calls-script.ts", code: `(${START})` },
  { name: "app/screens/shell/start-watch-script.ts", code: `(${WATCH})` },
];

/** The uses in the built scripts and in the files of `public/`, at the lines of their sources. */
function inScripts(): Problem[] {
  const built = globSync("assets/*.js", { cwd: CLIENT }).flatMap((file) => {
    const code = readFileSync(join(CLIENT, file), "utf8");
    const map = join(ROOT, "build/maps", `${basename(file)}.map`);
    return place(file, code, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, "utf8"))) : null);
  });
  const files = globSync("*.js", { cwd: CLIENT }).map((file) => ({
    name: `public/${file}`,
    code: readFileSync(join(CLIENT, file), "utf8"),
  }));
  return [...built, ...[...files, ...INLINE].flatMap(({ name, code }) => place(name, code, null))];
}

function place(file: string, code: string, map: SourceMap | null): Problem[] {
  return newerUses(file, code).map(({ feature, since, offset }) => {
    const before = code.slice(0, offset).split("\n");
    const entry = map?.findEntry(before.length - 1, before.at(-1)!.length);
    const at =
      entry && "originalSource" in entry
        ? `${entry.originalSource.replace(/^(\.\.\/)+/, "")}:${entry.originalLine + 1}`
        : `${file}:${before.length}`;
    return { at, feature, since };
  });
}

const inStyles = (): Problem[] =>
  globSync("assets/*.css", { cwd: CLIENT })
    .flatMap((file) => newerStyles(readFileSync(join(CLIENT, file), "utf8")))
    .map(({ feature, since, rule }) => ({ at: `app/app.css: ${rule}`, feature, since }));

/** Uses without an exception, and exceptions without a use, a line each. */
export function problemsOf(found: readonly Problem[], exceptions: readonly Exception[]): string[] {
  const covers = (exception: Exception, { at, feature }: Problem) =>
    at.startsWith(exception.in) && exception.features.includes(feature);
  const open = found.filter((problem) => !exceptions.some((exception) => covers(exception, problem)));
  const unused = exceptions.flatMap((exception) =>
    exception.features
      .filter((feature) => !found.some((problem) => problem.feature === feature && covers(exception, problem)))
      .map((feature) => `tests/browsers/exceptions.ts: nothing in ${exception.in || "the styles"} uses ${feature}`),
  );
  return [
    ...new Set(open.map(({ at, feature, since }) => `${at}: the oldest browsers lack ${feature}: ${since.join(", ")}`)),
    ...unused,
  ];
}

/** Every problem of the built client. */
export const problemsOfClient = () => [...problemsOf(inScripts(), IN_SCRIPTS), ...problemsOf(inStyles(), IN_STYLES)];

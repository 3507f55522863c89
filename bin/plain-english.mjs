// Refuses retired words in code and docs, and names that a standard term has replaced. Prints each place.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/** Names that a standard term has replaced, and what to write now. */
const RETIRED = {
  shortWays: "fastRoutes",
  prepareShared: "prepareBatched",
  gatherer: "batchWhileBusy",
  openKeptPages: "openPageCache",
  openKept: "openLruCache",
  attentivePool: "failFastPool",
  repeatingPool: "retryingPool",
  actAtOnce: "statement",
  deleteAgain: "replayDeletions",
  openTurns: "openFairQueue",
  openSite: "openHttpApp",
  notOffered: "unsupportedEndpoints",
  doChore: "runMaintenance",
  openWorld: "openTestApp",
  useOnce: "useSingleFlight",
  hasFailed: "neverLoaded",
  HeldPhoto: "PendingPhoto",
  useFocusHeir: "useFocusFallback",
  wordsSought: "toTsQuery",
  PlaceBox: "PlaceField",
  useKeptSession: "useStoredSession",
  Onward: "Cursor",
  AskedAct: "ActionWithReason",
  findVisitor: "findCurrentUser",
};
/** Words that make a reader stop. Test titles, which docs/product repeats, may still hold them. */
const RIDDLES = /\b(whoever|anew|tells? of|told of|(?<!there )is none)\b/i;

const files = execFileSync("git", ["ls-files", "app", "bin", "db", "tests", "docs", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter(
    (file) => /\.(ts|tsx|mjs|md)$/.test(file) && !/^(docs\/product|db\/types\.ts|bin\/plain-english\.mjs)/.test(file),
  );
const problems = files.flatMap((file) =>
  readFileSync(join(ROOT, file), "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const place = `${file}:${index + 1}`;
      const names = Object.keys(RETIRED)
        .filter((name) => new RegExp(`\\b${name}\\b`).test(line))
        .map((name) => `${place}: ${name} is now ${RETIRED[name]}`);
      const text = file.endsWith(".md")
        ? line
        : (/^\s*(\/\/|\/?\*)(.*)/.exec(line)?.[2] ?? / \/\/ (.*)$/.exec(line)?.[1] ?? "");
      const riddle = file === "STYLE.md" ? null : RIDDLES.exec(text.replace(/`[^`]*`|"[^"]*"/g, ""));
      return riddle ? [...names, `${place}: "${riddle[0]}": say it plainly, see STYLE.md`] : names;
    }),
);
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} retired words`);
process.exit(problems.length > 0 ? 1 : 0);

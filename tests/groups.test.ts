import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { GROUPS, groupOf, SETS, TAGS } from "./groups.ts";

const ROOT = join(import.meta.dirname, "..");
const files = globSync(["tests/**/*.{test,spec}.ts", "{app,db}/**/*.test.{ts,tsx}"], { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), "utf8"),
}));
const FULL = /^\/\/ @module-tag operations\/full$/m;
const tagsIn = (text: string) => [...text.matchAll(/\btags?: "@?([^"]+)"/g)].map(([, tag = ""]) => tag);

test("every combination of tags is selected by exactly one group", () => {
  const isSelected = (expression: string, tags: readonly string[]) =>
    expression
      .split(" or ")
      .some((either) =>
        either.split(" and ").every((tag) => tags.includes(tag.replace("!", "")) !== tag.startsWith("!")),
      );
  for (const tags of [[], ["operations/full"], ["operations/full", "operations/short"]]) {
    const selecting = Object.entries(GROUPS).filter(([, { vitest }]) => isSelected(vitest, tags));
    expect(selecting.map(([name]) => name)).toEqual([groupOf(tags)]);
    const inBrowser = tags.map((tag) => `@${tag}`).join(" ");
    const [how = "", tag = ""] = GROUPS[groupOf(tags)].playwright.split("=");
    if (tags.length < 2) expect(inBrowser.includes(tag)).toBe(how === "--grep");
  }
});

test("a file names only tags that exist, and a short form only where the rest is of operations", () => {
  for (const { file, text } of files) {
    if (file === "tests/groups.test.ts") continue;
    const tags = tagsIn(text);
    expect([file, tags.filter((tag) => !TAGS.some((known) => known === tag))]).toEqual([file, []]);
    if (file.endsWith(".spec.ts")) expect([file, tags]).not.toContain("operations/short");
    else if (tags.includes("operations/short")) expect([file, FULL.test(text)]).toEqual([file, true]);
  }
});

test("each folder of tests keeps a part in npm test", () => {
  const isInProduct = ({ text }: { text: string }) => !FULL.test(text) || tagsIn(text).includes("operations/short");
  const folders = Map.groupBy(files, ({ file }) => dirname(file));
  expect([...folders].filter(([, within]) => !within.some(isInProduct)).map(([folder]) => folder)).toEqual([]);
});

test("the sets name files that exist", () => {
  const named = Object.values(SETS).flatMap((set) => ("program" in set ? [set.program] : set.files));
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

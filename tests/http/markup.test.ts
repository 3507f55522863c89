import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("every list that has a name has the role of one, which a list without markers loses in Safari", () => {
  const named = globSync("app/**/*.tsx", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/<[uo]l\b(?:[^<>]|=>)*>/g)]
      .filter(([tag]) => tag.includes("aria-label"))
      .map(([tag]) => ({ file, tag })),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(({ tag }) => !tag.includes(`role="list"`))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page: each rule with its elements. A page is given the program once. */
export async function violationsOf(page: Page, rules: axe.RunOptions["rules"] = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (chosen) => {
    const { axe: program } = globalThis as unknown as { axe: typeof axe };
    // React Aria keeps there, for a moment, what it has said: references to fields that may be gone by now.
    const results = await program.run({ exclude: ["[data-live-announcer]"] }, { rules: chosen, resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
}

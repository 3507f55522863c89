import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** axe's violations on a page: each rule with its elements. Injects axe once per page. */
export async function violationsOf(page: Page, rules: axe.RunOptions["rules"] = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (chosen) => {
    const { axe: program } = globalThis as unknown as { axe: typeof axe };
    // React Aria briefly keeps its announcements here; they may refer to removed fields.
    const results = await program.run(
      { exclude: ["[data-live-announcer]"] },
      { rules: chosen, resultTypes: ["violations"] },
    );
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
}

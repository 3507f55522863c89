import { expect } from "@playwright/test";
import { isFull } from "../support/full.ts";
import { breakDown, holdBack, look, watchShifts } from "./screens.look.ts";
import { invisibleFocus } from "./screens.measures.ts";
import { test } from "./screens.fixture.ts";
import { type Screen, screens } from "./screens.table.ts";

// Many page checks per test, each with every axe rule. The tests of one file would otherwise be left to one worker at the end.
test.describe.configure({ mode: "parallel" });

/** The threshold for a good cumulative layout shift. */
const STILL = 0.1;
/** In the short form one screen of each role is also tested loading and failing. */
const isTestedInStates = (screen: Screen) => isFull || screen === screens.find(({ who }) => who === screen.who);
const states = ({ empty }: Screen) => (empty ? "loading, full and error states" : "loading, filled and error states");

for (const screen of screens) {
  test(`${screen.name} shows its ${states(screen)} at 360 and 1280 px`, async ({ pages, server }) => {
    const page = await pages.pageOf(screen.who);
    const content = page.locator("main").getByText(screen.full(server)).first();

    const calls = isTestedInStates(screen) ? Object.entries(screen.asks) : [];
    for (const [procedure, sentence] of calls) {
      const letGo = await holdBack(page, procedure);
      await page.goto(screen.path);
      await expect(page.locator("main [aria-busy=true]").first(), procedure).toBeVisible();
      await look(page, screen, `waiting for ${procedure}`);
      const shifts = await watchShifts(page);
      letGo();
      await expect(content).toBeVisible();
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      expect.soft(await shifts(), `nothing jumps when ${procedure} answers`).toBeLessThan(STILL);

      const mend = await breakDown(page, procedure);
      await page.reload();
      const failures = page.getByRole("alert").filter({ hasText: sentence });
      await expect(failures.first()).toBeVisible();
      await look(page, screen, `${procedure} fails`);
      const retry = failures.getByRole("button").first();
      const letGoAgain = await holdBack(page, procedure);
      await retry.press("Enter");
      await expect
        .soft(retry, "what failed stays in sight while it is asked again")
        .toHaveAttribute("data-pending", "true");
      letGoAgain();
      mend();
      pages.forgive(/status of 500/);
      // A screen with two lists has two failures.
      await expect(async () => {
        if ((await failures.count()) > 0) await retry.press("Enter", { timeout: 1_000 });
        await expect(failures).toHaveCount(0, { timeout: 1_000 });
      }).toPass();
      await expect(content).toBeVisible();
      await expect.soft(page.locator("body"), "the focus stays in the page").not.toBeFocused();
    }

    if (calls.length === 0) await page.goto(screen.path);
    await expect(content).toBeVisible();
    await look(page, screen, "full");
    await page.evaluate(() => scrollTo(0, 0));
    expect.soft(await invisibleFocus(page)).toEqual([]);
  });
}

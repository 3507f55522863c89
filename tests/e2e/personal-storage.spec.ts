import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, openAs, signInByForm, test } from "./page.ts";

const stamp = Date.now().toString(36);
const CASES = "/dashboard/patient/cases";
const EIGHT_DAYS_MS = 8 * 24 * 3_600_000;
const SECRET = `Fractura secreta ${stamp}`;

test.use({ expectedProblems: [/401/] });

/** Everything that the browser stores, as text. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

async function writeDraft(page: Page) {
  await page.goto(`${CASES}?nuevo=1`);
  await page.getByLabel("Título").fill(SECRET);
  await expect.poll(() => stored(page)).toContain(SECRET);
}

test("a draft outlives a reload and not its week, nor the end of its session elsewhere, and the next person finds nothing", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Registro ${stamp}`);
  const bruno = like(cast.bruno, `Bruno Registro ${stamp}`);
  const elsewhere = await enter(baseURL!, ana, "sign up");
  await enter(baseURL!, bruno, "sign up");
  const page = await openAs(browser, baseURL!, ana, CASES);
  await test.step("the same person's draft is there after a reload", async () => {
    await writeDraft(page);
    await page.reload();
    await expect(page.getByLabel("Título")).toHaveValue(SECRET);
  });
  await test.step("after seven days it is gone", async () => {
    await page.evaluate((ms) => {
      const key = Object.keys(localStorage).find((each) => each.startsWith("case-draft:"))!;
      const draft = JSON.parse(localStorage.getItem(key)!);
      localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - ms }));
    }, EIGHT_DAYS_MS);
    await page.reload();
    await expect(page.getByLabel("Título")).toHaveValue("");
    expect(await stored(page)).not.toContain(SECRET);
  });
  await test.step("what an earlier version stored without an owner goes too", async () => {
    await page.evaluate((title) => localStorage.setItem("case-edit:1", JSON.stringify({ title })), SECRET);
    await page.reload();
    await expect(page.getByLabel("Título")).toHaveValue("");
    expect(await stored(page)).not.toContain(SECRET);
  });
  await test.step("it goes with a session that was ended elsewhere", async () => {
    await writeDraft(page);
    await elsewhere.auth.signOut({ scope: "global" });
    await page.goto(CASES);
    await page.waitForURL("**/auth");
    const names = await page.evaluate(() => Object.keys(localStorage));
    expect(names.filter((name) => name !== "signup-role")).toEqual([]);
  });
  await test.step("another person's sign-in sweeps what a session left that never ended in this browser", async () => {
    const { id } = await enter(baseURL!, ana, "sign in");
    await page.evaluate(
      ([person, text]) => {
        const kept = JSON.stringify({ person, at: Date.now(), text });
        for (const name of [
          "message-draft:patient:1",
          "offer-draft:1",
          "case-edit:1",
          "seen-cases",
          "last-route",
          "pushes-of",
        ])
          localStorage.setItem(name, kept);
        for (const name of ["chosen-kine", "sign-up-draft"]) sessionStorage.setItem(name, kept);
      },
      [id, SECRET] as const,
    );
    await signInByForm(page, bruno);
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    const now = await stored(page);
    expect(now).not.toContain(SECRET);
    expect(now).not.toContain(id);
  });
});

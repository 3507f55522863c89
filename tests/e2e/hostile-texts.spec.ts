import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { xss } from "../http/fuzz/corpus.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const LONGEST = 1_800;
const [first = "", second = "", third = ""] = xss;
const ana = like(cast.ana, `Ana ${first} ${stamp}`);
const carla = like(cast.carla, `Carla ${second} ${stamp}`, {
  license_number: `X ${stamp}`,
  bio: xss.slice(0, 6).join(" "),
});
const waiting = like(cast.carla, `Wanda ${third} ${stamp}`, { license_number: `Y ${stamp}` });

/** The whole corpus, a line each, split into as many texts as needed. */
function batches(): string[] {
  const texts: string[] = [""];
  for (const each of xss) {
    const last = texts.at(-1) ?? "";
    if (last.length + each.length < LONGEST) texts[texts.length - 1] = `${last}${each}\n`;
    else texts.push(`${each}\n`);
  }
  return texts.map((text) => text.trim());
}

const happened: string[] = [];

function listen(page: Page) {
  page.on("dialog", (dialog) => happened.push(`dialog ${dialog.message()}`));
  page.on("request", (request) => request.url().includes("evil.test") && happened.push(`request ${request.url()}`));
  void page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective }) =>
      console.error(`violation of ${violatedDirective}`),
    );
  });
}

/** Checks each screen, on which the text appears literally; an open one is not loaded again. */
async function look(page: Page, shown: Record<string, string>) {
  for (const [path, text] of Object.entries(shown)) {
    if (!page.url().endsWith(path)) await page.goto(path);
    const found = page.getByText(text, { exact: false }).first();
    await expect(found, path).toBeAttached();
    // A case is folded below its people once somebody applied.
    await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
    await expect(found, path).toBeVisible();
    await page.waitForLoadState("load");
    if (await page.evaluate(() => "hit" in globalThis)) happened.push(`${path}: a text was run`);
  }
}

test(
  "texts that would be run, were they taken for a part of the page, are read as they were written",
  { tag: "@operations/full" },
  async ({ browser, baseURL, page }) => {
    test.setTimeout(180_000);
    const [patient, kine] = [await enter(baseURL!, ana, "sign up"), await enterApproved(baseURL!, carla)];
    await enter(baseURL!, waiting, "sign up");
    const texts = batches();
    expect(xss.length).toBeGreaterThan(100);
    const ids: string[] = [];
    for (const [n, description] of texts.entries()) {
      ids.push(
        (
          await patient.api.cases.create({
            title: `${xss[n + 3]} ${stamp}`,
            description,
            injury_area: `Área ${second}`,
            location_city: `Barrio ${third}`,
          })
        ).id,
      );
    }
    for (const [n, case_id] of ids.entries()) {
      const { id } = await kine.api.matches.apply({ case_id, message: texts[n]!.slice(0, 900) });
      await patient.api.matches.accept({ id });
    }
    const closed = ids[0]!;
    await patient.api.cases.close({ id: closed });
    await patient.api.reviews.create({ case_id: closed, kine_id: kine.id, stars: 5, comment: `Muy bien ${first}` });

    listen(page);
    await look(page, { [`/kines/${kine.id}`]: `Muy bien ${first}` });
    const own = await openAs(browser, baseURL!, ana, "/dashboard/patient/cases", listen);
    await look(own, {
      "/dashboard/patient/cases": `${xss[4]} ${stamp}`,
      ...Object.fromEntries(
        ids.slice(1).map((id, n) => [`/dashboard/patient/cases?caso=${id}`, texts[n + 1]!.split("\n")[1]!]),
      ),
      "/dashboard/patient/kines": carla.metadata["name"] as string,
      "/dashboard/patient/reviews": `Muy bien ${first}`,
    });
    const theirs = await openAs(browser, baseURL!, carla, "/dashboard/kine/matches", listen);
    await look(theirs, {
      "/dashboard/kine/matches": `${xss[3]} ${stamp}`,
      "/dashboard/kine/reviews": `Muy bien ${first}`,
      "/dashboard/kine/profile": stamp,
    });
    const admin = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users", listen);
    await look(admin, {
      "/dashboard/admin/users": waiting.metadata["name"] as string,
      "/dashboard/admin/applications": waiting.metadata["name"] as string,
      [`/dashboard/admin/cases?buscar=${stamp}`]: `${xss[3]} ${stamp}`,
      "/dashboard/admin/reviews": `Muy bien ${first}`,
      "/dashboard/admin/kines": carla.metadata["name"] as string,
    });
    expect(happened).toEqual([]);
  },
);

import { expect, test } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter } from "../support/people.ts";
import { watch } from "./page.ts";
import { contextWith } from "./screens.fixture.ts";

const ADMIN = ["today", "pulse", "users", "audit", "status"].map((section) => `/dashboard/admin/${section}`);
const PUBLIC = ["/", "/kinesiologos", "/como-ordenamos", "/terminos"];

test("pages open without a fault in a browser of another language and time zone", async ({ browser, baseURL }) => {
  const elena = await enter(baseURL!, cast.elena, "sign in");
  for (const [person, paths] of [
    [null, PUBLIC],
    [elena, ADMIN],
  ] as const) {
    const context = await contextWith(browser, baseURL!, person, { locale: "en-US", timezoneId: "UTC" });
    const page = await context.newPage();
    const problems: string[] = [];
    watch(page, problems);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});

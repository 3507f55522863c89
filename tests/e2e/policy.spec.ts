import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

declare global {
  var violations: string[];
}

const stamp = Date.now();
const ana = like(cast.ana, `Ana Mira ${stamp}`);
const carla = like(cast.carla, `Carla Mira ${stamp}`, { license_number: `P ${stamp}` });
const pages = {
  nobody: ["/", "/auth?mode=signin", "/auth?mode=signup&role=kine", "/terminos", "/privacidad", "/nada"],
  patient: ["cases", "cases?nuevo=1", "kines", "reviews", "profile", "security"].map(
    (path) => `/dashboard/patient/${path}`,
  ),
  kine: ["cases", "matches", "reviews", "profile"].map((path) => `/dashboard/kine/${path}`),
  admin: [
    "users",
    "patients",
    "kines",
    "cases",
    "reviews",
    "reports",
    "audit",
    "create-kine",
    "applications",
    "profile",
    "status",
  ].map((path) => `/dashboard/admin/${path}`),
};
const counted = { pages: 0, violations: [] as string[] };

test.setTimeout(180_000);
test.use({ expectedProblems: [/status of 404/] });
test.afterAll(() => console.log(`policy: ${counted.pages} pages looked at, ${counted.violations.length} violations`));

const listen = (page: Page) =>
  page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      violations.push(`${violatedDirective} ${sample}`),
    );
  });

async function look(page: Page, paths: string[]) {
  for (const path of paths.filter((_, n) => isFull || n % 2 === 0)) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.waitForLoadState("load");
    counted.pages += 1;
    const seen = await page.evaluate(() => violations);
    counted.violations.push(...seen.map((violation) => `${path}: ${violation}`));
  }
}

test(
  "no page breaks its own policy, whoever looks at it",
  { tag: "@operations/full" },
  async ({ browser, baseURL, page }) => {
    const { id } = await enterApproved(baseURL!, carla);
    const patient = await enter(baseURL!, ana, "sign up");
    await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await listen(page);
    await look(page, [...pages.nobody, `/kines/${id}`]);
    for (const [member, paths] of [
      [ana, pages.patient],
      [carla, pages.kine],
      [cast.elena, pages.admin],
    ] as const) {
      const own = await openAs(browser, baseURL!, member, paths[0]!, listen);
      await look(own, paths);
    }
    expect(counted.violations).toEqual([]);
    expect(counted.pages).toBeGreaterThan(isFull ? 20 : 10);
  },
);

test("the page's nonce stands in an attribute that styles cannot read, beside an empty content", async ({ page }) => {
  await page.goto("/auth");
  const meta = page.locator("meta[property=csp-nonce]");
  expect(await meta.getAttribute("content")).toBe("");
  expect(await meta.evaluate((element) => [element.getAttribute("nonce"), (element as HTMLElement).nonce])).toEqual([
    "",
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ]);
});

test("pages, files of the program and redirects are answered with the headers of their kind", async ({ request }) => {
  const html = await (await request.get("/auth")).text();
  const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? "";
  const ofPage = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'self' 'nonce-[^']+'; .*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default$/,
    ),
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
  };
  const rows: [string, number, Record<string, unknown>][] = [
    ["/", 200, ofPage],
    ["/nada", 404, ofPage],
    [`/kines/${crypto.randomUUID()}`, 302, { location: "/dashboard" }],
    [asset, 200, { "cache-control": "public, max-age=31536000, immutable" }],
    ["/favicon.svg", 200, { "cache-control": "public, max-age=300" }],
    ["/robots.txt", 200, { "content-type": expect.stringContaining("text/plain") }],
  ];
  for (const [path, status, expected] of rows) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(status);
    const headers = answer.headers();
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      ...expected,
    });
    expect(headers["content-security-policy"] ?? "").not.toContain("script-src 'self' 'unsafe-inline'");
    expect(headers["set-cookie"]).toBeUndefined();
  }
});

test.describe("what somebody who could write into a page would try", { tag: "@operations/full" }, () => {
  test.use({ expectedProblems: [/Content Security Policy|Trusted|status of 404/] });
  const attempts: Record<string, string> = {
    "an element of a text": `document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='globalThis.hit = true'>")`,
    "a script of a text": `document.body.append(Object.assign(document.createElement("script"), { text: "globalThis.hit = true" }))`,
    "code of a text": `globalThis.hit = setTimeout("globalThis.hit = true") && undefined`,
    "a worker of elsewhere": `new Worker("data:text/javascript,postMessage(1)").onmessage = () => { globalThis.hit = true }`,
    "a policy of one's own": `trustedTypes.createPolicy("mine", { createHTML: (text) => text }); globalThis.hit = true`,
    "a style element": `const style = document.createElement("style"); style.textContent = "body { outline: 7px solid red }"; document.head.append(style);
      globalThis.hit = getComputedStyle(document.body).outlineWidth === "7px"`,
    "a frame of elsewhere": `document.body.append(Object.assign(document.createElement("iframe"), { src: "https://example.com/" }))`,
  };
  for (const [what, code] of Object.entries(attempts)) {
    test(`${what} is refused and reported`, async ({ page }) => {
      await listen(page);
      await page.addInitScript(`addEventListener("load", () => { try { ${code} } catch { /* refused */ } })`);
      await page.goto("/auth?mode=signin");
      await expect.poll(() => page.evaluate(() => violations.length)).toBeGreaterThan(0);
      expect(await page.evaluate(() => (globalThis as { hit?: unknown }).hit)).toBeFalsy();
    });
  }
});

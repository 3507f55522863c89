// npm run bench -- lighthouse: Lighthouse's mobile scores of the landing page, a page of the directory, a public profile and the sign-in screen; the median of three.
import { launch } from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { findChromium } from "../../bin/chromium.mjs";
import { withDemo } from "./demo-program.ts";

const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

await withDemo(async (url) => {
  const landing = await (await fetch(url)).text();
  const profile = /href="(\/kines\/[^"]+)"/.exec(landing)?.[1];
  if (!profile) throw new Error("the landing page names no specialist");
  for (const path of ["/", "/kinesiologos", profile, "/auth"]) print(path, await medianOf(`${url}${path}`));
});

/** The run with the median performance of three. */
async function medianOf(url: string): Promise<Result> {
  const runs: Result[] = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await run(url));
  const byPerformance = runs.toSorted((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"));
  return byPerformance[Math.floor(ROUNDS / 2)] ?? runs[0]!;
}

async function run(url: string): Promise<Result> {
  const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-background-networking"];
  const chrome = await launch({ chromePath: findChromium(), chromeFlags });
  try {
    const done = await lighthouse(url, { port: chrome.port, onlyCategories: [...CATEGORIES], logLevel: "error" });
    if (!done) throw new Error(`Lighthouse said nothing of ${url}`);
    return done.lhr;
  } finally {
    chrome.kill();
  }
}

function scoreOf({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function print(path: string, result: Result) {
  const { audits, categories } = result;
  console.log(`${path}: ${CATEGORIES.map((name) => `${name} ${scoreOf(result, name)}`).join(", ")}`);
  const times = TIMES.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`);
  const bytes = audits["total-byte-weight"]?.numericValue ?? 0;
  console.log(`  ${times.join(", ")}, ${Math.round(bytes)} bytes`);
  for (const name of CATEGORIES) {
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (audit?.score === null || audit?.score === undefined || audit.score >= 1) continue;
      console.log(
        `  ${name}, weight ${weight}: ${audit.title} (${audit.score})${audit.displayValue ? `: ${audit.displayValue}` : ""}`,
      );
    }
  }
}

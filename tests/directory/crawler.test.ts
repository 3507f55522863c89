// @module-tag operations/full
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningDatabase } from "../../db/embedded.ts";
import { PARAMETERS } from "../../app/domain/directory/query.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { insertSpecialists } from "./specialists.ts";

const SPECIALISTS = isFull ? 10_000 : 400;
const MOST_REQUESTS = isFull ? 10_000 : 250;
const AT_ONCE = 4;
/** The number of sitemap addresses that the short form visits. */
const SAMPLE = 120;

const folder = makeFolder("crawler");
let program: Program;
let origin: string;

// The built program as deployed.
beforeAll(async () => {
  await prepareDataDir(folder);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const env = { DATA_DIR: folder, PORT: String(port), HOST: "127.0.0.1", CALL_LIMIT: "0", NODE_ENV: "production" };
  program = startProgram({ env, command: [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts")] });
  await untilAnswering(program, port);
  await insertSpecialists(runningDatabase(folder)!, SPECIALISTS);
  // The program's copy is at most half a second old.
  await wait(1_000);
}, 600_000);
afterAll(async () => {
  program?.child.kill("SIGTERM");
  await program?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const page = async (address: string) => {
  const answer = await fetch(address, { redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
};
const unescaped = (text: string) => text.replaceAll("&amp;", "&");
const canonicalIn = (text: string) => unescaped(/<link rel="canonical" href="([^"]+)"/.exec(text)?.[1] ?? "");
const isHidden = (text: string) => text.includes('<meta name="robots" content="noindex"');
/** An address of a file, not of a page. */
const isFile = (path: string) => /^\/(assets|files)\/|\.(png|svg|ico|webmanifest|js|css)$/.test(path);

async function robots() {
  const { text } = await page(`${origin}/robots.txt`);
  const shut = [...text.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, rule = ""]) => new RegExp(`^${rule.replaceAll(/[.?+()[\]]/g, "\\$&").replaceAll("*", ".*")}`),
  );
  return (address: string) => shut.some((rule) => rule.test(address.slice(origin.length)));
}

test("a crawler meets from the first page on no filter, no page of nothing, no page twice, and no address that has moved", async () => {
  const isShut = await robots();
  const waiting = [`${origin}/`];
  const seen = new Set(waiting);
  const canonicals = new Map<string, string>();
  const wrong: string[] = [];
  let requests = 0;
  let listed = 0;
  async function visit(address: string) {
    requests += 1;
    const { status, text } = await page(address);
    if (status !== 200) return void wrong.push(`${address}: ${status}`);
    if (text.includes("No encontramos especialistas")) wrong.push(`${address}: a soft 404`);
    const canonical = canonicalIn(text);
    const other = canonicals.get(canonical);
    if (canonical && other) wrong.push(`${address} has the canonical address of ${other}`);
    if (canonical && canonical !== address) wrong.push(`${address} has the canonical address ${canonical}`);
    canonicals.set(canonical, address);
    if (address.includes("/kinesiologos")) listed += 1;
    for (const [, href = ""] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const found = new URL(unescaped(href), address);
      found.hash = "";
      if (found.origin !== origin || isFile(found.pathname) || seen.has(found.href)) continue;
      if (PARAMETERS.some((name) => name !== "pagina" && found.searchParams.has(name)))
        wrong.push(`${found.href} is a filter`);
      if (isShut(found.href)) continue;
      seen.add(found.href);
      waiting.push(found.href);
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (requests < MOST_REQUESTS) {
        const next = waiting.shift();
        if (next) await visit(next);
        else if (requests > AT_ONCE) return;
        else await wait(50);
      }
    }),
  );
  console.log(`${requests} requests, ${listed} pages of the directory, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  expect(listed).toBeGreaterThan(50);
}, 3_600_000);

test("every address of the sitemaps answers, is for search engines, and names itself", async () => {
  const addressesIn = async (file: string) =>
    [...(await page(file)).text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
  const files = await addressesIn(`${origin}/sitemap.xml`);
  expect(files.map((file) => file.slice(origin.length))).toEqual([
    "/sitemaps/paginas.xml",
    "/sitemaps/kinesiologos-1.xml",
    "/sitemaps/perfiles-1.xml",
  ]);
  expect((await page(`${origin}/sitemaps/otra.xml`)).status).toBe(404);
  const isShut = await robots();
  const wrong: string[] = [];
  let addressCount = 0;
  for (const file of files) {
    const addresses = await addressesIn(file);
    expect(addresses.length).toBeGreaterThan(3);
    const step = isFull ? 1 : Math.max(1, Math.ceil(addresses.length / (SAMPLE / files.length)));
    for (const address of addresses.filter((_, index) => index % step === 0)) {
      addressCount += 1;
      const { status, text } = await page(address);
      if (status !== 200 || isHidden(text) || isShut(address) || canonicalIn(text) !== address)
        wrong.push(`${address}: ${status} ${canonicalIn(text)}`);
    }
  }
  console.log(`${addressCount} addresses of the sitemaps, ${wrong.length} wrong`);
  expect(wrong).toEqual([]);
  const dated = (await page(files[1]!)).text;
  expect(dated.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)!.length).toBe(dated.match(/<loc>/g)!.length);
}, 3_600_000);

import type { Page } from "@playwright/test";
import {
  builtScripts,
  existingPlaces,
  namedPlaces,
  noteReads,
  READ,
  walksFor,
  wordsOf,
} from "../browsers/named-places.ts";
import { newerPlaces, removeFromPage } from "../browsers/remove-newer.ts";
import { isFull } from "../support/full.ts";

/** What is done to a page before its scripts. */
export type Prepare = (page: Page) => Promise<void>;
type Walk = (prepare: Prepare) => Promise<void>;

export const LONGEST_WALK_MS = 240_000;
/** Of one server. */
const WALKS_AT_ONCE = 2;
const ENOUGH_FAILURES = 4;
/** Documents with each kind of script of their own. */
const DOCUMENTS = ["/", "/auth?mode=signup", "/dashboard/patient/cases", "/kinesiologos"];

/** Takes away what stands at the places. */
export const removing =
  (places: readonly string[]): Prepare =>
  async (page) =>
    void (await page.addInitScript(removeFromPage, places));

/**
 * Which places to take away together so that a walk is done without each one that the client names, after a walk that tells which it reads. The
 * short form takes another walk each day. Returns them with a line of figures.
 */
export async function walksWithoutOne(page: Page, walk: Walk): Promise<{ walks: string[][]; figures: string }> {
  const scripts = [...builtScripts(), ...(await inlineScripts(page))].map(wordsOf);
  const named = namedPlaces(scripts);
  const existing = await page.evaluate(existingPlaces, named);
  const read = await placesRead(walk, existing);
  const walks = walksFor(existing, read, scripts);
  const figures =
    `${newerPlaces().length} places are newer than the baseline. The client names ${named.length}, of which this browser has ` +
    `${existing.length}. The main job reads ${read.size}: ${[...read].join(", ")}. ${walks.length} walks.`;
  return {
    walks: isFull ? walks : walks.slice(Math.floor(Date.now() / 86_400_000) % walks.length).slice(0, 1),
    figures,
  };
}

/**
 * Walks without each group of places, a few at a time, until some have failed; returns the failures. A walk that fails is walked once more: what
 * a missing function breaks is broken again, while a busy machine is late elsewhere.
 */
export async function failuresOf(walks: readonly string[][], walk: Walk): Promise<string[]> {
  const failures: string[] = [];
  const queue = walks.values();
  const walkOn = async () => {
    for (const places of queue) {
      if (failures.length >= ENOUGH_FAILURES) return;
      if ((await failureOf(places, walk)) === null) continue;
      const again = await failureOf(places, walk);
      if (again) failures.push(`without ${places.join(", ")}: ${again}`);
    }
  };
  await Promise.all(Array.from({ length: WALKS_AT_ONCE }, walkOn));
  return failures;
}

async function failureOf(places: readonly string[], walk: Walk): Promise<string | null> {
  const pages: Page[] = [];
  const prepare = async (page: Page) => {
    pages.push(page);
    await removing(places)(page);
  };
  const failure = await walk(prepare).then(
    () => null,
    (error: unknown) => String(error),
  );
  // A walk that failed has left them open.
  await Promise.all(pages.map((page) => page.context().close()));
  return failure;
}

/** The scripts in the documents themselves. */
async function inlineScripts(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const path of DOCUMENTS) {
    const html = await (await page.request.get(path)).text();
    const scripts = html.matchAll(/<script(?![^>]*(?:\bsrc=|ld\+json))[^>]*>([^]*?)<\/script>/g);
    found.push(...[...scripts].map(([, code = ""]) => code));
  }
  await page.goto(DOCUMENTS[0]!);
  return found;
}

/** Which of the places the walk reads. */
async function placesRead(walk: Walk, places: readonly string[]): Promise<Set<string>> {
  const read = new Set<string>();
  await walk(async (page) => {
    page.on("console", (message) => {
      if (message.text().startsWith(READ)) read.add(message.text().slice(READ.length));
    });
    await page.addInitScript(noteReads, { places, prefix: READ });
  });
  return read;
}

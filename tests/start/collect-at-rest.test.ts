import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectAtRest } from "../../app/process/collect-at-rest.ts";

/** Long enough that short work of the test runner is a small share of it. */
const LOOK_MS = 400;

/** Keeps the event loop busy for a whole period between two checks. */
function work() {
  for (const end = performance.now() + LOOK_MS + 100; performance.now() < end;) JSON.stringify(process.env);
}

test("garbage is collected once after each busy time, when the program rests", async () => {
  let collections = 0;
  const looking = collectAtRest(LOOK_MS, () => (collections += 1));
  for (const busyTime of [1, 2]) {
    work();
    await expect.poll(() => collections, { timeout: 10_000 }).toBe(busyTime);
    await wait(2.5 * LOOK_MS);
    expect(collections).toBe(busyTime);
  }
  await looking.stop();
});

test("a collection gives the memory of what is no longer used back to the system", async () => {
  const looking = collectAtRest(LOOK_MS);
  let list: { n: number }[] = Array.from({ length: 2_000_000 }, (_, n) => ({ n }));
  expect(list).toHaveLength(2_000_000);
  work();
  const full = process.memoryUsage.rss();
  list = [];
  await expect.poll(() => full - process.memoryUsage.rss(), { timeout: 10_000 }).toBeGreaterThan(40_000_000);
  await looking.stop();
});

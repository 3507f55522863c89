import { expect, test } from "vitest";
import { collectAtRest, collectGarbage, restDetector } from "../../app/process/collect-at-rest.ts";

test("garbage is collected once after each busy time, when the program rests", async () => {
  const restsAfterWork = restDetector();
  const periods = [0, 0.02, 0.5, 0.9, 0.1, 0.02, 0, 0.01, 0.2, 0, 0.3, 0.03, 0.03];
  expect(
    periods.map((utilization, at) => (restsAfterWork(utilization) ? at : null)).filter((at) => at !== null),
  ).toEqual([5, 11]);
  // Of the program's own event loop, which other work of this process may keep busy for a while.
  const { promise: collected, resolve: collect } = Promise.withResolvers<void>();
  const looking = collectAtRest(200, collect);
  for (const end = performance.now() + 500; performance.now() < end;) JSON.stringify(process.env);
  await collected;
  await looking.stop();
});

test("a collection gives the memory of what is no longer used back to the system", () => {
  let list: { n: number }[] = Array.from({ length: 2_000_000 }, (_, n) => ({ n }));
  expect(list).toHaveLength(2_000_000);
  const full = process.memoryUsage.rss();
  list = [];
  collectGarbage();
  expect(full - process.memoryUsage.rss()).toBeGreaterThan(40_000_000);
});

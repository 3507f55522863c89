import { expect, test } from "vitest";
import { openBackoff } from "./backoff.server.ts";

const WAIT = { firstMs: 10, factor: 4, mostMs: 100 };

test("waits grow with each strike up to the longest, and are short again after a long while", () => {
  let now = 1_000;
  const backoff = openBackoff(WAIT, () => now);
  expect(backoff.msLeft("ana")).toBe(0);
  const waits = [1, 2, 3, 4].map(() => {
    backoff.strike("ana");
    const wait = backoff.msLeft("ana");
    now += wait;
    expect(backoff.msLeft("ana")).toBe(0);
    return wait;
  });
  expect(waits).toEqual([10, 40, 100, 100]);
  now += 101;
  backoff.strike("ana");
  expect(backoff.msLeft("ana")).toBe(10);
});

test("one that is struck keeps nobody else waiting", () => {
  const backoff = openBackoff(WAIT, () => 0);
  backoff.strike("ana");
  expect([backoff.msLeft("ana"), backoff.msLeft("bruno")]).toEqual([10, 0]);
});

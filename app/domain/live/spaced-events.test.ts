import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openSpacing } from "./spaced-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a change that is repeated 167 times in ten seconds is told a few times, the last one included; others are not held up", () => {
  const told: number[] = [];
  const others: string[] = [];
  const spacing = openSpacing<number>((key, event) => (key === "edits" ? told.push(event) : others.push(key)));
  for (let n = 1; n <= 167; n += 1) {
    spacing.hear("edits", n);
    vi.advanceTimersByTime(60);
  }
  spacing.hear("message", 1);
  expect(others).toEqual(["message"]);
  expect(told.length).toBeLessThan(12);
  vi.advanceTimersByTime(10_000);
  expect(told.at(-1)).toBe(167);
  expect(spacing.holds()).toBe(false);
  const quiet = told.length;
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(quiet);
});

test("three changes within a moment are told at once, and nothing is told after the end", () => {
  const told: number[] = [];
  const spacing = openSpacing<number>((_, event) => told.push(event));
  for (const n of [1, 2, 3, 4]) spacing.hear("case", n);
  expect(told).toEqual([1, 2, 3]);
  expect(spacing.holds()).toBe(true);
  spacing.end();
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([1, 2, 3]);
});

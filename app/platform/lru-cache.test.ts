import { expect, test } from "vitest";
import { openLruCache } from "./lru-cache.server.ts";

test("a cache holds at most its size, and at least the half of it that was used last", () => {
  const cache = openLruCache<string>(100, (value) => value.length);
  const keys = Array.from({ length: 50 }, (_, n) => `key ${n}`);
  for (const key of keys) cache.set(key, "x".repeat(10));
  const kept = keys.filter((key) => cache.get(key) !== undefined);
  expect(kept.length).toBeLessThanOrEqual(10);
  expect(kept.slice(-5)).toEqual(keys.slice(-5));
});

test("an entry that is set again counts once, by its new size", () => {
  const cache = openLruCache<string>(100, (value) => value.length);
  cache.set("other", "x".repeat(10));
  for (let n = 0; n < 50; n++) cache.set("same", "x".repeat(30));
  expect(cache.get("other")).toBeDefined();
});

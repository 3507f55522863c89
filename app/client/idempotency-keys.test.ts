import { expect, test } from "vitest";
import { forgetKey, forgetKeysOf, idempotencyKeyOf } from "./idempotency-keys.ts";

test("what was not answered is sent again under its name, and under another once it was refused", () => {
  const key = idempotencyKeyOf("cases", "create a");
  expect(idempotencyKeyOf("cases", "create a")).toBe(key);
  expect(idempotencyKeyOf("cases", "create b")).not.toBe(key);
  forgetKey("cases", "create b");
  expect(idempotencyKeyOf("cases", "create a")).toBe(key);
  forgetKey("cases", "create a");
  expect(idempotencyKeyOf("cases", "create a")).not.toBe(key);
});

test("what was not answered is asked anew once something else was done to the same kind of thing, which may have undone it", () => {
  const [monday, given] = [
    idempotencyKeyOf("availabilities", "replace by Monday"),
    idempotencyKeyOf("consents", "give"),
  ];
  idempotencyKeyOf("availabilities", "replace by Friday");
  forgetKeysOf("availabilities");
  expect(idempotencyKeyOf("availabilities", "replace by Monday")).not.toBe(monday);
  expect(idempotencyKeyOf("consents", "give")).toBe(given);
});

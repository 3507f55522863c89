import { expect, test } from "vitest";
import { keyRefused, kindDone, requestKeyOf } from "./request-keys.ts";

test("what was not answered is sent again under its name, and under another once it was refused", () => {
  const key = requestKeyOf("cases", "create a");
  expect(requestKeyOf("cases", "create a")).toBe(key);
  expect(requestKeyOf("cases", "create b")).not.toBe(key);
  keyRefused("cases", "create b");
  expect(requestKeyOf("cases", "create a")).toBe(key);
  keyRefused("cases", "create a");
  expect(requestKeyOf("cases", "create a")).not.toBe(key);
});

test("what was not answered is asked anew once something else was done to the same kind of thing, which may have undone it", () => {
  const [monday, given] = [requestKeyOf("availabilities", "replace by Monday"), requestKeyOf("consents", "give")];
  requestKeyOf("availabilities", "replace by Friday");
  kindDone("availabilities");
  expect(requestKeyOf("availabilities", "replace by Monday")).not.toBe(monday);
  expect(requestKeyOf("consents", "give")).toBe(given);
});

import { expect, test } from "vitest";
import { isKnownByClient } from "./etag.server.ts";

test("a tag is known in a list, weakly, and by a star", () => {
  for (const known of ['"a"', 'W/"a"', '"b", "a"', 'W/"b",W/"a"', ' "b" ,"a" ', "*", '"a,b", "a"'])
    expect(isKnownByClient(known, '"a"'), known).toBe(true);
  expect(isKnownByClient('"a"', 'W/"a"')).toBe(true);
  for (const other of [undefined, null, "", '"b"', 'W/"b"', '"A"', "a", '"a,b"'])
    expect(isKnownByClient(other, '"a"'), String(other)).toBe(false);
});

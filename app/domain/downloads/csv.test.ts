import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are quoted, and none of them is a formula", () => {
  expect(csvLine(["a", null, 'dice "hola"', "dos\nrenglones", "a,b"])).toBe(
    '"a","","dice ""hola""","dos\nrenglones","a,b"\r\n',
  );
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n=1", '=cmd|" /C calc"!A0']) {
    expect(csvLine([formula]).startsWith("\"'")).toBe(true);
  }
});

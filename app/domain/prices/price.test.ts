import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPesos } from "./pesos.ts";
import { priceRangeOf, raised } from "./price.ts";
import { PesosText } from "./price-input.ts";

test("a raise rounds to hundreds, and never lowers a price", () => {
  expect(raised(28_000, 0)).toBe(28_000);
  expect(raised(28_050, 0)).toBe(28_050);
  expect(raised(28_000, 10)).toBe(30_800);
  expect(raised(28_370, 7)).toBe(30_400);
  expect(raised(40, 1)).toBe(40);
  const price = fc.integer({ min: 1, max: 10_000_000 });
  const percent = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(price, percent, (old, raise) => {
      const next = raised(old, raise);
      return next >= old && (next === old || next % 100 === 0) && Math.abs(next - old * (1 + raise / 100)) <= 100;
    }),
  );
});

test("a session's price lies in one of the sign-up's ranges, or says that it is below them", () => {
  for (const [session, range] of [
    [14_999, "Menos de $15.000"],
    [15_000, "$15.000 - $25.000"],
    [25_000, "$15.000 - $25.000"],
    [25_001, "$25.000 - $35.000"],
    [50_000, "$35.000 - $50.000"],
    [50_001, "$50.000+"],
  ] as const)
    expect([session, priceRangeOf(session)]).toEqual([session, range]);
});

test("an amount is understood as people type it, and anything else is refused", () => {
  const read = (text: string) => PesosText(100_000).safeParse(text).data;
  expect(["28.000", "$ 28000", " 28 000 ", ""].map(read)).toEqual([28_000, 28_000, 28_000, null]);
  expect(["28,5", "-3", "mil", "1e3", "100.001"].map(read)).toEqual(Array(5).fill(undefined));
  expect(formatPesos(28_000)).toBe("$28.000");
});

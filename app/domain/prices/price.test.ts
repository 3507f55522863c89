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
  const read = (text: string) => PesosText(100_000).safeParse(text);
  for (const [text, amount] of [
    ["28.000", 28_000],
    ["$ 28000", 28_000],
    ["$28.000", 28_000],
    [" 28 000 ", 28_000],
    ["28\u00a0000", 28_000],
    ["28000", 28_000],
    ["900", 900],
    ["1.500", 1_500],
    ["２８.０００", 28_000],
    ["", null],
    [" ", null],
  ] as const)
    expect(read(text).data, text).toBe(amount);
  for (const text of [
    "28.50",
    "1.5",
    "28500.00",
    "28.000.00",
    "28,5",
    "28.000,00",
    "28.000,50",
    "28,000",
    "0.500",
    ".500",
    "28.",
    "28..000",
    "2 8",
    "28 00",
    "1.000 000",
    "1234.567",
    "-3",
    "mil",
    "1e3",
    "$",
    "28.000 + IVA",
    "20.000-25.000",
    "9".repeat(400),
    "1".repeat(13),
  ])
    expect(read(text).error?.issues[0]?.message, text).toBe("Escribí un monto en pesos, sin centavos");
  expect(read("100.001").error?.issues[0]?.message).toBe("Es demasiado");
  expect(formatPesos(28_000)).toBe("$28.000");
});

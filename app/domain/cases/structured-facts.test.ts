import { expect, test } from "vitest";
import { NewStructuredFacts } from "./structured-facts.ts";

test("an operation was on a day between 1900 and today", () => {
  const problem = (operated_on: string) =>
    NewStructuredFacts.safeParse({ operation: "Meniscos", operated_on }).error?.issues[0]?.message;
  for (const day of ["1900-01-01", "2024-02-29", "", new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)])
    expect(problem(day), day).toBeUndefined();
  for (const day of ["0000-01-01", "0001-01-01", "1899-12-31", "9999-12-31", "2201-05-04"])
    expect(problem(day), day).toBe("Escribí una fecha de 1900 a hoy");
  for (const day of ["2026-02-30", "ayer", "2026-5-4"]) expect(problem(day), day).toBe("Escribí una fecha completa");
});

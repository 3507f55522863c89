import { expect, test } from "vitest";
import { coveragesFields, differencesInWords as coverageDifferences } from "../coverages/coverages-form.ts";
import { differencesInWords, pricesFields } from "./prices-form.ts";

const stored = [{ modality: "consultorio", session: 18_000, first: null, ten: 162_000 }] as const;

test("a form holds prices with their thousands apart, and the same amount typed without them is no difference", () => {
  const fields = pricesFields(stored);
  const row = fields.rows.find(({ modality }) => modality === "consultorio")!;
  expect(row).toMatchObject({ session: "18.000", first: "", ten: "162.000" });
  const typed = (session: string) => ({
    rows: fields.rows.map((each) => (each === row ? { ...each, session } : each)),
  });
  expect(differencesInWords(stored, typed("18000"))).toEqual([]);
  expect(differencesInWords(stored, typed("19.000"))).toMatchObject([
    { text: "sesión $18.000, diez sesiones $162.000" },
  ]);
});

test("a form holds what a coverage leaves to pay with its thousands apart, and both ways of typing it are one", () => {
  const confirmed_at = new Date();
  const osde = { id: 1, short: "OSDE", name: "OSDE", how: "direct", plans: null, extra: 2_000, confirmed_at } as const;
  const own = { coverages: [{ ...osde, freshness: "fresh" }], refund_invoice_at: null } as unknown as Parameters<
    typeof coveragesFields
  >[0];
  const [field] = coveragesFields(own).coverages;
  expect(field?.extra).toBe("2.000");
  const typed = (extra: string) => ({ coverages: [{ ...field!, extra }], refund_invoice: false });
  expect(coverageDifferences(own, typed("2000"))).toEqual([]);
  expect(coverageDifferences(own, typed("2.500"))).toMatchObject([{ name: "OSDE" }]);
});

import { pesos } from "../../shared/text/pesos.ts";
import { CASE_MODALITY_LABELS, MODALITIES } from "../profiles/modality.ts";
import { groupPesos } from "./pesos.ts";
import type { Price } from "./price-input.ts";
import type { PricesFields } from "./prices-form-input.ts";

type Stated = Pick<Price, "modality" | "session" | "first" | "ten">;

/** What a price states, without its date. */
export const statedPrice = ({ modality, session, first, ten }: Stated): Price => ({ modality, session, first, ten });

/** The form fields of stated prices. */
export function pricesFields(prices: readonly Stated[]): PricesFields {
  const text = (amount: number | null | undefined) => (amount ? groupPesos(amount) : "");
  return {
    rows: MODALITIES.map((modality) => {
      const price = prices.find((each) => each.modality === modality);
      return { modality, session: text(price?.session), first: text(price?.first), ten: text(price?.ten) };
    }),
  };
}

const FIELDS = ["session", "first", "ten"] as const;
const LABELS = { session: "sesión", first: "primera sesión", ten: "diez sesiones" } as const;

/** What is stored and not the same in the form, by modality. */
export function differencesInWords(stored: readonly Stated[], typed: PricesFields): { name: string; text: string }[] {
  return pricesFields(stored).rows.flatMap((row, index) => {
    const same = typed.rows[index];
    if (same && FIELDS.every((field) => pesos(row[field]) === pesos(same[field]))) return [];
    const amounts = FIELDS.filter((field) => row[field] !== "");
    const text = amounts.map((field) => `${LABELS[field]} $${row[field]}`).join(", ");
    return [{ name: CASE_MODALITY_LABELS[row.modality], text }];
  });
}

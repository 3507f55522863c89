import { MODALITIES } from "../profiles/modality.ts";
import type { Price } from "./price-input.ts";
import type { PricesFields } from "./prices-form-input.ts";

type Stated = Pick<Price, "modality" | "session" | "first" | "ten">;

/** The form fields of stated prices. */
export function pricesFields(prices: readonly Stated[]): PricesFields {
  const text = (amount: number | null | undefined) => (amount ? String(amount) : "");
  return {
    rows: MODALITIES.map((modality) => {
      const price = prices.find((each) => each.modality === modality);
      return { modality, session: text(price?.session), first: text(price?.first), ten: text(price?.ten) };
    }),
  };
}

import { z } from "zod";
import { MODALITIES } from "../profiles/modality.ts";
import { PesosText, type Price, PRICE_MAX } from "./price-input.ts";

/** The form of a specialist's prices: one row per modality, all texts; parsed to the prices of rows that have one. */
export const PricesForm = z.object({
  rows: z
    .array(
      z
        .object({
          modality: z.enum(MODALITIES),
          session: PesosText(PRICE_MAX),
          first: PesosText(PRICE_MAX),
          ten: PesosText(10 * PRICE_MAX),
        })
        .superRefine(({ session, first, ten }, context) => {
          if (session === null && (first !== null || ten !== null))
            context.addIssue({ code: "custom", path: ["session"], message: "Completá el precio de la sesión" });
          for (const [field, amount] of Object.entries({ session, first, ten }))
            if (amount === 0)
              context.addIssue({ code: "custom", path: [field], message: "Dejalo vacío si no lo cobrás" });
        }),
    )
    .transform((rows) =>
      rows.flatMap(({ session, ...row }): Price[] => (session === null ? [] : [{ ...row, session }])),
    ),
});
export type PricesForm = z.output<typeof PricesForm>;
export type PricesFields = z.input<typeof PricesForm>;

import { z } from "zod";
import { NOT_PESOS, pesos } from "../../shared/text/pesos.ts";
import { MODALITIES } from "../profiles/modality.ts";
import { RAISE_MAX } from "./pesos.ts";

/** The largest price in whole pesos. */
export const PRICE_MAX = 10_000_000;

const Pesos = (max: number) => z.int(NOT_PESOS).min(1, NOT_PESOS).max(max, "Es demasiado");

/** What a session costs in one modality, in whole pesos: the usual one, the first one, and ten of them. */
export const Price = z.object({
  modality: z.enum(MODALITIES),
  session: Pesos(PRICE_MAX),
  first: Pesos(PRICE_MAX).nullable().default(null),
  ten: Pesos(10 * PRICE_MAX)
    .nullable()
    .default(null),
});
export type Price = z.output<typeof Price>;

/** A specialist's prices, one per modality at most; an empty list removes them. */
export const Prices = z.object({
  /** What the form was filled with: other prices that are stored by now are not overwritten. */
  read: z.array(Price).max(MODALITIES.length).optional(),
  prices: z
    .array(Price)
    .max(MODALITIES.length)
    .refine((prices) => new Set(prices.map(({ modality }) => modality)).size === prices.length, {
      message: "Cada modalidad tiene un solo precio",
    }),
});

/** A raise of all prices, in percent; 0 confirms them as they are. */
export const Raise = z.object({ raise: z.int().min(0).max(RAISE_MAX).default(0) });

/** An amount as people type it ("28.000", "$ 28000"); empty is null. */
export const PesosText = (max: number) =>
  z
    .string()
    .transform(pesos)
    .refine((amount) => amount !== undefined, NOT_PESOS)
    .transform((amount) => amount ?? null)
    .refine((amount) => amount === null || amount <= max, "Es demasiado");

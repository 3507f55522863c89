import { z } from "zod";
import { NOT_PESOS } from "../../shared/text/pesos.ts";
import { Line } from "../../shared/text/text-input.ts";
import { PESOS_MAX } from "../coverages/coverage.ts";
import { MODALITIES } from "../profiles/modality.ts";

/** How a session is paid with the patient's coverage. */
const OFFER_HOWS = ["direct", "refund", "none"] as const;
export const OFFER_HOW_LABELS: Record<(typeof OFFER_HOWS)[number], string> = {
  direct: "Con credencial",
  refund: "Por reintegro",
  none: "Particular",
};

/** The validity of an offer in days: both the maximum and the default. */
export const OFFER_DAYS = 14;
export const MOST_TIMES = 3;
const PLACE_MAX = 80;

/** The facts of an offer as they are stored and returned; a fact that is not given is left out. Prices are in whole pesos. */
export const OfferFacts = z.strictObject({
  session: z.int().optional(),
  first: z.int().optional(),
  sessions: z.int().optional(),
  modality: z.enum(MODALITIES).optional(),
  place: z.string().optional(),
  how: z.enum(OFFER_HOWS).optional(),
  /** The specialist's first free times, as ISO moments. */
  times: z.array(z.iso.datetime()).max(MOST_TIMES).optional(),
});
export type OfferFacts = z.output<typeof OfferFacts>;

/** An offer with its time, by the clock of the database; all null without one. */
export const Offer = z.strictObject({
  offer: OfferFacts.nullable(),
  offered_at: z.date().nullable(),
  valid_until: z.date().nullable(),
  is_lapsed: z.boolean(),
});

const Pesos = z.int(NOT_PESOS).min(0, NOT_PESOS).max(PESOS_MAX, "Es demasiado").nullish();

const YEAR_MS = 366 * 86_400_000;
const isToCome = (time: Date, now = new Date()) => time > now && time.getTime() - now.getTime() < YEAR_MS;

/** The facts as a form sends them; null when no fact is given. */
export const NewOfferFacts = z
  .object({
    session: Pesos,
    first: Pesos,
    sessions: z.int("Escribí un número").min(1, "Al menos una").max(100, "Es demasiado").nullish(),
    modality: z.enum(MODALITIES).nullish(),
    place: Line.max(PLACE_MAX, `Máximo ${PLACE_MAX} caracteres`).nullish(),
    how: z.enum(OFFER_HOWS).nullish(),
    times: z
      .array(z.iso.datetime("Completá fecha y hora").or(z.literal("")))
      .max(MOST_TIMES)
      .refine(
        (times) => times.every((time) => time === "" || isToCome(new Date(time))),
        "Elegí horarios que no hayan pasado, hasta dentro de un año",
      )
      .nullish(),
  })
  .transform(({ times, ...given }): OfferFacts | null => {
    const moments = [...new Set(times?.filter((time) => time !== "").map((time) => new Date(time).toISOString()))];
    const said = Object.entries(given).filter(([, fact]) => fact !== undefined && fact !== null && fact !== "");
    const facts: OfferFacts = { ...Object.fromEntries(said), ...(moments.length > 0 && { times: moments.toSorted() }) };
    return Object.keys(facts).length > 0 ? facts : null;
  });

export const ValidDays = z.int().min(1).max(OFFER_DAYS).default(OFFER_DAYS);

/** A specialist's edit of their offer; null withdraws the offer, and the application stays. */
export const OfferEdit = z.object({ id: z.uuid(), offer: NewOfferFacts.nullable(), valid_days: ValidDays });

/** The first of an offer's times that is still to come, or null. */
export function firstTime(facts: OfferFacts, now: Date): Date | null {
  const next = facts.times?.map((time) => new Date(time)).find((time) => time > now);
  return next ?? null;
}

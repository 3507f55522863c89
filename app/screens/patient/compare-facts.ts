import type { Answers } from "../../client/api.ts";
import { COVERAGE_HOW_LABELS } from "../../domain/coverages/coverage-labels.ts";
import { priceOf } from "../../domain/matches/application-words.ts";
import { firstTime, OFFER_HOW_LABELS } from "../../domain/matches/offer.ts";
import { timeInWords } from "../../domain/matches/offer-words.ts";
import { withoutAverage } from "../../domain/reviews/review-words.ts";
import { formatPesos } from "../../domain/prices/pesos.ts";
import { CASE_MODALITY_LABELS, parseModalities } from "../../domain/profiles/modality.ts";
import { formatShortDay, plural } from "../../shared/format.ts";

export type ComparedApplication = Answers["cases"]["compare"]["offers"][number];
export type ComparedFact = Fact & { isDifferent: boolean };

/** The orders of a comparison that the patient can choose. */
export const ORDERS = { time: "Primer horario", price: "Precio", stars: "Estrellas" } as const;
export type Order = keyof typeof ORDERS;

const LAST = Number.MAX_SAFE_INTEGER;
const offeredTime = ({ offer }: ComparedApplication, now: Date) => offer && firstTime(offer, now);
export const RANKS: Record<Order, (one: ComparedApplication, now: Date) => number> = {
  time: (one, now) => (one.free_at ?? offeredTime(one, now))?.getTime() ?? LAST,
  price: (one) => priceOf(one) ?? LAST,
  stars: ({ average_stars }) => -(average_stars ?? 0),
};

/** The orders in which the applications come one before another. */
export const ordersOf = (offers: readonly ComparedApplication[], now: Date): Order[] =>
  (Object.keys(ORDERS) as Order[]).filter((order) => new Set(offers.map((one) => RANKS[order](one, now))).size > 1);

type Fact = {
  name: string;
  text: (one: ComparedApplication) => string | null;
  detail?: (one: ComparedApplication) => string | null;
  /** Most people choose by it. */
  decides?: true;
  /** Shown only where it differs. */
  isForDifference?: true;
};

const dated = (at: Date | null, words: string) => (at ? `${words} ${formatShortDay(at)}` : null);

/** The facts of a comparison in their order, each with the day it was checked or stated. */
function factsOf(coverage: string | null, now: Date): Fact[] {
  return [
    {
      name: "Primer horario",
      decides: true,
      // The agenda says what is free now; an offer says what was free then.
      text: (one) => {
        const offered = offeredTime(one, now);
        return one.free_at ? timeInWords(one.free_at) : offered && `Ofreció el ${timeInWords(offered)}`;
      },
    },
    {
      name: "Sesión",
      decides: true,
      text: (one) => {
        const price = priceOf(one);
        return price === null || price === undefined ? null : formatPesos(price);
      },
      detail: ({ offer, offered_at, price_confirmed_at }) =>
        offer?.session === undefined ? dated(price_confirmed_at, "de su perfil,") : dated(offered_at, "al"),
    },
    { name: "Primera sesión", text: ({ offer }) => (offer?.first === undefined ? null : formatPesos(offer.first)) },
    {
      name: "Sesiones estimadas",
      text: ({ offer }) => (offer?.sessions === undefined ? null : plural(offer.sessions, "sesión", "sesiones")),
    },
    { name: "Modalidad", text: ({ offer }) => (offer?.modality ? CASE_MODALITY_LABELS[offer.modality] : null) },
    { name: "Lugar", text: ({ offer }) => offer?.place ?? null },
    {
      name: coverage ? `Con ${coverage}` : "Con tu cobertura",
      decides: true,
      text: ({ offer, coverage_how }) =>
        offer?.how ? OFFER_HOW_LABELS[offer.how] : coverage_how ? COVERAGE_HOW_LABELS[coverage_how] : null,
      detail: ({ offer, offered_at, coverage_confirmed_at }) =>
        offer?.how ? dated(offered_at, "al") : dated(coverage_confirmed_at, "de su perfil,"),
    },
    {
      name: "Va a tu casa",
      decides: true,
      isForDifference: true,
      text: ({ offer, modalities }) => {
        const stated = offer?.modality ? [offer.modality] : parseModalities(modalities ?? "");
        return stated?.length ? (stated.includes("domicilio") ? "Sí" : "No") : null;
      },
    },
    {
      name: "Matrícula",
      text: ({ license_checked_at }) => (license_checked_at ? "Comprobada" : "Sin comprobar"),
      detail: ({ license_checked_at }) => dated(license_checked_at, "el"),
    },
    {
      name: "Estrellas",
      decides: true,
      text: ({ average_stars, review_count, rating_from }) =>
        average_stars === null
          ? withoutAverage({ review_count, rating_from }, "Sin reseñas")
          : `${average_stars.toLocaleString("es-AR", { maximumFractionDigits: 1 })} de 5, ${plural(review_count, "reseña", "reseñas")}`,
    },
    {
      name: "Vale hasta",
      text: ({ valid_until, is_lapsed }) => (is_lapsed ? "Vencida" : valid_until && formatShortDay(valid_until)),
    },
  ];
}

const DECIDING = 3;

/** The three facts that decide first, for a phone, and a fourth that differs: those that differ, a time, a price or a coverage before others. */
export function decidingFacts(facts: readonly ComparedFact[]): ComparedFact[] {
  const rank = ({ isDifferent, decides }: ComparedFact) => Number(!isDifferent) * 2 + Number(!decides);
  const ranked = facts.toSorted((one, other) => rank(one) - rank(other)).slice(0, DECIDING + 1);
  const first = new Set(ranked.filter(({ isDifferent }, n) => n < DECIDING || isDifferent));
  return facts.filter((fact) => first.has(fact));
}

/** The facts that at least two of the applications state. */
export function comparedFacts(
  offers: readonly ComparedApplication[],
  coverage: string | null,
  now: Date,
): ComparedFact[] {
  return factsOf(coverage, now)
    .map((fact) => {
      const texts = offers.map(fact.text);
      return { fact, texts, stated: texts.filter(Boolean) };
    })
    .filter(({ fact, stated }) => stated.length > 1 && (!fact.isForDifference || new Set(stated).size > 1))
    .map(({ fact, texts }) => ({ ...fact, isDifferent: new Set(texts).size > 1 }));
}

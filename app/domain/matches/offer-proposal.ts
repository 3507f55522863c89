import type { Answers } from "../../client/api.ts";
import { DOT } from "../../shared/format.ts";
import { halfDayOf } from "../cases/structured-fact-words.ts";
import { formatPesos } from "../prices/pesos.ts";
import { CASE_MODALITY_LABELS, type Modality } from "../profiles/modality.ts";
import { timeInOnePiece } from "./offer-words.ts";
import { MOST_TIMES, OFFER_HOW_LABELS, type OfferFacts } from "./offer.ts";

export type OwnFacts = Answers["matches"]["offerFacts"];

/** What of a case decides an offer to it. */
export type OfferedCase = {
  preferred_modality: Modality | null;
  coverage: { id: number; short: string } | null;
  facts: { times?: readonly string[] | undefined } | null;
};

/** The most free times of a day, and days, that are put forward. */
const MOST_OF_A_DAY = 2;

/** The modality of a session for the case: the one it asks for, if the specialist attends so, or their first. */
function modalityFor(own: OwnFacts, wanted: Modality | null): Modality | undefined {
  if (wanted !== null) return own.modalities.includes(wanted) ? wanted : undefined;
  return own.modalities[0];
}

/** The free times that fit the case's half-days and the modality, by day: at most two of each of three days, in order. */
export function timesFor(own: OwnFacts, { facts }: OfferedCase, modality: Modality | undefined): string[][] {
  const days = new Map<string, string[]>();
  for (const { at, local_start, modality: only } of own.times) {
    if (only !== null && only !== modality) continue;
    if (facts?.times && !facts.times.includes(halfDayOf(local_start))) continue;
    const day = local_start.slice(0, 10);
    const ofDay = days.get(day) ?? [];
    if (ofDay.length < MOST_OF_A_DAY) days.set(day, [...ofDay, at.toISOString()]);
  }
  return [...days.values()].slice(0, MOST_TIMES);
}

const firstOfEach = (days: readonly string[][]) => days.flatMap(([first]) => first ?? []);

/** The names of the specialist's places for a modality: those of their agenda, or their neighbourhood. */
export function placesFor({ places, location_city }: OwnFacts, modality: Modality | undefined): string[] {
  if (modality !== "consultorio") return [];
  const labels = [...new Set(places.filter((place) => place.modality === modality).map(({ label }) => label))];
  return labels.length > 0 ? labels : location_city ? [location_city] : [];
}

/** The offer's price facts in a modality. */
function priceFor({ prices }: OwnFacts, modality: Modality | undefined): Pick<OfferFacts, "session" | "first"> {
  const price = prices.find((each) => each.modality === modality);
  return { ...(price && { session: price.session }), ...(typeof price?.first === "number" && { first: price.first }) };
}

/** The offer that the specialist's own facts make for a case; null while no price, no free time and no coverage of theirs is stated. */
export function proposedOffer(own: OwnFacts, offered: OfferedCase): OfferFacts | null {
  const modality = modalityFor(own, offered.preferred_modality);
  const times = firstOfEach(timesFor(own, offered, modality));
  const stated = own.coverages.find(({ id }) => id === offered.coverage?.id)?.how;
  const how = stated ?? (offered.coverage && own.gives_invoices ? "refund" : undefined);
  const price = priceFor(own, modality);
  if (price.session === undefined && times.length === 0 && how === undefined) return null;
  const [place] = placesFor(own, modality);
  return {
    ...price,
    ...(modality && { modality }),
    ...(place && { place }),
    ...(how && { how }),
    ...(times.length > 0 && { times }),
  };
}

/** The offer in another modality, with that one's price and place; a price or a place that is not the specialist's own stays. */
export function inModality(own: OwnFacts, offer: OfferFacts, next: Modality | undefined): OfferFacts {
  const { session, first, place, modality, ...rest } = offer;
  const before = priceFor(own, modality);
  const isOwnPrice = session === before.session && first === before.first;
  const isOwnPlace = place === undefined || placesFor(own, modality).includes(place);
  const [nextPlace] = placesFor(own, next);
  return {
    ...rest,
    ...(isOwnPrice
      ? priceFor(own, next)
      : { ...(session !== undefined && { session }), ...(first !== undefined && { first }) }),
    ...(isOwnPlace ? nextPlace && { place: nextPlace } : { place }),
    ...(next && { modality: next }),
  };
}

/** The last offer as it may be made again: with the times that this case's offer would have. */
export function offerAgain(own: OwnFacts, offered: OfferedCase): OfferFacts | null {
  if (!own.last) return null;
  const { times: _, ...facts } = own.last;
  const times = firstOfEach(timesFor(own, offered, facts.modality));
  return { ...facts, ...(times.length > 0 && { times }) };
}

const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

/**
 * An offer in up to two lines: "$28.000 la sesión · Consultorio · Palermo · OSDE con credencial", and its times, "Mar 1 dic 15:00 y jue 3 dic
 * 15:00".
 */
export function offerInLines(offer: OfferFacts, coverage: string | null): string[] {
  const { session, first, sessions, modality, place, how, times } = offer;
  const attended = modality && CASE_MODALITY_LABELS[modality];
  const parts: (string | false)[] = [
    session !== undefined && `${formatPesos(session)} la sesión`,
    first !== undefined && `${formatPesos(first)} la primera`,
    sessions !== undefined && `${sessions} sesiones`,
    // A place that is named after its modality says it.
    attended !== undefined && !place?.toLowerCase().startsWith(attended.toLowerCase()) && attended,
    place !== undefined && place,
    how !== undefined && [coverage, OFFER_HOW_LABELS[how].toLowerCase()].filter(Boolean).join(" "),
  ];
  const terms = parts.filter(Boolean).join(DOT);
  const moments = list.format((times ?? []).map(timeInOnePiece));
  return [terms, moments.slice(0, 1).toUpperCase() + moments.slice(1)].filter(Boolean);
}

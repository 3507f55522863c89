import type { Freshness } from "../../shared/freshness.ts";
import type { Modality } from "../profiles/modality.ts";
import type { Topic } from "./addresses.ts";
import type { Contents, Listed } from "./contents.server.ts";

/** In the order of a row's prices. */
const MODALITIES_OF_PRICES: readonly Modality[] = ["consultorio", "domicilio", "online"];
const EACH = [0, 1, 2];
/** A price is confirmed for 90 days, and is ordered by for the first 60. */
const AGING_DAYS = 30;

/** The prices that count in a list, by their place in a row: those of its modality, or the first that is stated. */
const pricesOf = ({ area }: Topic) => (area.kind === "home" ? [1] : area.kind === "online" ? [2] : EACH);

const CONFIRMED_DAYS = 90;
const DAY_MS = 86_400_000;
/** Noon in Buenos Aires, so that a day is the same one in every time zone near it. */
const NOON_MS = 15 * 3_600_000;

/** When a fact was confirmed that holds up to a day, and how fresh it is today. */
export const datedOn = (until: number, today: number): { confirmed_at: Date; freshness: Freshness } => ({
  confirmed_at: new Date((until + 1 - CONFIRMED_DAYS) * DAY_MS + NOON_MS),
  freshness: until - AGING_DAYS >= today ? "fresh" : until >= today ? "aging" : "stale",
});

/** What reads the facts of specialists as they hold in a topic's list on the day of the contents. */
export function openFacts({ day }: Contents, topic: Topic) {
  const order = pricesOf(topic);
  /** Where a row's price of the list is: the first that is confirmed. */
  const heldPlace = ({ prices, pricesUntil }: Listed) =>
    prices.length === 0
      ? undefined
      : order.find((place) => typeof prices[place] === "number" && (pricesUntil[place] ?? 0) >= day);
  return {
    /** Of the last 90 days. */
    priceOf(one: Listed): number | null {
      const place = heldPlace(one);
      return place === undefined ? null : (one.prices[place] ?? null);
    },
    /** The same if it is of the last 60 days: no list is ordered by an older one. */
    freshPriceOf(one: Listed): number | null {
      const place = heldPlace(one);
      const isFresh = place !== undefined && (one.pricesUntil[place] ?? 0) >= day + AGING_DAYS;
      return isFresh ? (one.prices[place] ?? null) : null;
    },
    /** The price of a card: that of the list, or the first of all. */
    shownPriceOf(one: Listed) {
      const { prices, pricesUntil } = one;
      const place = heldPlace(one) ?? order.find((each) => prices[each]);
      if (place === undefined) return null;
      const [session, until, modality] = [prices[place], pricesUntil[place], MODALITIES_OF_PRICES[place]];
      return session && until && modality ? { modality, session, ...datedOn(until, day) } : null;
    },
  };
}

/** Whether a specialist confirmed one of these coverages in the last 90 days. */
export const isCovered = ({ coverages, coveragesUntil }: Listed, asked: ReadonlySet<number>, day: number): boolean =>
  coverages.some((id, place) => asked.has(id) && (coveragesUntil[place] ?? 0) >= day);

/** Whether a specialist's licences let them be in the pages of a jurisdiction: `is_left_out` of the database is the same rule. */
export function mayBeIn({ isStrict, day }: Contents, one: Listed, jurisdiction: string): boolean {
  if (!isStrict) return true;
  const place = one.licensed.indexOf(jurisdiction);
  return place >= 0 && (one.licensedUntil[place] ?? 0) >= day;
}

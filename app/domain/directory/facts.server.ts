import type { Freshness } from "../../shared/freshness.ts";
import type { Modality } from "../profiles/modality.ts";
import type { Topic } from "./addresses.ts";
import type { Contents, Listed } from "./contents.server.ts";

/** The modalities in the order of a row's prices. */
const MODALITIES_OF_PRICES: readonly Modality[] = ["consultorio", "domicilio", "online"];
const EACH = [0, 1, 2];
/** The last of the 90 days for which a price is confirmed. In these days lists are no longer sorted by it. */
const AGING_DAYS = 30;

/** The indexes of the prices that count in a list, in order of preference: only its modality's price, or all. */
const pricesOf = ({ area }: Topic) => (area.kind === "home" ? [1] : area.kind === "online" ? [2] : EACH);

const CONFIRMED_DAYS = 90;
const DAY_MS = 86_400_000;
/** Noon in Buenos Aires, so that the date is the same in every time zone near it. */
const NOON_MS = 15 * 3_600_000;

/** When a fact that holds through the day `until` was confirmed, and how fresh it is today. */
export const datedOn = (until: number, today: number): { confirmed_at: Date; freshness: Freshness } => ({
  confirmed_at: new Date((until + 1 - CONFIRMED_DAYS) * DAY_MS + NOON_MS),
  freshness: until - AGING_DAYS >= today ? "fresh" : until >= today ? "aging" : "stale",
});

/** Returns readers of specialists' facts, as they apply to a topic's list on the day of the contents. */
export function openFacts({ day }: Contents, topic: Topic) {
  const order = pricesOf(topic);
  /** The index of the list's price in a row: the first price that is confirmed. */
  const heldPlace = ({ prices, pricesUntil }: Listed) =>
    prices.length === 0
      ? undefined
      : order.find((place) => typeof prices[place] === "number" && (pricesUntil[place] ?? 0) >= day);
  return {
    /** The list's price if it was confirmed in the last 90 days, or null. */
    priceOf(one: Listed): number | null {
      const place = heldPlace(one);
      return place === undefined ? null : (one.prices[place] ?? null);
    },
    /** The same if it was confirmed in the last 60 days: no list is sorted by an older price. */
    freshPriceOf(one: Listed): number | null {
      const place = heldPlace(one);
      const isFresh = place !== undefined && (one.pricesUntil[place] ?? 0) >= day + AGING_DAYS;
      return isFresh ? (one.prices[place] ?? null) : null;
    },
    /** The price of a card: the list's confirmed price, or else its first stated price. */
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

/** Whether a specialist's licences allow them in the pages of a jurisdiction; `is_left_out` of the database is the same rule. */
export function mayBeIn({ isStrict, day }: Contents, one: Listed, jurisdiction: string): boolean {
  if (!isStrict) return true;
  const place = one.licensed.indexOf(jurisdiction);
  return place >= 0 && (one.licensedUntil[place] ?? 0) >= day;
}

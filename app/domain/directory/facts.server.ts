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
  function heldPrice({ prices, pricesUntil }: Listed, from: number): number | null {
    if (prices.length === 0) return null;
    for (const place of order) {
      const price = prices[place];
      if (typeof price === "number" && (pricesUntil[place] ?? 0) >= from) return price;
    }
    return null;
  }
  return {
    /** Of the last 90 days. */
    priceOf: (one: Listed) => heldPrice(one, day),
    /** Of the last 60 days: no list is ordered by an older one. */
    freshPriceOf: (one: Listed) => heldPrice(one, day + AGING_DAYS),
    /** The price of a card: the first that is confirmed, or the first of all. */
    shownPriceOf({ prices, pricesUntil }: Listed) {
      const stated = order.flatMap((place) => {
        const [session, until, modality] = [prices[place], pricesUntil[place], MODALITIES_OF_PRICES[place]];
        return session && until && modality ? [{ modality, session, ...datedOn(until, day) }] : [];
      });
      return stated.find(({ freshness }) => freshness !== "stale") ?? stated[0] ?? null;
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

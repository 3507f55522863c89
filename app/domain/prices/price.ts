import { PRICE_RANGES } from "../profiles/profile.ts";

/** The limit of a raised price, in pesos. */
const LIMIT = 1_000_000_000;
/** Raised prices are rounded to this many pesos. */
const ROUND_TO = 100;

/** A price after a raise, rounded to hundreds; `raise` in percent. `raisedPrice` computes the same in a statement. */
export function raised(price: number, raise: number): number {
  if (raise === 0) return price;
  const rounded = Math.round((price * (100 + raise)) / 100 / ROUND_TO) * ROUND_TO;
  return Math.max(price, Math.min(rounded, LIMIT));
}

const LESS = "Menos de $15.000";
const [LOW, MIDDLE, HIGH, TOP] = PRICE_RANGES;

/** The price range of the sign-up form for a session's price. `price_range_of` of the database computes the same. */
export function priceRangeOf(session: number): string {
  if (session < 15_000) return LESS;
  if (session <= 25_000) return LOW;
  if (session <= 35_000) return MIDDLE;
  return session <= 50_000 ? HIGH : TOP;
}

import type { Answers } from "../../client/api.ts";
import { ageInWords } from "../../domain/coverages/coverage-words.ts";
import { formatPesos } from "../../domain/prices/pesos.ts";

type Profile = Answers["profiles"]["publicProfile"];

/** The lowest price that is stated and not out of date, else the range of the profile. */
export function priceOf({ prices, price_range }: Pick<Profile, "prices" | "price_range">): string | null {
  const [lowest, ...others] = prices
    .filter(({ freshness }) => freshness !== "stale")
    .toSorted((one, other) => one.session - other.session);
  if (!lowest) return price_range;
  const age = ageInWords(lowest);
  const isOnly = others.every(({ session }) => session === lowest.session);
  return `${isOnly ? "" : "Desde "}${formatPesos(lowest.session)}${age ? ` (${age})` : ""}`;
}

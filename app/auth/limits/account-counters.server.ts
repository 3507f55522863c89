import { type RateLimit, rateLimits } from "./rate-limits.server.ts";

/** The keys of an account's counters in auth.rate_limits. */
export const countersOf = (accountId: string): string[] =>
  Object.entries<RateLimit>(rateLimits)
    .filter(([, { by }]) => by === "account")
    .flatMap(([name]) => [`${name}:${accountId}`, `${name}_delay:${accountId}`]);

import { addressBlock } from "../client-address.server.ts";
import type { RateLimiter, RateLimitName } from "../rate-limits.server.ts";
import { tooManyAttempts } from "./failures.server.ts";
import { hashToken } from "./secrets.server.ts";

type Keys = Partial<Record<RateLimitName, string>>;

/** Counts an attempt against one or several limits. Throws AuthFailure 429 as soon as one says to wait. */
export async function countAttempt(limiter: RateLimiter, keys: Keys): Promise<void> {
  const counted: [RateLimitName, string][] = [];
  for (const [name, key] of Object.entries(keys) as [RateLimitName, string][]) {
    const seconds = await limiter.attempt(name, key);
    if (seconds > 0) {
      await Promise.all(counted.map(([earlier, itsKey]) => limiter.forgive(earlier, itsKey)));
      throw tooManyAttempts(seconds);
    }
    counted.push([name, key]);
  }
}

/** Takes counted attempts back, once they have turned out well. */
export async function forgiveAttempt(limiter: RateLimiter, keys: Keys): Promise<void> {
  const entries = Object.entries(keys) as [RateLimitName, string][];
  await Promise.all(entries.map(([name, key]) => limiter.forgive(name, key)));
}

/** The network an attempt comes from, as a key. */
export const addressKey = (address: string): string => addressBlock(address);

/** An account as a key, known or not; its e-mail is not to be read from the counters. */
export const accountKey = (email: string): string => hashToken(email).toString("base64url");

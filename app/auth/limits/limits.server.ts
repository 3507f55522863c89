import { addressBlock } from "../../platform/client-address.server.ts";
import type { RateLimiter } from "./rate-limiter.server.ts";
import type { RateLimitName } from "./rate-limits.server.ts";
import type { Captcha } from "./captcha.server.ts";
import { captchaFailed, tooManyAttempts } from "../core/auth-errors.server.ts";
import { hashToken } from "../../platform/crypto.server.ts";

type Keys = Partial<Record<RateLimitName, string>>;

type Limits = { limiter: RateLimiter; captcha: Captcha };

/**
 * Counts an attempt against one or several limits. Throws AuthFailure 429 as soon as one says to wait, and 400
 * captcha_failed when one asks for a captcha and `captchaToken` is not a solved one. A refused attempt is not counted.
 */
export async function countAttempt({ limiter, captcha }: Limits, keys: Keys, captchaToken?: string | null): Promise<void> {
  const counted: Keys = {};
  let mustProve = false;
  for (const [name, key] of Object.entries(keys) as [RateLimitName, string][]) {
    const { seconds, needsCaptcha } = await limiter.attempt(name, key);
    if (seconds > 0) {
      await forgiveAttempt(limiter, counted);
      throw tooManyAttempts(seconds);
    }
    counted[name] = key;
    mustProve ||= needsCaptcha;
  }
  if (mustProve && !(captchaToken && (await captcha.redeem(captchaToken)))) {
    await forgiveAttempt(limiter, counted);
    throw captchaFailed();
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

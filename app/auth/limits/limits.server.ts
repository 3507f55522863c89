import { addressBlock, wideBlock } from "../../platform/client-address.server.ts";
import type { RateLimiter } from "./rate-limiter.server.ts";
import type { RateLimitName } from "./rate-limits.server.ts";
import type { Captcha } from "./captcha.server.ts";
import { captchaFailed, isOverload, tooManyAttempts, tooManyMessages } from "../core/auth-errors.server.ts";
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
      throw name === "message_recipient" ? tooManyMessages(seconds) : tooManyAttempts(seconds);
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

/**
 * Does `work` as an attempt counted beforehand. Overload takes the attempt back: nothing was evaluated, and people who try
 * again are no attackers. Throws what `work` throws.
 */
export async function unlessOverloaded<T>(limiter: RateLimiter, keys: Keys, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Where the counters are away too, their own refusal would hide the reason.
    if (isOverload(error)) await forgiveAttempt(limiter, keys).catch(() => undefined);
    throw error;
  }
}

/** Where an attempt comes from, as keys of the limits of one way in. */
export const sourceKeys = <Way extends "sign_up" | "message" | "verify" | "captcha" | "oauth" | "passkey">(way: Way, address: string) =>
  ({ [`${way}_address`]: addressKey(address), [`${way}_block`]: wideBlock(address) }) as Record<`${Way}_address` | `${Way}_block`, string>;

/** The network an attempt comes from, as a key. */
export const addressKey = (address: string): string => addressBlock(address);

/** An account as a key, known or not; its e-mail is not to be read from the counters. */
export const accountKey = (email: string): string => hashToken(email).toString("base64url");

/**
 * The mailbox of an e-mail as a key: without the tag that many providers ignore (`ana+case@`), and without the dots that
 * Gmail ignores. Two people whom this takes for one share a limit and nothing else.
 */
export function recipientKey(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split(/@(?=[^@]*$)/);
  const [mailbox = ""] = local.split("+");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return accountKey(isGmail ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`);
}

/** Counts a message that nobody asks a captcha for. Throws AuthFailure 429 over_email_send_rate_limit. */
export async function countMessage(limiter: RateLimiter, email: string): Promise<void> {
  const { seconds } = await limiter.attempt("message_recipient", recipientKey(email));
  if (seconds > 0) throw tooManyMessages(seconds);
}

import { addressBlock, wideBlock } from "../../platform/client-address.server.ts";
import type { RateLimiter } from "./rate-limiter.server.ts";
import type { RateLimitName } from "./rate-limits.server.ts";
import type { Captcha } from "./captcha.server.ts";
import {
  captchaFailed,
  isOverload,
  tooManyAttempts,
  tooManyEmailChanges,
  tooManyMessages,
} from "../core/auth-errors.server.ts";
import { hashToken } from "../../platform/crypto.server.ts";

type Keys = Partial<Record<RateLimitName, string>>;

type Limits = { limiter: RateLimiter; captcha: Captcha };

/**
 * Counts an attempt against one or more limits. Throws AuthFailure 429 as soon as one requires a wait, and 400
 * captcha_failed when one requires a captcha and `captchaToken` is not a valid solution. A refused attempt is not counted and
 * gives back its turn: attempts without a captcha would otherwise make other callers wait at no cost.
 */
export async function countAttempt(
  { limiter, captcha }: Limits,
  keys: Keys,
  captchaToken?: string | null,
): Promise<void> {
  const counted: Keys = {};
  const turns: [RateLimitName, string][] = [];
  const refund = async () => {
    await forgiveAttempt(limiter, counted);
    for (const turn of turns) await limiter.giveTurnBack(...turn);
  };
  let needsProof = false;
  for (const [name, key] of Object.entries(keys) as [RateLimitName, string][]) {
    const { seconds, needsCaptcha, isSpaced } = await limiter.attempt(name, key);
    if (seconds > 0) {
      await refund();
      if (name === "email_change_account") throw tooManyEmailChanges(seconds);
      throw name === "message_recipient" ? tooManyMessages(seconds) : tooManyAttempts(seconds);
    }
    counted[name] = key;
    if (isSpaced) turns.push([name, key]);
    needsProof ||= needsCaptcha;
  }
  if (needsProof && !(captchaToken && (await captcha.redeem(captchaToken)))) {
    await refund();
    throw captchaFailed();
  }
}

/** Refunds counted attempts after success. */
export async function forgiveAttempt(limiter: RateLimiter, keys: Keys): Promise<void> {
  const entries = Object.entries(keys) as [RateLimitName, string][];
  await Promise.all(entries.map(([name, key]) => limiter.forgive(name, key)));
}

/**
 * Runs `work` for an attempt counted beforehand. Overload refunds the attempt: nothing was checked, and retries are
 * legitimate. Throws what `work` throws.
 */
export async function unlessOverloaded<T>(limiter: RateLimiter, keys: Keys, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // If the counters are unavailable too, their error must not hide the original one.
    if (isOverload(error)) await forgiveAttempt(limiter, keys).catch(() => undefined);
    throw error;
  }
}

/** Rate limit keys of an attempt's source: its address and network block. */
export const sourceKeys = <
  Way extends "sign_up" | "sign_up_taken" | "message" | "verify" | "captcha" | "oauth" | "passkey",
>(
  way: Way,
  address: string,
) =>
  ({ [`${way}_address`]: addressKey(address), [`${way}_block`]: wideBlock(address) }) as Record<
    `${Way}_address` | `${Way}_block`,
    string
  >;

/** Rate limit key of an attempt's network. */
export const addressKey = (address: string): string => addressBlock(address);

/** Rate limit key of an account, known or not; hashed, so the counters reveal no e-mail. */
export const accountKey = (email: string): string => hashToken(email).toString("base64url");

/**
 * Rate limit key of a mailbox: ignores the tag (`ana+case@`), as many providers do, and the dots of Gmail addresses. Two
 * people with the same key share only a limit.
 */
export function recipientKey(email: string): string {
  const [local = "", domain = ""] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const [mailbox = ""] = local.split("+");
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return accountKey(isGmail ? `${mailbox.replaceAll(".", "")}@gmail.com` : `${mailbox}@${domain}`);
}

/** Counts a message whose sending needs no captcha. Throws AuthFailure 429 over_email_send_rate_limit. */
export async function countMessage(limiter: RateLimiter, email: string): Promise<void> {
  const { seconds } = await limiter.attempt("message_recipient", recipientKey(email));
  if (seconds > 0) throw tooManyMessages(seconds);
}

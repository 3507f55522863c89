import { sql } from "kysely";
import { addressBlock, wideBlock } from "../../platform/client-address.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
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
      const isOfMailbox = name === "message_recipient" || name === "recovery_recipient";
      throw isOfMailbox ? tooManyMessages(seconds) : tooManyAttempts(seconds);
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
  Way extends "sign_up" | "sign_up_taken" | "licence_taken" | "message" | "verify" | "captcha" | "oauth" | "passkey",
>(
  way: Way,
  address: string,
) =>
  ({ [`${way}_address`]: addressKey(address), [`${way}_block`]: wideBlock(address) }) as Record<
    `${Way}_address` | `${Way}_block`,
    string
  >;

/** Whether a network may be told once more that a licence is taken, which tells who works here. Counts the answer. */
export async function mayTellTaken(limiter: RateLimiter, address: string): Promise<boolean> {
  const keys = Object.entries(sourceKeys("licence_taken", address)) as [RateLimitName, string][];
  const counted = await Promise.all(keys.map(([name, key]) => limiter.attempt(name, key)));
  return counted.every(({ needsCaptcha, seconds }) => !needsCaptcha && seconds === 0);
}

/** Rate limit key of an attempt's network. */
export const addressKey = (address: string): string => addressBlock(address);

/** Rate limit key of an account, known or not; hashed, so the counters reveal no e-mail. */
export const accountKey = (email: string): string => hashToken(email).toString("base64url");

/** Domains of one provider, of which the first stands for all, and the separators that it ignores: the spellings of `mailbox_key`. */
const PROVIDERS: { domains: RegExp; domain: string; ignored?: RegExp }[] = [
  { domains: /^(gmail|googlemail)\.com$/, domain: "gmail.com", ignored: /\./g },
  { domains: /^(proton\.me|protonmail\.(com|ch)|pm\.me)$/, domain: "proton.me", ignored: /[._-]/g },
  { domains: /^(icloud|me|mac)\.com$/, domain: "icloud.com" },
  {
    domains: /^(ya\.ru|yandex\.(ru|com|by|kz|ua|com\.tr|fr|com\.ge|az|co\.il|uz))$/,
    domain: "yandex.com",
    ignored: /[.-]/g,
  },
];

/**
 * Rate limit key of a mailbox, however it is spelt: ignores the tag (`ana+case@`), as many providers do, and what `PROVIDERS` ignore. Two people
 * with the same key share only a limit.
 */
export function recipientKey(email: string): string {
  const [local = "", domain = ""] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const [, owner, fastmail] = /^([^.]+)\.(fastmail\.(?:com|fm))$/.exec(domain) ?? [];
  if (fastmail) return accountKey(`${owner}@${fastmail}`);
  const [mailbox = ""] = local.split("+");
  const provider = PROVIDERS.find(({ domains }) => domains.test(domain));
  const name = (provider?.ignored && mailbox.replaceAll(provider.ignored, "")) || mailbox;
  return accountKey(`${name}@${provider?.domain ?? domain}`);
}

/** The same key for the first account of a mailbox, and another one that all its later accounts share: they do not use up what the first has. */
export async function recipientShareKey(db: Database | Tx, userId: string, email: string): Promise<string> {
  const { rows } =
    await sql`select from auth.users where mailbox_key(email) = mailbox_key(${email}) and id < ${userId}`.execute(db);
  return recipientKey(email) + (rows.length > 0 ? " later" : "");
}

import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, type Payload, verifySolution } from "altcha-lib";
import { deriveKey as deriveProof } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Clock } from "../../platform/clock.server.ts";
import type { RateLimiter } from "./rate-limiter.server.ts";
import { deriveKey, type Secret, secretsOf } from "../../platform/crypto.server.ts";

/** Cost of a challenge: about two seconds of work on a phone a few years old, less than one on a laptop, and as much per automated guess. */
const WORK = { algorithm: "PBKDF2/SHA-256", cost: 2000, least: 1000, most: 2000 };
const VALID_SECONDS = 5 * 60;
const TOKEN_MAX_LENGTH = 2048;

/** A solved challenge. Its signature proves that the parameters are ours. */
const Solved = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal(WORK.algorithm),
      cost: z.literal(WORK.cost),
      nonce: z.string(),
      salt: z.string(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.strictObject({ until: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: z.string() }),
});

export type Captcha = {
  /** A signed proof-of-work challenge, valid for five minutes. */
  challenge(): Promise<Challenge>;
  /** Whether a token is an unused solution of one of our challenges; consumes it, on every node. */
  redeem(token: string): Promise<boolean>;
};

/** Proof-of-work captcha, without pictures or third parties: the browser computes while the user does nothing. */
export function openCaptcha(secret: Secret, limiter: RateLimiter, clock: Pick<Clock, "now">): Captcha {
  const signing = (each: Secret) => ({
    hmacSignatureSecret: deriveKey(each, "captcha")[0].toString("hex"),
    hmacKeySignatureSecret: deriveKey(each, "captcha keys")[0].toString("hex"),
  });
  const [own, ...earlier] = secretsOf(secret);
  const [current, others] = [signing(own), earlier.map(signing)];
  return {
    challenge: () =>
      createChallenge({
        algorithm: WORK.algorithm,
        cost: WORK.cost,
        counter: randomInt(WORK.least, WORK.most),
        deriveKey: deriveProof,
        // The library's own expiry uses this machine's clock.
        data: { until: Math.floor(clock.now() / 1000) + VALID_SECONDS },
        ...current,
      }),
    async redeem(token) {
      const payload = readToken(token);
      if (!payload || payload.until < clock.now() / 1000) return false;
      let verified = false;
      for (const keys of [current, ...others])
        verified ||= (await verifySolution({ ...payload.work, deriveKey: deriveProof, ...keys })).verified;
      return verified && limiter.once(`captcha:${payload.work.challenge.parameters.nonce}`, VALID_SECONDS);
    },
  };
}

function readToken(token: string): { work: Payload; until: number } | null {
  if (token.length > TOKEN_MAX_LENGTH) return null;
  try {
    const solved = Solved.safeParse(JSON.parse(Buffer.from(token, "base64").toString("utf8")));
    return solved.success ? { work: solved.data, until: solved.data.challenge.parameters.data.until } : null;
  } catch {
    return null;
  }
}

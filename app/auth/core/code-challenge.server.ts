import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** A challenge, and the secret it was made from. */
export const Pkce = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, "The code challenge is malformed");

/** What a browser sends ahead of a secret that it keeps (RFC 7636). */
export type CodeChallenge = { code_challenge: string; code_challenge_method: "s256" | "plain" };

/** Where the protocol's calls carry a challenge. */
export const withCodeChallenge = {
  code_challenge: Pkce.nullish(),
  code_challenge_method: z.string().toLowerCase().pipe(z.enum(["s256", "plain"])).nullish(),
};

/** The challenge of a call, or null when it brought none. */
export function challengeOf(
  { code_challenge, code_challenge_method }: z.output<z.ZodObject<typeof withCodeChallenge>>,
): CodeChallenge | null {
  return code_challenge ? { code_challenge, code_challenge_method: code_challenge_method ?? "plain" } : null;
}

/** Whether a verifier is the secret that a challenge was made from. */
export function answers({ code_challenge, code_challenge_method }: CodeChallenge, verifier: string): boolean {
  const made = code_challenge_method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  return made.length === code_challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(code_challenge));
}

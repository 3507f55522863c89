import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** A PKCE challenge or verifier. */
export const Pkce = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, "The code challenge is malformed");

/** PKCE challenge that a browser sends ahead of its verifier (RFC 7636). */
export type CodeChallenge = { code_challenge: string; code_challenge_method: "s256" | "plain" };

/** Request fields of a PKCE challenge. */
export const withCodeChallenge = {
  code_challenge: Pkce.nullish(),
  code_challenge_method: z
    .string()
    .toLowerCase()
    .pipe(z.enum(["s256", "plain"]))
    .nullish(),
};

/** The PKCE challenge of a request, or null. */
export function challengeOf({
  code_challenge,
  code_challenge_method,
}: z.output<z.ZodObject<typeof withCodeChallenge>>): CodeChallenge | null {
  return code_challenge ? { code_challenge, code_challenge_method: code_challenge_method ?? "plain" } : null;
}

/** Whether a verifier matches a challenge. */
export function answers({ code_challenge, code_challenge_method }: CodeChallenge, verifier: string): boolean {
  const made = code_challenge_method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  return made.length === code_challenge.length && timingSafeEqual(Buffer.from(made), Buffer.from(code_challenge));
}

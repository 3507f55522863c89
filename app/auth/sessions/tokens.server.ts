import { type JWTPayload, errors, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../platform/clock.server.ts";
import { openLruCache } from "../../platform/lru-cache.server.ts";
import type { SigningKeys } from "./keys.server.ts";
import { type AccessClaims, proofsOf, type Session } from "../core/session.server.ts";

/** Lifetime of an access token in seconds. */
const ACCESS_TOKEN_SECONDS = 600;
const AUDIENCE = "authenticated";
const LONGEST_TOKEN = 2048;
const REMEMBERED_TOKENS = 10_000;
/** How far a token's issue may lie in the future: nodes follow the database's clock, each within half a round trip. */
const CLOCK_SKEW_SECONDS = 60;

export type AccessTokens = {
  /** A signed token for a session, and its expiry in seconds since 1970. */
  issue(session: Session): Promise<{ access_token: string; expires_at: number }>;
  /** Claims of an unexpired token that we signed, else null. Throws only when the database fails. */
  verify(token: string): Promise<AccessClaims | null>;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Decoders ignore stray bits at the end of base64url; only the canonical spelling of a token is accepted. */
function isCanonical(token: string): boolean {
  const parts = token.split(".");
  return parts.length === 3 && parts.every((part) => Buffer.from(part, "base64url").toString("base64url") === part);
}

/** The claims of a token issued by `now` (s since 1970) for no longer than ours live: a leaked key could sign any `exp`. */
function readClaims({ sub, session_id, exp, iat }: JWTPayload, now: number): AccessClaims | null {
  if (typeof sub !== "string" || typeof session_id !== "string") return null;
  if (exp === undefined || iat === undefined) return null;
  if (exp - iat > ACCESS_TOKEN_SECONDS || iat - now > CLOCK_SKEW_SECONDS) return null;
  return uuid.test(sub) && uuid.test(session_id) ? { user_id: sub, session_id, expires_at: exp } : null;
}

/** Access tokens: ES256, ten minutes, without roles or personal data. */
export function openAccessTokens(keys: SigningKeys, issuer: string, clock: Pick<Clock, "now">): AccessTokens {
  // Cached, since a verification costs about 80 µs of CPU time.
  const verified = openLruCache<AccessClaims & { kid: string }>(REMEMBERED_TOKENS);

  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = typeof kid === "string" ? await keys.publicKey(kid) : null;
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };

  return {
    async issue(session) {
      const issuedAt = Math.floor(clock.now() / 1000);
      const sessionEnd = Math.floor(session.not_after.getTime() / 1000);
      const expires_at = Math.min(issuedAt + ACCESS_TOKEN_SECONDS, sessionEnd);
      const { kid, privateKey } = keys.active();
      const access_token = await new SignJWT({ session_id: session.id, aal: session.aal, amr: proofsOf(session) })
        .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
        .setSubject(session.user_id)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires_at)
        .sign(privateKey);
      return { access_token, expires_at };
    },

    async verify(token) {
      const known = verified.get(token);
      // The key may have been retired since the token was verified.
      if (known) return keys.isKnown(known.kid) && known.expires_at > clock.now() / 1000 ? known : null;
      if (token.length > LONGEST_TOKEN || !isCanonical(token)) return null;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
          algorithms: ["ES256"],
          issuer,
          audience: AUDIENCE,
          typ: "JWT",
          currentDate: new Date(clock.now()),
          requiredClaims: ["exp", "iat", "sub", "session_id"],
        });
        const claims = readClaims(payload, clock.now() / 1000);
        if (claims) verified.set(token, { ...claims, kid: protectedHeader.kid ?? "" });
        return claims;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

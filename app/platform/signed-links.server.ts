import { deriveKey, isSigned, type Secret, sign } from "./crypto.server.ts";

const LIFETIME_S = 5 * 60;

const PURPOSE = "signed links";
const signedText = (path: string, sessionId: string, expires: number) => `${path}\n${sessionId}\n${expires}`;

/** Signs a link to a private file, valid for one session during five minutes, while that session lasts. */
export function signLink(secret: Secret, path: string, sessionId: string, now: number): string {
  const expires = Math.floor(now / 1000) + LIFETIME_S;
  const query = new URLSearchParams({
    session: sessionId,
    expires: String(expires),
    signature: sign(deriveKey(secret, PURPOSE), signedText(path, sessionId, expires)),
  });
  return `${path}?${query}`;
}

/** The session that a link was signed for, or null when the link was altered or has expired. */
export function readSignedLink(secret: Secret, url: URL, now: number): string | null {
  const sessionId = url.searchParams.get("session") ?? "";
  const expires = Number(url.searchParams.get("expires"));
  const signed = signedText(decodeURI(url.pathname), sessionId, expires);
  if (!isSigned(deriveKey(secret, PURPOSE), signed, url.searchParams.get("signature") ?? "")) return null;
  return expires * 1000 > now ? sessionId : null;
}

import { timingSafeEqual } from "node:crypto";
import { deriveKey, sign } from "./crypto.server.ts";

const LIFETIME_S = 5 * 60;

const signature = (secret: string, path: string, sessionId: string, expires: number): string =>
  sign(deriveKey(secret, "signed links"), `${path}\n${sessionId}\n${expires}`);

/** Signs a link to a private file, valid for one session during five minutes, while that session lasts. */
export function signLink(secret: string, path: string, sessionId: string, now: number): string {
  const expires = Math.floor(now / 1000) + LIFETIME_S;
  const query = new URLSearchParams({
    session: sessionId,
    expires: String(expires),
    signature: signature(secret, path, sessionId, expires),
  });
  return `${path}?${query}`;
}

/** The session that a link was signed for, or null when the link was altered or has expired. */
export function readSignedLink(secret: string, url: URL, now: number): string | null {
  const sessionId = url.searchParams.get("session") ?? "";
  const expires = Number(url.searchParams.get("expires"));
  const given = Buffer.from(url.searchParams.get("signature") ?? "");
  const due = Buffer.from(signature(secret, decodeURI(url.pathname), sessionId, expires));
  if (given.length !== due.length || !timingSafeEqual(given, due)) return null;
  return expires * 1000 > now ? sessionId : null;
}

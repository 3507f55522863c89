import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const LIFETIME_S = 5 * 60;

function signature(secret: string, path: string, sessionId: string, expires: number): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kinexo signed links", 32));
  return createHmac("sha256", key).update(`${path}\n${sessionId}\n${expires}`).digest();
}

/** Signs a link to a private file, valid for one session during five minutes, while that session lasts. */
export function signLink(secret: string, path: string, sessionId: string, now: number): string {
  const expires = Math.floor(now / 1000) + LIFETIME_S;
  const query = new URLSearchParams({
    session: sessionId,
    expires: String(expires),
    signature: signature(secret, path, sessionId, expires).toString("base64url"),
  });
  return `${path}?${query}`;
}

/** The session that a signed link was made for, or null when the link was altered or has expired. */
export function readSignedLink(secret: string, url: URL, now: number): string | null {
  const sessionId = url.searchParams.get("session") ?? "";
  const expires = Number(url.searchParams.get("expires"));
  const given = Buffer.from(url.searchParams.get("signature") ?? "", "base64url");
  const due = signature(secret, decodeURI(url.pathname), sessionId, expires);
  if (given.length !== due.length || !timingSafeEqual(given, due)) return null;
  return expires * 1000 > now ? sessionId : null;
}

import { timingSafeEqual } from "node:crypto";
import { deriveKey, sign } from "../../platform/crypto.server.ts";
import { DIGEST, GROUP_NAMES, type Unsubscribed } from "./notification.ts";

const PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z_]{3,40})\.([\w-]{43})$/;

const signature = (secret: string, userId: string, group: string) =>
  sign(deriveKey(secret, "unsubscribe"), `${userId}\n${group}`);

/** The token of the link that ends a person's mails of a group, or their digest. */
export const unsubscribeToken = (secret: string, userId: string, group: Unsubscribed): string =>
  `${userId}.${group}.${signature(secret, userId, group)}`;

/** The person and the group whose mails a token ends, or null when the token was altered. */
export function readUnsubscribeToken(secret: string, token: string): { userId: string; group: Unsubscribed } | null {
  const [, userId = "", name, given = ""] = PATTERN.exec(token) ?? [];
  const group = [...GROUP_NAMES, DIGEST as typeof DIGEST].find((each) => each === name);
  if (!group) return null;
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, userId, group))) ? { userId, group } : null;
}

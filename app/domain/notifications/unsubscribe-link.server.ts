import { deriveKey, isSigned, type Secret, sign } from "../../platform/crypto.server.ts";
import { DIGEST, GROUP_NAMES, type Unsubscribed } from "./notification.ts";

const PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z_]{3,40})\.([\w-]{43})$/;

const keyOf = (secret: Secret) => deriveKey(secret, "unsubscribe");
const signedText = (userId: string, group: string) => `${userId}\n${group}`;

/** The token of the link that ends a person's mails of a group, or their digest. */
export const unsubscribeToken = (secret: Secret, userId: string, group: Unsubscribed): string =>
  `${userId}.${group}.${sign(keyOf(secret), signedText(userId, group))}`;

/** The person and the group whose mails a token ends, or null when the token was altered. */
export function readUnsubscribeToken(secret: Secret, token: string): { userId: string; group: Unsubscribed } | null {
  const [, userId = "", name, given = ""] = PATTERN.exec(token) ?? [];
  const group = [...GROUP_NAMES, DIGEST as typeof DIGEST].find((each) => each === name);
  if (!group) return null;
  return isSigned(keyOf(secret), signedText(userId, group), given) ? { userId, group } : null;
}

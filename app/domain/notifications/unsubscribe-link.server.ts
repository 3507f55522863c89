import { deriveKey, isSigned, type Secret, sign } from "../../platform/crypto.server.ts";
import { DIGEST, GROUP_NAMES, type Unsubscribed } from "./notification.ts";

/** What a link says: the person and the group whose mails it ends, and the signature that binds them to the address of its mail. */
export type UnsubscribeLink = { userId: string; group: Unsubscribed; signature: string };

const PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([a-z_]{3,40})\.([\w-]{43})$/;

const keyOf = (secret: Secret) => deriveKey(secret, "unsubscribe");
const signedText = (userId: string, group: string, email: string) => `${userId}\n${group}\n${email}`;

/** The token of the link that ends a person's mails of a group, or their digest, in a mail to `email`. */
export const unsubscribeToken = (secret: Secret, userId: string, group: Unsubscribed, email: string): string =>
  `${userId}.${group}.${sign(keyOf(secret), signedText(userId, group, email))}`;

/** The link of a token, whose signature is still to be checked, or null for any other text. */
export function readUnsubscribeToken(token: string): UnsubscribeLink | null {
  const [, userId = "", name, signature = ""] = PATTERN.exec(token) ?? [];
  const group = [...GROUP_NAMES, DIGEST as typeof DIGEST].find((each) => each === name);
  return group ? { userId, group, signature } : null;
}

/** Whether a link was made for a mail to `email`. */
export const isOfAddress = (secret: Secret, { userId, group, signature }: UnsubscribeLink, email: string): boolean =>
  isSigned(keyOf(secret), signedText(userId, group, email), signature);

/** Whether a link is one of before they named their address. */
export const namesNoAddress = (secret: Secret, { userId, group, signature }: UnsubscribeLink): boolean =>
  isSigned(keyOf(secret), `${userId}\n${group}`, signature);

import { createVerify } from "node:crypto";
import { z } from "zod";
import { openLruCache } from "../../lru-cache.server.ts";

const text = z.string().max(300_000);
const Envelope = z.object({
  Type: z.enum(["Notification", "SubscriptionConfirmation"]),
  MessageId: text,
  TopicArn: text,
  Subject: text.optional(),
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(["1", "2"]),
  Signature: text,
  SigningCertURL: text,
  SubscribeURL: text.optional(),
  Token: text.optional(),
});
type Envelope = z.output<typeof Envelope>;

const OF_AMAZON = /^sns\.[a-z0-9-]{1,30}\.amazonaws\.com(\.cn)?$/;
const MOST_BYTES = 20_000;

/** Loads the certificate of a signature. */
export type CertificateOf = (url: string) => Promise<string>;

/** Whether an address is one of Amazon's notification service. */
export function isOfAmazon(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "https:" && url.port === "" && OF_AMAZON.test(url.hostname);
}

/** Loads certificates from Amazon and keeps them. */
export function openCertificates(): CertificateOf {
  const known = openLruCache<string>(4);
  return async (url) => {
    const kept = known.get(url);
    if (kept) return kept;
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(5_000) });
    const pem = await answer.text();
    if (!answer.ok || pem.length > MOST_BYTES) throw new Error("no certificate");
    known.set(url, pem);
    return pem;
  };
}

/** Reads a notification that Amazon signed for our topic; null for any other. Throws when the certificate cannot be loaded. */
export async function readSigned(json: unknown, topic: string, certificateOf: CertificateOf): Promise<Envelope | null> {
  const { success, data } = Envelope.safeParse(json);
  if (!success || data.TopicArn !== topic || !isOfAmazon(data.SigningCertURL) || !data.SigningCertURL.endsWith(".pem"))
    return null;
  const verify = createVerify(data.SignatureVersion === "1" ? "RSA-SHA1" : "RSA-SHA256").update(signedText(data));
  const pem = await certificateOf(data.SigningCertURL);
  try {
    return verify.verify(pem, data.Signature, "base64") ? data : null;
  } catch {
    return null;
  }
}

/** The text that Amazon signs: names and values in lines, in a fixed order. */
export function signedText(envelope: Omit<Envelope, "Signature">): string {
  const names =
    envelope.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : (["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] as const);
  return names.flatMap((name) => (envelope[name] === undefined ? [] : [`${name}\n${envelope[name]}\n`])).join("");
}

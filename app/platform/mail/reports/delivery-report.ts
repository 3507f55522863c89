import { type Bounce, codeOf } from "../bounces.server.ts";
import { type Fields, type MimePart, parameterOf, partsOf, readFields, readPart } from "./mime.ts";
import { classOfRefusal } from "./refusal-class.ts";

/** What somebody says of a message: its Message-ID without brackets, and what became of it. */
export type MailReport = { messageId: string; bounce: Bounce };

/** Reads a delivery report (RFC 3464) or a report of abuse (RFC 5965), as a mail server received it; null for any other message. */
export function readDeliveryReport(text: string): MailReport | null {
  const message = readPart(text);
  const type = message.fields.get("content-type") ?? "";
  if (!/^multipart\/report\b/i.test(type)) return null;
  const parts = partsOf(message);
  const messageId = originalId(parts);
  const bounce = /^feedback-report$/i.test(parameterOf(type, "report-type") ?? "") ? complaint(parts) : refusal(parts);
  return messageId && bounce ? { messageId, bounce } : null;
}

const ofType = (parts: MimePart[], type: RegExp) =>
  parts.find(({ fields }) => type.test(fields.get("content-type") ?? "text/plain"));

/** The Message-ID of the message that the report returns, whole or in its headers. */
function originalId(parts: MimePart[]): string | null {
  const returned = ofType(parts, /^(message\/(rfc822|global)(-headers)?|text\/rfc822-headers)\b/i);
  return returned ? idIn(readFields(returned.body.split(/\r?\n\r?\n/)[0] ?? "").get("message-id")) : null;
}

/** The id within the angle brackets of a Message-ID field. */
export const idIn = (field: string | undefined) => /<\s*([^<>\s]{3,200})\s*>/.exec(field ?? "")?.[1] ?? null;

function complaint(parts: MimePart[]): Bounce | null {
  const feedback = ofType(parts, /^message\/feedback-report\b/i);
  const kind = feedback && readFields(feedback.body).get("feedback-type")?.toLowerCase();
  return kind === "abuse" || kind === "fraud" ? { kind: "complained", code: kind } : null;
}

function refusal(parts: MimePart[]): Bounce | null {
  const status = ofType(parts, /^message\/(global-)?delivery-status\b/i);
  // The first block is about the message, each other one about a recipient: our messages have one.
  const recipients = status?.body.split(/\r?\n[ \t]*\r?\n/).map(readFields) ?? [];
  const failed = recipients.find((fields) => /^failed\b/i.test(fields.get("action") ?? ""));
  return failed ? bounceOf(failed) : null;
}

function bounceOf(fields: Fields): Bounce {
  const words = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "");
  const given = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get("status") ?? "")?.[0];
  const within = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0];
  // "5.0.0" says nothing; the remote server's own words may.
  const status = given && !given.endsWith(".0.0") ? given : (within ?? given);
  const reply = /\b[45]\d\d\b/.exec(words)?.[0];
  const kind = classOfRefusal({ ...(status && { status }), ...(reply && { reply: Number(reply) }), words });
  return { kind, code: codeOf(status ?? reply ?? "failed") };
}

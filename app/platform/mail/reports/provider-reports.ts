import { z } from "zod";
import { type Bounce, codeOf } from "../bounces.server.ts";
import { idIn, type MailReport } from "./delivery-report.ts";
import { classOfRefusal } from "./refusal-class.ts";

const text = z.string().max(100_000);

const Postmark = z.object({
  RecordType: z.enum(["Bounce", "SpamComplaint"]),
  Type: text,
  Description: text.optional(),
  Details: text.optional(),
  Content: text.optional(),
  Metadata: z.record(text, text).optional(),
});
/** Postmark's types that are about the mailbox. All others may be different tomorrow. */
const POSTMARK: Record<string, Bounce["kind"]> = {
  HardBounce: "hard",
  BadEmailAddress: "hard",
  ManuallyDeactivated: "hard",
  SpamComplaint: "complained",
  SoftBounce: "soft",
  Transient: "soft",
  DnsError: "soft",
  SpamNotification: "soft",
  Blocked: "soft",
  SMTPApiError: "soft",
  DMARCPolicy: "soft",
  VirusNotification: "soft",
  Undeliverable: "soft",
};

const Brevo = z.object({ event: text, "message-id": text, reason: text.optional() });
const BREVO: Record<string, Bounce["kind"]> = {
  hard_bounce: "hard",
  invalid_email: "hard",
  spam: "complained",
  complaint: "complained",
  soft_bounce: "soft",
  blocked: "soft",
  error: "soft",
};

const Ses = z.object({
  notificationType: text.optional(),
  eventType: text.optional(),
  bounce: z
    .object({
      bounceType: text,
      bounceSubType: text,
      bouncedRecipients: z.array(z.object({ status: text.optional(), diagnosticCode: text.optional() })).max(50),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: text.nullish(), complaintSubType: text.nullish() }).optional(),
  mail: z.object({
    headers: z
      .array(z.object({ name: text, value: text }))
      .max(200)
      .optional(),
    commonHeaders: z.object({ messageId: text.optional() }).optional(),
  }),
});

/** Reads a report of Postmark or Brevo; null for other events, such as a delivery. */
export function readProviderReport(json: unknown): MailReport | null {
  const postmark = Postmark.safeParse(json);
  if (postmark.success) return ofPostmark(postmark.data);
  const brevo = Brevo.safeParse(json);
  return brevo.success ? ofBrevo(brevo.data) : null;
}

function ofPostmark({ RecordType, Type, Details, Content, Metadata }: z.output<typeof Postmark>): MailReport | null {
  const messageId =
    idIn(Metadata?.["message_id"]) ?? idIn(/^message-id:.*(?:\r?\n[ \t].*)*/im.exec(Content ?? "")?.[0]);
  const kind = RecordType === "SpamComplaint" ? "complained" : POSTMARK[Type];
  // Postmark calls some refusals of its own reputation a hard bounce.
  const isOurs = kind === "hard" && Type === "HardBounce" && statusIn(Details)?.startsWith("5.7.");
  return messageId && kind ? { messageId, bounce: { kind: isOurs ? "soft" : kind, code: codeOf(Type) } } : null;
}

function ofBrevo({ event, reason, ...rest }: z.output<typeof Brevo>): MailReport | null {
  const messageId = idIn(rest["message-id"]);
  const kind = BREVO[event];
  return messageId && kind ? { messageId, bounce: { kind, code: codeOf(statusIn(reason) ?? event) } } : null;
}

const statusIn = (words: string | undefined) => /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(words ?? "")?.[0];

/** Reads a notification of SES; null for other events. */
export function readSesReport(json: unknown): MailReport | null {
  const parsed = Ses.safeParse(json);
  if (!parsed.success) return null;
  const { bounce, complaint, mail } = parsed.data;
  const field = mail.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const messageId = idIn(field) ?? idIn(mail.commonHeaders?.messageId);
  const type = parsed.data.notificationType ?? parsed.data.eventType;
  const kind =
    type === "Bounce" && bounce ? sesBounce(bounce) : type === "Complaint" && complaint ? ofComplaint(complaint) : null;
  return messageId && kind ? { messageId, bounce: kind } : null;
}

type SesBounce = NonNullable<z.output<typeof Ses>["bounce"]>;

function sesBounce({ bounceType, bounceSubType, bouncedRecipients: [first] }: SesBounce): Bounce {
  const status = statusIn(first?.status) ?? statusIn(first?.diagnosticCode);
  const code = codeOf(status ?? bounceSubType);
  if (bounceType !== "Permanent") return { kind: "soft", code };
  if (bounceSubType === "NoEmail" || bounceSubType.includes("Suppress")) return { kind: "hard", code };
  if (!status) return { kind: "hard", code };
  return { kind: classOfRefusal({ status, words: first?.diagnosticCode ?? "" }), code };
}

/** "not-spam" takes a complaint back. */
function ofComplaint({
  complaintFeedbackType: type,
  complaintSubType,
}: NonNullable<z.output<typeof Ses>["complaint"]>) {
  return type === "not-spam"
    ? null
    : { kind: "complained" as const, code: codeOf(type ?? complaintSubType ?? "complaint") };
}

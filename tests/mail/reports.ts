import type { BounceKind } from "../../app/platform/mail/bounces.server.ts";

/** A report, made by the forms of the standards and of the providers' documentation, and what it says of the mailbox. */
type MadeReport = { kind: string; body: string; contentType: string; expected: BounceKind | null; ses?: object };

type Random = () => number;
/** A repeatable source of numbers from 0 to 1. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
const pick = <T>(random: Random, of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

type Dsn = {
  status: string;
  diagnostic: string;
  action?: string;
  original?: "message/rfc822" | "text/rfc822-headers" | "message/rfc822-headers";
  encoding?: "base64" | "quoted-printable";
};

/** RFC 3464 within RFC 3462, with the freedom that mail servers take: case of fields, folds, line ends, boundaries, encodings. */
function dsn(id: string, random: Random, { status, diagnostic, action = "failed", ...form }: Dsn): string {
  const boundary = pick(random, ["=_1F2A.7/mx+gw.(a)", "nqp=nb64=()5x", "00000000000012ab34", "----=_Part_7_1.2"]);
  const cased = (name: string) => pick(random, [name, name.toLowerCase(), name.toUpperCase()]);
  const folded = (text: string) => (random() < 0.5 ? text.replace(/ (?=\S{4})/, "\n    ") : text);
  const original = [
    "Received: from app by mx.example.com; Sat, 28 Nov 2026 12:00:00 -0300",
    "From: Kinexo <no-responder@localhost>",
    "To: somebody@example.com",
    random() < 0.3 ? `${cased("Message-ID")}:\n <${id}>` : `${cased("Message-ID")}: <${id}>`,
    "Subject: Tenés un mensaje",
    "",
    ...((form.original ?? "message/rfc822") === "message/rfc822" ? ["Hola."] : []),
  ].join("\n");
  const encode = (text: string) =>
    form.encoding === "base64"
      ? Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\n")
      : form.encoding === "quoted-printable"
        ? text.replace(/=/g, "=3D").replace(/(<[^>]{20})/, "$1=\n")
        : text;
  const encoding = form.encoding ? [`Content-Transfer-Encoding: ${form.encoding}`] : [];
  const lines = [
    "From: MAILER-DAEMON@mx.example.com (Mail Delivery System)",
    "Subject: Undelivered Mail Returned to Sender",
    `${cased("Content-Type")}: multipart/report; report-type=delivery-status;`,
    `\tboundary="${boundary}"`,
    "MIME-Version: 1.0",
    "Message-ID: <20261128150000.ABCDEF@mx.example.com>",
    "",
    "This is a MIME-encapsulated message.",
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "",
    `--${boundary}`,
    "Content-Type: message/delivery-status",
    ...encoding,
    "",
    encode(
      [
        "Reporting-MTA: dns; mx.example.com",
        "Arrival-Date: Sat, 28 Nov 2026 12:00:00 -0300",
        "",
        `Final-Recipient: rfc822; somebody@example.com`,
        `${cased("Action")}: ${action}`,
        `${cased("Status")}: ${status}`,
        "Remote-MTA: dns; mx.other.example",
        `${cased("Diagnostic-Code")}: smtp; ${folded(diagnostic)}`,
        "",
      ].join("\n"),
    ),
    `--${boundary}`,
    `Content-Type: ${form.original ?? "message/rfc822"}`,
    ...encoding,
    "",
    encode(original),
    `--${boundary}--`,
    "",
  ];
  return lines.join(random() < 0.5 ? "\r\n" : "\n");
}

const arf = (id: string, type: string) =>
  [
    "From: <abusedesk@example.net>",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d"',
    "MIME-Version: 1.0",
    "",
    "--part1_13d",
    "Content-Type: text/plain",
    "",
    "This is an email abuse report.",
    "--part1_13d",
    "Content-Type: message/feedback-report",
    "",
    `Feedback-Type: ${type}`,
    "User-Agent: SomeGenerator/1.0",
    "Version: 1",
    "",
    "--part1_13d",
    "Content-Type: message/rfc822",
    "",
    "From: <no-responder@localhost>",
    `Message-ID: <${id}>`,
    "Subject: x",
    "",
    "Hola",
    "--part1_13d--",
    "",
  ].join("\r\n");

const postmark = (id: string, Type: string, more: object = {}) =>
  JSON.stringify({
    RecordType: "Bounce",
    MessageStream: "outbound",
    ID: 42,
    Type,
    TypeCode: 1,
    MessageID: "00000000-0000-0000-0000-000000000000",
    Email: "somebody@example.com",
    BouncedAt: "2026-11-28T15:00:00Z",
    Metadata: { message_id: `<${id}>` },
    ...more,
  });
const brevo = (id: string, event: string, reason: string) =>
  JSON.stringify({
    event,
    email: "somebody@example.com",
    id: 1,
    date: "2026-11-28",
    "message-id": `<${id}>`,
    reason,
    ts_event: 1,
  });
const ses = (id: string, more: object) => ({
  mail: {
    messageId: "0100-ses",
    headers: [{ name: "Message-ID", value: `<${id}>` }],
    destination: ["somebody@example.com"],
  },
  ...more,
});
const sesBounce = (id: string, bounceType: string, bounceSubType: string, status: string, diagnosticCode: string) =>
  ses(id, {
    notificationType: "Bounce",
    bounce: {
      bounceType,
      bounceSubType,
      bouncedRecipients: [{ emailAddress: "somebody@example.com", status, diagnosticCode }],
    },
  });

type Made = { body: string; ses?: object };
type Maker = [kind: string, expected: BounceKind | null, make: (id: string, random: Random) => Made];
const ofDsn = (kind: string, expected: BounceKind | null, ...of: Dsn[]): Maker => [
  kind,
  expected,
  (id, random) => ({ body: dsn(id, random, pick(random, of)) }),
];
const ofSes = (kind: string, expected: BounceKind | null, make: (id: string, random: Random) => object): Maker => [
  kind,
  expected,
  (id, random) => ({ body: "", ses: make(id, random) }),
];

/** The kinds of reports. */
export const KINDS: readonly Maker[] = [
  ofDsn(
    "Postfix, no such mailbox",
    "hard",
    {
      status: "5.1.1",
      diagnostic: "550 5.1.1 <somebody@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
    },
    {
      status: "5.1.1",
      diagnostic: "550-5.1.1 The email account that you tried to reach does not exist.",
      original: "text/rfc822-headers",
    },
  ),
  ofDsn("Exim, without an enhanced code", "hard", {
    status: "5.0.0",
    diagnostic: "550 No Such User Here",
    original: "text/rfc822-headers",
  }),
  ofDsn("Exchange, recipient not found", "hard", {
    status: "5.1.10",
    diagnostic: "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    encoding: "base64",
  }),
  ofDsn("Microsoft, access denied", "hard", {
    status: "5.4.1",
    diagnostic: "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    encoding: "quoted-printable",
  }),
  ofDsn(
    "a domain that does not exist",
    "hard",
    { status: "5.1.2", diagnostic: "550 Host unknown" },
    { status: "5.4.4", diagnostic: "550 5.4.4 unable to route: no mail hosts for domain" },
  ),
  ofDsn("a disabled mailbox", "hard", {
    status: "5.2.1",
    diagnostic: "550 5.2.1 The email account that you tried to reach is disabled.",
  }),
  ofDsn(
    "a full mailbox",
    "soft",
    { status: "5.2.2", diagnostic: "552 5.2.2 The email account that you tried to reach is over quota." },
    { status: "4.2.2", diagnostic: "452 4.2.2 Mailbox full" },
    { status: "5.0.0", diagnostic: "552 Requested mail action aborted: exceeded storage allocation, mailbox full" },
  ),
  ofDsn(
    "expired after days of trying",
    "soft",
    { status: "4.4.7", diagnostic: "451 4.4.1 Connection timed out" },
    { status: "5.4.7", diagnostic: "550 5.4.7 Delivery expired (message too old)" },
  ),
  ofDsn(
    "our fame or their policy",
    "soft",
    {
      status: "5.7.1",
      diagnostic: "550 5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail",
    },
    { status: "5.7.26", diagnostic: "550-5.7.26 This mail is unauthenticated: DMARC policy" },
    { status: "5.0.0", diagnostic: "550 Message rejected as spam by content filter" },
  ),
  ofDsn("too large", "soft", { status: "5.3.4", diagnostic: "552 5.3.4 Message size exceeds fixed limit" }),
  ofDsn(
    "no end: delayed, delivered, relayed",
    null,
    { status: "4.4.1", action: "delayed", diagnostic: "451 4.4.1 no answer from host" },
    { status: "2.0.0", action: "delivered", diagnostic: "250 2.0.0 Ok" },
    { status: "2.0.0", action: "relayed", diagnostic: "250 Ok" },
  ),
  ["a complaint (ARF)", "complained", (id, random) => ({ body: arf(id, pick(random, ["abuse", "fraud", "Abuse"])) })],
  [
    "Postmark, hard",
    "hard",
    (id, random) => ({
      body: postmark(id, pick(random, ["HardBounce", "BadEmailAddress"]), { Details: "smtp;550 5.1.1 user unknown" }),
    }),
  ],
  [
    "Postmark, soft",
    "soft",
    (id, random) => ({
      body: postmark(id, pick(random, ["SoftBounce", "Transient", "DnsError", "SpamNotification", "Blocked"])),
    }),
  ],
  [
    "Postmark, complaint, by the message itself",
    "complained",
    (id) => ({
      body: postmark(id, "SpamComplaint", {
        RecordType: "SpamComplaint",
        Metadata: {},
        Content: `Received: from x\r\nMessage-ID:\r\n <${id}>\r\nSubject: x\r\n\r\nHola`,
      }),
    }),
  ],
  [
    "Brevo, hard",
    "hard",
    (id, random) => ({
      body: brevo(id, pick(random, ["hard_bounce", "invalid_email"]), "550 5.1.1 user does not exist"),
    }),
  ],
  [
    "Brevo, soft",
    "soft",
    (id, random) => ({ body: brevo(id, pick(random, ["soft_bounce", "blocked", "error"]), "452 4.2.2 full") }),
  ],
  ["Brevo, complaint", "complained", (id) => ({ body: brevo(id, "spam", "") })],
  ofSes("SES, permanent", "hard", (id, random) =>
    pick(random, [
      sesBounce(id, "Permanent", "General", "5.1.1", "smtp; 550 5.1.1 user unknown"),
      sesBounce(id, "Permanent", "NoEmail", "5.1.1", "smtp; 550 no such user"),
      sesBounce(id, "Permanent", "OnAccountSuppressionList", "", "Amazon SES did not send the message to this address"),
    ]),
  ),
  ofSes("SES, transient or complaint", "soft", (id, random) =>
    pick(random, [
      sesBounce(id, "Transient", "MailboxFull", "5.2.2", "smtp; 552 mailbox full"),
      sesBounce(id, "Transient", "General", "4.4.7", "smtp; 554 4.4.7 message expired"),
      sesBounce(id, "Undetermined", "Undetermined", "5.0.0", "smtp; 550 unknown"),
    ]),
  ),
];

/** A report of a kind about a message. */
export function madeReport([kind, expected, make]: Maker, id: string, random: Random): MadeReport {
  const made = make(id, random);
  return { kind, expected, ...made, contentType: made.body.startsWith("{") ? "application/json" : "message/rfc822" };
}

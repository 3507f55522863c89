import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";
import { type Bounce, codeOf } from "./bounces.server.ts";
import { classOfRefusal } from "./reports/refusal-class.ts";

/** The ids of a message and of its user. */
type Identity = { id: string; user_id: string };

/** A way to send messages. */
export type Transport = {
  /** Throws a MailRefused when the message was rejected permanently, any other error when a retry may succeed. */
  send(message: SendMailOptions, identity: Identity, signal: AbortSignal): Promise<void>;
  /** Removes a user's messages that are stored here. */
  forget(userId: string): Promise<void>;
};

/** The mail server rejected this message permanently; the error's `message` holds no address. */
export class MailRefused extends Error {
  readonly bounce: Bounce;
  constructor(message: string, bounce: Bounce) {
    super(message);
    this.bounce = bounce;
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const WHOLE_MS = 60_000;

/** Sends through a mail server, on one connection per message. */
export function smtpTransport(url: string): Transport {
  return {
    async send(message, _identity, signal) {
      const { createTransport } = await import("nodemailer");
      const transporter = createTransport({
        url,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // A server that keeps sending a few bytes never reaches the socket timeout.
      const whole = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]);
      try {
        await transporter.sendMail({ ...message, signal: whole });
      } catch (error) {
        throw withoutAddresses(error);
      } finally {
        transporter.close();
      }
    },
    forget: async () => undefined,
  };
}

type SmtpError = { responseCode?: number; response?: string; code?: string; command?: string; message: string };

/** A mail server's reply quotes addresses; the code is enough. */
function withoutAddresses(error: unknown): Error {
  const { responseCode: reply, response: words = "", code, command, message } = error as SmtpError;
  const reason = reply ? `SMTP ${reply}` : (code ?? message);
  // A 5xx of the connection or the login comes from the settings and may be fixed; a 5xx of the message is permanent.
  const isFinal = reply !== undefined && reply >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  if (!isFinal) return new Error(reason);
  const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0];
  // Only a refusal of the recipient is about the mailbox.
  const kind = command === "RCPT TO" ? classOfRefusal({ ...(status && { status }), reply, words }) : "soft";
  return new MailRefused(reason, { kind, code: codeOf(status ?? String(reply)) });
}

/** Writes each message atomically, as a file that any mail program opens. */
export function outboxTransport(folder: string): Transport {
  return {
    async send(message, identity) {
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await composer.sendMail({
        ...message,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await mkdir(folder, { recursive: true });
      const path = outboxFile(folder, identity);
      const draft = `${path}.draft`;
      const file = await open(draft, "w");
      try {
        await file.writeFile(bytes as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
      await syncFolder(folder);
    },
    async forget(userId) {
      const names = await readdir(folder).catch(() => []);
      const theirs = names.filter((name) => name.includes(`.${userId}.eml`));
      await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

/** The path of a message in the outbox. It includes the user's id, so their files can be found without a database row. */
export const outboxFile = (folder: string, { id, user_id }: Identity) => join(folder, `${id}.${user_id}.eml`);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

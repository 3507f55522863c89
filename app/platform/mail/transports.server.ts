import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SendMailOptions } from "nodemailer";

/** Which message it is, and whose. */
type Identity = { id: string; user_id: string };

/** How messages leave the house. */
export type Transport = {
  /** Throws a MailRefused when it will never be taken, any other error when it may be taken later. */
  send(message: SendMailOptions, identity: Identity, signal: AbortSignal): Promise<void>;
  /** Removes what is kept here of a person's messages. */
  forget(userId: string): Promise<void>;
};

/** The mail server will never take this message; `message` holds no address. */
export class MailRefused extends Error {}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const WHOLE_MS = 60_000;

/** Sends through a mail server, on one connection a message. */
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
      // A server that keeps answering a little at a time would never be silent.
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

/** What a mail server answers names people; the code tells enough. */
function withoutAddresses(error: unknown): Error {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message: string };
  const reason = responseCode ? `SMTP ${responseCode}` : (code ?? message);
  // A 5xx of the connection or the sign-in is the settings' fault and may be mended; of the message it is final.
  const isFinal = responseCode !== undefined && responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  return isFinal ? new MailRefused(reason) : new Error(reason);
}

/** Writes each message as a file that any mail program opens, whole or not at all. */
export function outboxTransport(folder: string): Transport {
  return {
    async send(message, identity) {
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await composer.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true });
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

/** Where a message lies in the outbox. The person's id makes their files found without any row. */
export const outboxFile = (folder: string, { id, user_id }: Identity) => join(folder, `${id}.${user_id}.eml`);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { sql } from "kysely";
import type { Logger } from "pino";
import { deriveKey, encrypt, decrypt } from "../crypto.server.ts";
import type { Database, Tx } from "../database/database.server.ts";
import { addJob, type Attempt, defineJob, dropJob, OF_NEW_ROW } from "../jobs.server.ts";
import type { Settings } from "../settings.ts";
import type { Addressee, MessageKind, Preparation } from "./message.server.ts";
import { addressHash, isMailStopped, noteBounce, providerClass } from "./bounces.server.ts";
import { renderMessage } from "./render-message.server.ts";
import { MailRefused, outboxFile, outboxTransport, smtpTransport } from "./transports.server.ts";

/** A message to one user. The address may differ from the account's. */
type Message<Facts> = { user_id: string; to: Addressee; told: Facts };

export type Mail = {
  /** Queues a message, which is sent only if the transaction commits; the caller does not wait for the sending. Returns its id. */
  post<Told, Facts = Told>(tx: Tx, kind: MessageKind<Told, Facts>, message: Message<Told>): Promise<string>;
  /** The job of one message: sends it unless it was sent or its user was deleted. Throws when it is to be retried. */
  send(id: string, attempt: Attempt): Promise<void>;
  /** Cancels the waiting messages of a user. */
  drop(tx: Tx, userId: string): Promise<void>;
  /** Removes a user's messages from the outbox. */
  forget(userId: string): Promise<void>;
};

type Sealed = Pick<Message<unknown>, "to" | "told">;
type Prepared = Awaited<ReturnType<Preparation<unknown, unknown>>>;

/** A recipient with an address but no name. */
export const addressee = (address: string) => ({ name: "", address });

type MailOptions = {
  db: Database;
  settings: Settings;
  log: Logger;
  /** Every kind of message that may be queued. */
  kinds: readonly MessageKind<never>[];
};

/** Sends one message. */
export const sendMessageJob = defineJob("send_message", {
  run: ({ mail }: { mail: Mail }, id, attempt) => mail.send(id, attempt),
});

/** Ends a message that nobody will send, and deletes its content. */
export async function giveUp(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("outgoing_messages")
    .set({ failed_at: sql`now()`, sealed: null, fail_code: "discarded" })
    .where("id", "=", id)
    .where("sealed", "is not", null)
    .execute();
}

/** Opens the mailer: SMTP when configured, else an outbox of files. */
export function openMail({ db, settings, log, kinds }: MailOptions): Mail {
  const kindOf = new Map(kinds.map((each) => [each.kind, each as unknown as MessageKind<unknown>]));
  const key = deriveKey(settings.secret, "messages");
  const outbox = `${settings.dataDir}/outbox`;
  const transport = settings.smtpUrl ? smtpTransport(settings.smtpUrl) : outboxTransport(outbox);
  const host = new URL(settings.publicUrl).hostname;
  const isPostmark = settings.smtpUrl !== null && new URL(settings.smtpUrl).hostname.endsWith(".postmarkapp.com");
  const infoLog = log.child({}, { level: "info" });

  /** Records how a message ended, and where, and deletes its content. False when its user was deleted. */
  async function end(id: string, how: "sent_at" | "failed_at", address: string | null): Promise<boolean> {
    const where =
      address === null ? {} : { provider_class: providerClass(address), address_hash: addressHash(id, address) };
    const { numUpdatedRows } = await db
      .updateTable("outgoing_messages")
      .set({ [how]: sql`now()`, sealed: null, ...where })
      .where("id", "=", id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  return {
    async post(tx, { kind }, { user_id, to, told }) {
      const sealed = encrypt(key, JSON.stringify({ to, told } satisfies Sealed), user_id);
      const message = await tx
        .insertInto("outgoing_messages")
        .values({ user_id, kind, sealed })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addJob(tx, sendMessageJob, message, 0, OF_NEW_ROW);
      return message.id;
    },
    async send(id, { isLast, signal }) {
      const row = await db
        .selectFrom("outgoing_messages")
        .selectAll()
        .where("id", "=", id)
        .where("sealed", "is not", null)
        .$narrowType<{ sealed: Buffer }>()
        .executeTakeFirst();
      if (!row) return;
      const { kind, user_id, created_at, sealed } = row;
      let recipient: string | null = null;
      try {
        const { to, told } = JSON.parse(decrypt(key, sealed, user_id)) as Sealed;
        const known = kindOf.get(kind);
        if (!known) throw new Error(`no template for ${kind}`);
        if (!known.isSecurity && (await isMailStopped(db, user_id)))
          return void (await db.deleteFrom("outgoing_messages").where("id", "=", id).execute());
        const ready: Prepared = known.prepare
          ? await known.prepare({ db, secret: settings.secret, id }, told)
          : { facts: told };
        if (!ready) return void (await db.deleteFrom("outgoing_messages").where("id", "=", id).execute());
        if ("waitSeconds" in ready) {
          const { waitSeconds } = ready;
          return await db.transaction().execute((tx) => addJob(tx, sendMessageJob, { id }, waitSeconds));
        }
        const receiver = ready.to ?? to;
        recipient = receiver.address;
        const rendered = await renderMessage(await known.load(), ready.facts, settings);
        const { subject, html, text, headers: own, calendar } = rendered;
        // The same id and date at every attempt, so that a mailbox recognises duplicates.
        const stable = { messageId: `<${id}@${host}>`, date: created_at };
        // Postmark's reports repeat this field, and not the Message-ID.
        const repeated = isPostmark ? { "x-pm-metadata-message_id": stable.messageId } : {};
        const headers = { "auto-submitted": "auto-generated", ...repeated, ...own };
        await transport.send(
          { from: settings.mailFrom, to: receiver, headers, ...stable, subject, html, text, icalEvent: calendar },
          row,
          signal,
        );
      } catch (error) {
        const isOver = isLast || error instanceof MailRefused;
        log.warn({ message_id: id, kind, reason: (error as Error).message, is_over: isOver }, "message not sent");
        if (!isOver) throw error;
        await end(id, "failed_at", recipient);
        if (error instanceof MailRefused) await noteBounce(db, id, error.bounce);
        return;
      }
      if (!(await end(id, "sent_at", recipient))) await transport.forget(user_id);
      // Only the file is logged, since the message's link opens an account: log readers need not have access to the outbox.
      else if (!settings.smtpUrl)
        infoLog.info({ message_id: id, kind, file: outboxFile(outbox, row) }, "message written to the outbox");
    },
    async drop(tx, userId) {
      const waiting = await tx.deleteFrom("outgoing_messages").where("user_id", "=", userId).returning("id").execute();
      for (const { id } of waiting) await dropJob(tx, sendMessageJob, { id });
    },
    forget: (userId) => transport.forget(userId),
  };
}

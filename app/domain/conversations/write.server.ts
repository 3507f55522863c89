import { sql } from "kysely";
import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { noteContactLeaks } from "../contacts/contact-leaks.server.ts";
import { maskedAfter } from "../contacts/masked-text.ts";
import { NewMessage } from "./conversation-input.ts";
import { newMessage } from "./new-message.server.ts";

type Before = { is_accepted: boolean | null; texts: string[] | null };

/** The lock of `messages_keep_their_course`: of two halves of a phone that are sent at once, the second sees the first. */
const lockAuthor = prepared(
  "conversations.send author",
  (_, { author }: { author: string }) =>
    sql`select pg_advisory_xact_lock(hashtextextended('message ' || ${author}::uuid, 0))`,
  { isDeferred: true },
);

/** Whether contact is open, and what the author wrote before, the latest first: the application's text is a specialist's first. Two texts at most. */
const textsBefore = prepared(
  "conversations.send before",
  (_, { id, author }: { id: string; author: string }) =>
    sql<Before>`select m.status = 'accepted' as is_accepted, array(
        (select g.body from messages g where g.match_id = ${id}::uuid and g.author_id = ${author}::uuid and g.body is not null
          order by g.id desc limit 2)
        union all
        (select concat_ws(' ', m.message, m.offer ->> 'place')
          where m.kine_id = ${author}::uuid and num_nonnulls(m.message, m.offer ->> 'place') > 0)
        limit 2
      ) as texts from matches m join cases c on c.id = m.case_id
      where m.id = ${id}::uuid and ${author}::uuid in (m.kine_id, c.patient_id)`,
);

/**
 * Writes to the other side of an application. Contact data are stored, but hidden from the reader until the acceptance,
 * also in parts: half a phone in each of two messages.
 */
export const send = member
  .meta({
    summary: "Writes a message to the other side of an application.",
    refuses: ["NOT_FOUND", "CONVERSATION_CLOSED", "CONSENT_NEEDED", "TOO_MANY_REQUESTS", "TOO_MANY_CONVERSATIONS"],
    writes: "once",
  })
  .input(NewMessage)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input: { id, body }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      await lockAuthor.run(tx, { author: viewer.id });
      const before = await textsBefore.first(tx, { id, author: viewer.id });
      const { shown, said } = maskedAfter(before?.texts ?? [], body);
      const masked = shown === body ? null : shown;
      const sent = await newMessage(tx, { match_id: id, author_id: viewer.id, body, masked });
      if (said !== null && !before?.is_accepted) await noteContactLeaks(tx, services, viewer.id, said.split("\n"));
      return sent;
    }),
  );

/** Marks the messages of the other side up to `up_to` as read, with the notification about them. */
export const seen = member
  .meta({ summary: "Marks the messages of a conversation as read.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: z.uuid(), up_to: z.uuid() }))
  .output(z.strictObject({ seen: z.literal(true) }))
  .handler(({ input: { id, up_to }, context: { statement, viewer } }) =>
    statement(async (db) => {
      const { rows } = await sql<{
        is_seen: boolean;
      }>`select mark_read(${id}, ${viewer.id}, ${up_to}) as is_seen`.execute(db);
      if (!rows[0]?.is_seen) throw new AppError("NOT_FOUND");
      return { seen: true as const };
    }),
  );

/** Turns the viewer's read receipts on or off, both ways: without them, the viewer does not see those of others either. */
export const showReading = member
  .meta({ summary: "Turns read receipts of the caller on or off, both ways.", writes: "once" })
  .input(z.object({ is_on: z.boolean() }))
  .output(z.strictObject({ is_on: z.boolean() }))
  .handler(async ({ input: { is_on }, context: { statement, viewer, services } }) => {
    const answer = await statement(async (db) => {
      if (is_on) await db.deleteFrom("read_receipts_off").where("user_id", "=", viewer.id).execute();
      else
        await db
          .insertInto("read_receipts_off")
          .values({ user_id: viewer.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      return { is_on };
    });
    await writeTombstones(services);
    return answer;
  });

import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import { sendPush } from "../push/send-push.server.ts";
import { notificationDigest, notificationMail } from "./messages.server.ts";
import { expectDigest } from "./notify.server.ts";
import { isUnknown, type OnItsWay, readNotifications, VERSION_S } from "./read-notifications.server.ts";

type Parts = Pick<Services, "db" | "mail" | "push" | "log">;

/** After a push its person has this long to read before a mail follows. */
const MAIL_AFTER_S = 600;

/**
 * The job of one notification: a push at once, and 10 minutes later a mail of its own or a line of the daily digest, unless it was read.
 * Reads the state when it runs: what was withdrawn, read or is no longer visible ends here. What comes before its time, falls into quiet
 * hours or has a kind that only another version knows waits.
 */
export async function deliver(services: Parts, id: string): Promise<void> {
  const { db } = services;
  const pushed = await db.transaction().execute((tx) => takeStep(tx, services, id));
  if (!pushed) return;
  const { user_id, kind } = pushed;
  // What a push service does not take is told by the mail that follows.
  if (pushed.push)
    await sendPush(services, user_id, { kind, id }).catch((error: unknown) =>
      services.log.warn({ err: error, notification_id: id }, "notification not pushed"),
    );
  await db.transaction().execute((tx) => expectMail(tx, id));
}

/** Takes the next step of a delivery; returns the notification when the step is a push, which is sent without a transaction. */
async function takeStep(tx: Tx, { mail }: Pick<Parts, "mail">, id: string): Promise<OnItsWay | null> {
  // The person before the notification, as the deletion of an account locks them: a message refers to its person.
  await sql`select from profiles where id = (select user_id from notifications where id = ${id}) for key share`.execute(
    tx,
  );
  const which = { onItsWay: id };
  const [found] = await readNotifications(tx, which, true);
  if (!found) {
    if (await isUnknown(tx, which)) await addJob(tx, "deliver", { id }, VERSION_S);
    return null;
  }
  if (!found.is_due) {
    await setDelivery(tx, [id], "over");
    return null;
  }
  const wait = Math.max(found.wait_s, found.quiet_s);
  if (wait > 0) {
    await addJob(tx, "deliver", { id }, wait);
    return null;
  }
  if (found.delivery === "push") return found;
  await setDelivery(tx, [id], found.mail === "daily" ? "digest" : "over");
  if (found.mail === "daily") await expectDigest(tx, found.user_id);
  // One that waits for its sending says what there is then.
  if (found.mail === "at_once" && !found.is_posted)
    await noteMessage(tx, [id], await mail.post(tx, notificationMail, { ...addressed(found), told: { ids: [id] } }));
  return null;
}

async function noteMessage(tx: Tx, ids: string[], message_id: string): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ message_id, told_at: sql`now()` })
    .where("id", "in", ids)
    .execute();
}

const addressed = ({ user_id, name, email }: OnItsWay) => ({ user_id, to: { name, address: email } });

/** A crash before it repeats the push, which replaces itself on the device. */
async function expectMail(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("notifications")
    .set({ delivery: "mail", told_at: sql`now()`, due_at: sql`now() + make_interval(secs => ${MAIL_AFTER_S})` })
    .where("id", "=", id)
    .where("delivery", "=", "push")
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await addJob(tx, "deliver", { id }, MAIL_AFTER_S);
}

async function setDelivery(tx: Tx, ids: string[], delivery: "digest" | "over"): Promise<void> {
  await tx.updateTable("notifications").set({ delivery }).where("id", "in", ids).execute();
}

/** The job of a person's daily digest: one message with what waits for it, once a day by the calendar of their zone. */
export async function sendDigest({ db, mail }: Pick<Parts, "db" | "mail">, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into notification_hours (user_id) select id from profiles where id = ${userId} for key share
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ is_early: boolean; is_posted: boolean }>`
      select coalesce(digest_on >= (now() at time zone zone)::date, false) or quiet_seconds(quiet_from, quiet_until, zone) > 0 as is_early,
        exists (select from outgoing_messages o where o.user_id = h.user_id and o.kind = ${notificationDigest.kind}
          and (o.sealed is not null or (o.sent_at at time zone zone)::date >= (now() at time zone zone)::date)) as is_posted
      from notification_hours h where user_id = ${userId} for no key update of h`.execute(tx);
    const which = { inDigestOf: userId };
    const waiting = await readNotifications(tx, which, true);
    if (await isUnknown(tx, which)) await addJob(tx, "send_digest", { id: userId }, VERSION_S);
    const due = waiting.filter((one) => one.is_due && !one.is_digest_ended && one.mail !== "off");
    const [first] = due;
    // While the mail server is away, the digest that waits for it is the only one.
    if (first && (rows[0]?.is_early || rows[0]?.is_posted)) return expectDigest(tx, userId);
    if (waiting.length > 0)
      await setDelivery(
        tx,
        waiting.map(({ id }) => id),
        "over",
      );
    if (!first) return;
    const ids = due.map(({ id }) => id);
    await noteMessage(tx, ids, await mail.post(tx, notificationDigest, { ...addressed(first), told: { ids } }));
    await sql`update notification_hours set digest_on = (now() at time zone zone)::date where user_id = ${userId}`.execute(
      tx,
    );
  });
}

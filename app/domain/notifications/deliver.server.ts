import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import { sendPush } from "../push/send-push.server.ts";
import { notificationDigest, notificationMail } from "./messages.server.ts";
import { expectDigest } from "./notify.server.ts";
import { isUnknown, type OnItsWay, readNotifications, VERSION_S } from "./read-notifications.server.ts";

type Parts = Pick<Services, "db" | "mail" | "push" | "log">;

/** The seconds between a push and the mail that follows if the notification is still unread. */
const MAIL_AFTER_S = 600;

/**
 * The job of one notification: a push at once, and 10 minutes later a mail of its own or a line of the daily digest, unless it was read.
 * Reads the current state: a withdrawn, read or no longer visible notification ends here. It waits before its due time, in quiet hours, or
 * while its kind is unknown (written by another version).
 */
export async function deliver(services: Parts, id: string): Promise<void> {
  const { db } = services;
  const pushed = await db.transaction().execute((tx) => takeStep(tx, services, id));
  if (!pushed) return;
  const { user_id, kind } = pushed;
  // When a push fails, the mail that follows still delivers the notification.
  if (pushed.push)
    await sendPush(services, user_id, { kind, id }).catch((error: unknown) =>
      services.log.warn({ err: error, notification_id: id }, "notification not pushed"),
    );
  await db.transaction().execute((tx) => expectMail(tx, id));
}

/** Takes the next step of a delivery; returns the notification when the step is a push, which is sent without a transaction. */
async function takeStep(tx: Tx, { mail }: Pick<Parts, "mail">, id: string): Promise<OnItsWay | null> {
  // Locks the person before the notification, as an account's deletion does: the message below references the person.
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
  // A mail still waiting (`is_posted`) is rendered when it is sent, so it needs no second one.
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

/** Schedules the mail after a push. A crash before this step repeats the push, which replaces the first one on the device. */
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

/** The job of a person's daily digest: one message with all notifications that wait for it, once a day by the calendar of their zone. */
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
    // While the mail server is down, no second digest joins the waiting one.
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

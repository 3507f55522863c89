import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { sendPush } from "../push/push-again.server.ts";
import { KINDS } from "./notification.ts";
import { notificationMail } from "./messages.server.ts";
import { addressed, expectDigest, noteMessage, setDelivery } from "./digest.server.ts";
import { isUnknown, type PendingDelivery, readNotifications, VERSION_S } from "./read-notifications.server.ts";

type Parts = Pick<Services, "db" | "mail" | "push" | "log">;

/** The seconds between a push and the mail that follows if the notification is still unread. */
const MAIL_AFTER_S = 600;

/**
 * The job of one notification: a push at once, and 10 minutes later, or with it for an urgent kind, a mail of its own or a line of the daily
 * digest, unless it was read. Reads the current state: a withdrawn, read or no longer visible notification ends here. It waits before its due time, in quiet hours, or
 * while its kind is unknown (written by another version).
 */
export async function deliver(services: Parts, id: string): Promise<void> {
  const { db } = services;
  const pushed = await db.transaction().execute((tx) => takeStep(tx, services, id));
  if (!pushed) return;
  // When a push fails, the mail that follows still delivers the notification.
  await sendPush(services, pushed.user_id, { kind: pushed.kind, id }).catch((error: unknown) =>
    services.log.warn({ err: error, notification_id: id }, "notification not pushed"),
  );
  await db.transaction().execute((tx) => expectMail(tx, pushed));
}

export const deliverJob = defineJob("deliver", { priority: YIELDING, run: deliver });

/** Takes the next step of a delivery; returns the notification when the step is a push, which is sent without a transaction. */
async function takeStep(tx: Tx, { mail }: Pick<Parts, "mail">, id: string): Promise<PendingDelivery | null> {
  // Locks the person before the notification, as an account's deletion does: the message below references the person.
  await lockPerson.run(tx, { id });
  const which = { onItsWay: id };
  const [found] = await readNotifications(tx, which, true);
  if (!found) {
    if (await isUnknown(tx, which)) await addJob(tx, deliverJob, { id }, VERSION_S);
    return null;
  }
  if (!found.is_due) {
    await setDelivery(tx, [id], "over");
    return null;
  }
  const wait = Math.max(found.wait_s, found.quiet_s);
  if (wait > 0) {
    await addJob(tx, deliverJob, { id }, wait);
    return null;
  }
  if (found.delivery === "push") {
    if (found.push) return found;
    await expectMail(tx, found);
    return null;
  }
  await setDelivery(tx, [id], found.mail === "daily" ? "digest" : "over");
  if (found.mail === "daily") await expectDigest(tx, found.user_id);
  // A mail still waiting (`is_posted`) is rendered when it is sent, so it needs no second one.
  if (found.mail === "at_once" && !found.is_posted)
    await noteMessage(tx, [id], await mail.post(tx, notificationMail, { ...addressed(found), told: { ids: [id] } }));
  return null;
}

const lockPerson = prepared(
  "person of a notification",
  (_, { id }: { id: string }) =>
    sql`select from profiles where id = (select user_id from notifications where id = ${id}::uuid) for key share`,
  { isDeferred: true },
);

/** Schedules the mail after a push, or after the time of one. A crash before this step repeats the push, which replaces the first one on the device. */
async function expectMail(tx: Tx, { id, kind }: PendingDelivery): Promise<void> {
  await mailAfter.run(tx, { id, afterSeconds: "isUrgent" in KINDS[kind] ? 0 : MAIL_AFTER_S });
}

const mailAfter = prepared(
  "mail after a push",
  (_, { id, afterSeconds }: { id: string; afterSeconds: number }) => sql`
    with pushed as (
      update notifications set delivery = 'mail', told_at = now(), due_at = now() + make_interval(secs => ${afterSeconds}::float8)
      where id = ${id}::uuid and delivery = 'push' returning id
    )
    select schedule_job(${deliverJob.name}, json_build_object('id', id), ${`${deliverJob.name}:`} || id, ${afterSeconds}::float8, ${YIELDING}::int, 'replace')
    from pushed`,
);

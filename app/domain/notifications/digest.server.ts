import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { notificationDigest } from "./messages.server.ts";
import { QUIET_BY_DEFAULT } from "./notification.ts";
import { isUnknown, type PendingDelivery, readNotifications, VERSION_S } from "./read-notifications.server.ts";

const { from, until, zone } = QUIET_BY_DEFAULT;

/** Schedules a person's one digest job for their next morning: at eight, or at the end of quiet hours that include it, once a day. A job that already waits keeps its time. */
export async function expectDigest(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from (due + case when due <= here or digest_on >= here::date then interval '1 day' else '0' end)
      at time zone zone - now()))::float8 as seconds
    from (select coalesce(h.quiet_from, ${from}) as quiet_from, coalesce(h.quiet_until, ${until}) as quiet_until,
        coalesce(h.zone, ${zone}) as zone, h.digest_on
      from (select) one left join notification_hours h on h.user_id = ${userId}) hours
      cross join lateral (select now() at time zone zone as here) clock
      cross join lateral (select here::date + case when (case when quiet_from <= quiet_until
          then time '08:00' >= quiet_from and time '08:00' < quiet_until
          else time '08:00' >= quiet_from or time '08:00' < quiet_until end) then quiet_until else time '08:00' end as due) morning`.execute(
    tx,
  );
  await addJob(tx, sendDigestJob, { id: userId }, rows[0]?.seconds ?? 0, "preserve_run_at");
}

/** The job of a person's daily digest: one message with all notifications that wait for it, once a day by the calendar of their zone. */
export async function sendDigest({ db, mail }: Pick<Services, "db" | "mail">, userId: string): Promise<void> {
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
    if (await isUnknown(tx, which)) await addJob(tx, sendDigestJob, { id: userId }, VERSION_S);
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

export const sendDigestJob = defineJob("send_digest", { priority: YIELDING, run: sendDigest });

/** Notes the message that tells these notifications. */
export async function noteMessage(tx: Tx, ids: string[], message_id: string): Promise<void> {
  await tx
    .updateTable("notifications")
    .set({ message_id, told_at: sql`now()` })
    .where("id", "in", ids)
    .execute();
}

/** The person and address of a notification's message. */
export const addressed = ({ user_id, name, email }: PendingDelivery) => ({ user_id, to: { name, address: email } });

/** Sets how these notifications go on. */
export async function setDelivery(tx: Tx, ids: string[], delivery: "digest" | "over"): Promise<void> {
  await tx.updateTable("notifications").set({ delivery }).where("id", "in", ids).execute();
}

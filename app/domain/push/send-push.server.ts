import { sql } from "kysely";
import { addJob } from "../../platform/jobs.server.ts";
import type { SendResult } from "../../platform/push/push.server.ts";
import { closePushJob } from "./close-push.server.ts";
import { QUIET_BY_DEFAULT } from "../notifications/notification.ts";
import { handPush, LONGEST_S, type Pushed, type PushServices } from "./hand-push.server.ts";

/** How many pushes to one person's browsers the push services took, and how many to try again later. */
export type Outcome = { handed: number; later: number };

/** Pushes a notification once to each browser of its person that has not received it since it last grew. */
export async function pushOnce(services: PushServices, userId: string, { kind, id }: Pushed): Promise<Outcome> {
  if (!services.push.isOn) return { handed: 0, later: 0 };
  const { from, until, zone } = QUIET_BY_DEFAULT;
  const receivers = await services.db
    .selectFrom("push_subscriptions as s")
    .innerJoin("auth.sessions as a", "a.id", "s.session_id")
    .innerJoin("profiles as p", "p.id", "s.user_id")
    .innerJoin("notifications as n", "n.user_id", "s.user_id")
    .leftJoin("notification_hours as q", "q.user_id", "s.user_id")
    .leftJoin("pushes as h", (join) =>
      join
        .onRef("h.session_id", "=", "s.session_id")
        .onRef("h.notification_id", "=", "n.id")
        .onRef("h.count", ">=", "n.count"),
    )
    .select(["s.session_id", "s.public_key", "s.sealed", "n.count"])
    // The push expires when the quiet hours begin, so that a browser that was off does not receive it in them.
    .select(
      sql<number>`least(${LONGEST_S}::float8,
        seconds_to_quiet(coalesce(q.quiet_from, ${from}), coalesce(q.quiet_until, ${until}), coalesce(q.zone, ${zone})))`.as(
        "ttl",
      ),
    )
    .where("s.user_id", "=", userId)
    .where("n.id", "=", id)
    .where("a.ended_at", "is", null)
    .where("a.not_after", ">", sql<Date>`now()`)
    .where("p.suspended_at", "is", null)
    .where("h.session_id", "is", null)
    .execute();
  const handovers = await Promise.all(
    receivers.map(async (receiver) => {
      const handover = await handPush(services, receiver, { kind, id }, receiver.ttl);
      if (handover === "handed") await noteHanded(services, receiver, id);
      return handover;
    }),
  );
  if (handovers.includes("handed")) await closeIfRead(services, id);
  const countOf = (which: SendResult) => handovers.filter((each) => each === which).length;
  return { handed: countOf("handed"), later: countOf("later") };
}

type Handed = { session_id: string; count: number };

// The subscription may have ended meanwhile.
async function noteHanded({ db }: PushServices, { session_id, count }: Handed, id: string): Promise<void> {
  await sql`
    insert into pushes (session_id, notification_id, count)
      select session_id, ${id}, ${count} from push_subscriptions where session_id = ${session_id} for key share
      on conflict (session_id, notification_id) do update set count = excluded.count, handed_at = clock_timestamp()`.execute(
    db,
  );
}

// Later readers close the push. A reader during the push does not see its row in `pushes`; the share lock waits for that read.
async function closeIfRead({ db }: PushServices, id: string): Promise<void> {
  const { rows } = await sql<{ is_open: boolean }>`
    select seen_at is null and done_at is null as is_open from notifications where id = ${id} for share`.execute(db);
  if (!rows[0]?.is_open) await db.transaction().execute((tx) => addJob(tx, closePushJob, { id }));
}

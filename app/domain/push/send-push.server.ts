import { sql } from "kysely";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import type { SendResult } from "../../platform/push/push.server.ts";
import { closePushJob } from "./close-push.server.ts";
import { QUIET_BY_DEFAULT } from "../notifications/notification.ts";
import { handPush, LONGEST_S, type Pushed, type PushServices } from "./hand-push.server.ts";

/** How many pushes to one person's browsers the push services took, and how many to try again later. */
export type Outcome = { handed: number; later: number };

const { from, until, zone } = QUIET_BY_DEFAULT;
type Receiver = { session_id: string; public_key: string; sealed: Buffer; count: number; ttl: number };
/** The push expires when the quiet hours begin, so that a browser that was off does not receive it in them. */
const receiversOf = prepared(
  "receivers of a push",
  (_, { user, id }: { user: string; id: string }) => sql<Receiver>`
    select s.session_id, s.public_key, s.sealed, n.count,
      least(${LONGEST_S}::float8, case when h.starts = h.ends then null when quiet_seconds(h.starts, h.ends, h.zone) > 0 then 0
        else floor(extract(epoch from (h.here::date + h.starts + case when h.here::time >= h.starts then interval '1 day' else '0' end)
          at time zone h.zone - now())) end::float8) as ttl
    from push_subscriptions s join auth.sessions a on a.id = s.session_id join profiles p on p.id = s.user_id
      join notifications n on n.user_id = s.user_id left join notification_hours q on q.user_id = s.user_id
      left join pushes o on o.session_id = s.session_id and o.notification_id = n.id and o.count >= n.count
      cross join lateral (select coalesce(q.quiet_from, ${from}) as starts, coalesce(q.quiet_until, ${until}) as ends,
        coalesce(q.zone, ${zone}) as zone, now() at time zone coalesce(q.zone, ${zone}) as here) h
    where s.user_id = ${user}::uuid and n.id = ${id}::uuid and a.ended_at is null and a.not_after > now() and p.suspended_at is null
      and o.session_id is null`,
);

/** Pushes a notification once to each browser of its person that has not received it since it last grew. */
export async function pushOnce(services: PushServices, userId: string, { kind, id }: Pushed): Promise<Outcome> {
  if (!services.push.isOn) return { handed: 0, later: 0 };
  const receivers = await receiversOf.all(services.db, { user: userId, id });
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

import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { defineMessage } from "../../platform/mail/message.server.ts";
import { GROUPS, QUIET_BY_DEFAULT } from "../notifications/notification.ts";
import { unsubscribeToken } from "../notifications/unsubscribe-link.server.ts";
import type { Facts } from "./calendar-mails.server.tsx";
import type { Method } from "./ics.ts";

/** A turno for its patient's calendar, as it was when the message was posted. `starts_at` is ISO. */
type Told = {
  method: Method;
  user_id: string;
  id: string;
  sequence: number;
  starts_at: string;
  local_start: string;
  minutes: number;
};

/**
 * A turno for its patient's calendar: to hold, or to remove. Sent to a proven address only, since any other may be a stranger's, while its person
 * wants mails about turnos; after their quiet hours, unless the turno begins in them.
 */
export const calendarEntry = defineMessage<Told, Facts>(
  "calendar_entry",
  async () => (await import("./calendar-mails.server.tsx")).calendarMail,
  async ({ db, secret, id }, told) => {
    const reader = await readerOf(db, told);
    if (!reader?.is_wanted) return null;
    if (reader.quiet_s > 0) return { waitSeconds: reader.quiet_s };
    const sequence = told.method === "CANCEL" ? told.sequence : await inviteFor(db, told, id);
    if (sequence === null) return null;
    const { name, email, stamped_at } = reader;
    return {
      facts: {
        ...told,
        sequence,
        stamped_at,
        attendee: email,
        token: unsubscribeToken(secret, told.user_id, "bookings", email),
      },
      to: { name, address: email },
    };
  },
);

/**
 * Notes that the calendar is asked to hold a booking, and by which message, which may be tried again. Returns the sequence that the booking has
 * by now; null once it was cancelled or has another time, of which a later message tells, and where another message has told this time: a
 * booking that moved away and back while its messages waited has two with one time.
 */
async function inviteFor(db: Database, { id, starts_at }: Told, message: string): Promise<number | null> {
  const { rows } = await sql<{ sequence: number }>`update bookings set invited_for = starts_at, invited_by = ${message}
    where id = ${id} and state = 'confirmed' and starts_at = ${starts_at}::timestamptz and starts_at > now()
      and (invited_for is distinct from starts_at or coalesce(invited_by, ${message}) = ${message}) returning sequence`.execute(
    db,
  );
  return rows[0]?.sequence ?? null;
}

const { from, until, zone } = QUIET_BY_DEFAULT;

type Reader = { name: string; email: string; stamped_at: Date; is_wanted: boolean; quiet_s: number };
async function readerOf(db: Database, { user_id, starts_at }: Told): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select p.name, p.email, now() as stamped_at, is_confirmed(p.id) and coalesce(s.mail, ${GROUPS.bookings.byDefault.mail}) <> 'off' as is_wanted,
      case when ${starts_at}::timestamptz > now() + make_interval(secs => q.seconds) then q.seconds else 0 end as quiet_s
    from profiles p left join notification_settings s on s.user_id = p.id and s."group" = 'bookings'
      left join notification_hours h on h.user_id = p.id
      cross join lateral (select quiet_seconds(coalesce(h.quiet_from, ${from}), coalesce(h.quiet_until, ${until}),
        coalesce(h.zone, ${zone})) as seconds) q
    where p.id = ${user_id}`.execute(db);
  return rows[0];
}

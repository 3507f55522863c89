import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { defineJob } from "../../platform/jobs.server.ts";
import { asWall } from "../bookings/booking-rows.server.ts";
import { lockBooking } from "../bookings/pair.server.ts";
import { CALENDAR_ENTRY } from "./look-at-calendars.server.ts";
import { calendarEntry } from "./messages.server.ts";

type Mailer = Pick<Services, "mail">;
type Found = {
  id: string;
  sequence: number;
  starts_at: Date;
  local_start: string;
  minutes: number;
  patient_id: string;
  name: string;
  email: string;
};

const found = sql`b.id, b.sequence, b.starts_at, ${asWall(sql`b.local_start`)} as local_start, b.minutes, c.patient_id, p.name, p.email
  from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id join profiles p on p.id = c.patient_id`;

/**
 * The job of a booking's entry in the patient's calendar: compares the booking as it is with what the calendar holds, and mails the difference.
 * A calendar reads one entry a message, so each booking of a series has its own.
 */
async function keepCalendar({ db, mail }: Pick<Services, "db"> & Mailer, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockBooking(tx, id))) return;
    const { rows } = await sql<Found & { is_kept: boolean; is_over: boolean }>`select
      b.state = 'confirmed' and b.starts_at > now() and b.invited_for is distinct from b.starts_at as is_kept,
      b.state = 'cancelled' and b.invited_for is not null as is_over, ${found} where b.id = ${id}`.execute(tx);
    const [booking] = rows;
    if (booking?.is_kept) await post(tx, mail, booking, "REQUEST");
    if (!booking?.is_over) return;
    await sql`update bookings set invited_for = null where id = ${id}`.execute(tx);
    await post(tx, mail, booking, "CANCEL");
  });
}

export const calendarEntryJob = defineJob(CALENDAR_ENTRY.name, {
  priority: CALENDAR_ENTRY.priority,
  run: keepCalendar,
});

/** Before the deletion of a specialist's account, with which their bookings go: removes those ahead from their patients' calendars. */
export async function leaveCalendars(tx: Tx, { mail }: Mailer, kineId: string): Promise<void> {
  // The agenda before its bookings, as every act; no message about one of them is on its way out after the lock.
  await sql`select from agendas where kine_id = ${kineId} for no key update`.execute(tx);
  const { rows } = await sql<Found>`select ${found}
    where b.kine_id = ${kineId} and b.invited_for is not null and b.starts_at > now() order by b.id for no key update of b`.execute(
    tx,
  );
  // Cancelling raises the sequence, and these go without it.
  for (const booking of rows) await post(tx, mail, { ...booking, sequence: booking.sequence + 1 }, "CANCEL");
}

/** A message holds the whole entry, since its booking may be gone when it is sent. */
function post(tx: Tx, mail: Services["mail"], booking: Found, method: "REQUEST" | "CANCEL"): Promise<string> {
  const { patient_id: user_id, name, email, id, sequence, starts_at, local_start, minutes } = booking;
  const told = { method, user_id, id, sequence, starts_at: starts_at.toISOString(), local_start, minutes };
  return mail.post(tx, calendarEntry, { user_id, to: { name, address: email }, told });
}

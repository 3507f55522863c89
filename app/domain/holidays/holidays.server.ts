import { sql } from "kysely";
import { z } from "zod";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { lookAtEveryAgenda } from "../agendas/look-at-agenda.server.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { FIRST_YEAR, LAST_YEAR } from "./holiday.ts";
import { RemovedHoliday, SavedHoliday } from "./holiday-input.ts";

const Holidays = z.strictObject({
  year: z.int(),
  items: z.array(z.strictObject({ day: z.iso.date(), name: z.string() })),
});

const ofYear = prepared(
  "holidays.list",
  (_, { year }: { year: number | null }) => sql<z.infer<typeof Holidays>>`
    select y.year, coalesce(jsonb_agg(jsonb_build_object('day', h.day, 'name', h.name) order by h.day) filter (where h.day is not null), '[]') as items
    from (select coalesce(${year}::int, extract(year from now() at time zone 'America/Argentina/Buenos_Aires')::int) as year) y
      left join holidays h on h.jurisdiction = 'AR' and h.day between make_date(y.year, 1, 1) and make_date(y.year, 12, 31)
    group by y.year`,
);

/** The national holidays of a year; of the current one for null. */
export const list = adminReads
  .meta({ summary: "Lists the national holidays of a year." })
  .input(z.object({ year: z.int().min(FIRST_YEAR).max(LAST_YEAR).nullable() }))
  .output(Holidays)
  .handler(async ({ input, context: { db } }) => {
    const found = await ofYear.first(db, input);
    if (!found) throw new Error("a year always has its row");
    return found;
  });

/** The name of a day that nobody else changes meanwhile, as a list of one; empty for a day that is no holiday. */
async function lockedOn(tx: Tx, day: string): Promise<{ name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`holiday ${day}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    name: string;
  }>`select name from holidays where jurisdiction = 'AR' and day = ${day}::date`.execute(tx);
  return rows;
}

const asRead = (name: string | null) => (name === null ? [] : [{ name }]);

const NONE = "—";
/** Holidays are settings of the operator: the audit has both names. */
const note = (tx: Tx, viewer: Viewer, day: string, [before]: { name: string }[], after: string | null) =>
  recordEvent(tx, {
    event: "setting_changed",
    user_id: viewer.id,
    session_id: viewer.session_id,
    reason: `feriado ${day}: ${before?.name ?? NONE} → ${after ?? NONE}`,
  });

/**
 * Adds a holiday, or changes its name. It closes the agendas of specialists who do not attend on holidays from the next request on; bookings that
 * exist stand. Throws LIST_CHANGED, and HOLIDAY_TAKEN for a day that is another one already.
 */
export const save = routineAdmin
  .meta({ summary: "Adds or changes a national holiday.", refuses: ["HOLIDAY_TAKEN", "LIST_CHANGED"], writes: "once" })
  .input(SavedHoliday)
  .output(z.strictObject({ saved: z.literal(true) }))
  .handler(({ input: { day, name, read }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const stored = await lockedOn(tx, day);
      if (stored[0]?.name === name) return { saved: true as const };
      if (read === null && stored.length > 0) throw new AppError("HOLIDAY_TAKEN");
      if (read !== undefined) mustBeAsRead({ read: asRead(read), stored, wanted: [{ name }] });
      await sql`insert into holidays (day, name) values (${day}::date, ${name})
        on conflict (day, jurisdiction) do update set name = excluded.name`.execute(tx);
      await note(tx, viewer, day, stored, name);
      await lookAtEveryAgenda(tx);
      return { saved: true as const };
    }),
  );

/** Removes a holiday. Removing one that is gone changes nothing. Throws LIST_CHANGED when it has another name by now. */
export const remove = routineAdmin
  .meta({ summary: "Removes a national holiday.", refuses: ["LIST_CHANGED"], writes: "once" })
  .input(RemovedHoliday)
  .output(z.strictObject({ removed: z.literal(true) }))
  .handler(({ input: { day, read }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const stored = await lockedOn(tx, day);
      if (stored.length === 0) return { removed: true as const };
      if (read !== undefined) mustBeAsRead({ read: asRead(read), stored, wanted: [] });
      await sql`delete from holidays where jurisdiction = 'AR' and day = ${day}::date`.execute(tx);
      await note(tx, viewer, day, stored, null);
      await lookAtEveryAgenda(tx);
      return { removed: true as const };
    }),
  );

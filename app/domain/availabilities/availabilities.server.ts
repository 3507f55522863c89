import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads, requireKineOrApplicant } from "../../api/guards.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { namesOfPlaces } from "../agendas/agenda-rows.server.ts";
import { agendaConfirmed } from "../agendas/course.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { SavedWeek, WeeklyRange } from "./availability.ts";

/** The caller's own hours, by weekday and start; times as "09:30". Only specialists have any. */
export const mine = memberReads
  .meta({ summary: "Returns the caller's weekly hours." })
  .output(z.array(WeeklyRange.strict()))
  .handler(({ context: { db, viewer } }) => storedWeek(db, viewer.id));

async function storedWeek(db: Database, viewer: string): Promise<WeeklyRange[]> {
  const hours = await ownHours.all(db, { viewer });
  return hours.map(({ weekday, start_time, end_time, place_id }) => ({
    weekday,
    start_time: start_time.slice(0, 5),
    end_time: end_time.slice(0, 5),
    place_id,
  }));
}

const ownHours = prepared("availabilities.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("availabilities")
    .select(["weekday", "start_time", "end_time", "place_id"])
    .where("kine_id", "=", viewer)
    .orderBy("weekday")
    .orderBy("start_time")
    .orderBy("place_id"),
);

const lockKine = prepared("specialist's lock", (db, { viewer }: { viewer: string }) =>
  db.selectFrom("profiles").select("id").where("id", "=", viewer).forNoKeyUpdate(),
);
const deleteHours = prepared("hours removed", (db, { viewer }: { viewer: string }) =>
  db.deleteFrom("availabilities").where("kine_id", "=", viewer),
);
/** All ranges as one JSON value, so that the statement is the same for any number of them. */
const insertHours = prepared(
  "hours added",
  (_, { viewer, ranges }: { viewer: string; ranges: string }) =>
    sql`insert into availabilities (kine_id, weekday, start_time, end_time, place_id)
    select ${viewer}::uuid, weekday, start_time, end_time, place_id
    from jsonb_to_recordset(${ranges}::jsonb) as r (weekday smallint, start_time time, end_time time, place_id uuid)`,
);

/** Locks the agenda, so that none of the places is retired meanwhile. */
async function mustBeOwnPlaces(tx: Tx, viewer: string, ranges: readonly WeeklyRange[]): Promise<void> {
  await sql`select from agendas where kine_id = ${viewer} for no key update`.execute(tx);
  const own = new Set((await namesOfPlaces.all(tx, { kine: viewer })).map(({ id }) => id));
  if (ranges.some(({ place_id }) => place_id !== null && !own.has(place_id))) throw new AppError("NOT_FOUND");
}

/**
 * Replaces a specialist's or applicant's weekly hours. Throws APPROVAL_PENDING, NOT_ALLOWED, BAD_INPUT when ranges are
 * reversed or overlap, NOT_FOUND for a place that is not in use, and LIST_CHANGED.
 */
export const replace = member
  .meta({
    summary: "Replaces the caller's weekly hours.",
    refuses: ["APPROVAL_PENDING", "NOT_ALLOWED", "NOT_FOUND", "LIST_CHANGED"],
    writes: "once",
  })
  .input(SavedWeek)
  .output(z.strictObject({ ranges: z.int() }))
  .handler(({ input: { ranges, read }, context: { transaction, viewer } }) => {
    requireKineOrApplicant(viewer);
    return transaction(async (tx) => {
      // The lock serialises concurrent saves, so that two weeks are never mixed.
      await lockKine.run(tx, { viewer: viewer.id });
      if (read) mustBeAsRead({ read, stored: await storedWeek(tx, viewer.id), wanted: ranges });
      if (ranges.some(({ place_id }) => place_id !== null)) await mustBeOwnPlaces(tx, viewer.id, ranges);
      await deleteHours.run(tx, { viewer: viewer.id });
      if (ranges.length > 0) await insertHours.run(tx, { viewer: viewer.id, ranges: JSON.stringify(ranges) });
      await agendaConfirmed(tx, viewer.id);
      return { ranges: ranges.length };
    });
  });

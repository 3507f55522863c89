import { z } from "zod";
import { kine } from "../../api/guards.server.ts";
import { Week, WeeklyRange } from "./availability.ts";

/** The specialist's own hours, by weekday and start; times as "09:30". */
export const mine = kine
  .meta({ summary: "Returns the caller's weekly hours." })
  .output(z.array(WeeklyRange.strict()))
  .handler(async ({ context: { db, viewer } }) => {
    const hours = await db
      .selectFrom("availabilities")
      .select(["weekday", "start_time", "end_time"])
      .where("kine_id", "=", viewer.id)
      .orderBy("weekday")
      .orderBy("start_time")
      .execute();
    return hours.map(({ weekday, start_time, end_time }) => ({
      weekday,
      start_time: start_time.slice(0, 5),
      end_time: end_time.slice(0, 5),
    }));
  });

/** Replaces the specialist's weekly hours. Throws BAD_INPUT when ranges are reversed or overlap. */
export const replace = kine
  .meta({ summary: "Replaces the caller's weekly hours.", writes: "once" })
  .input(Week)
  .output(z.strictObject({ ranges: z.int() }))
  .handler(({ input: { ranges }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The lock serialises concurrent saves, so that two weeks are never mixed.
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      await tx.deleteFrom("availabilities").where("kine_id", "=", viewer.id).execute();
      if (ranges.length > 0) {
        await tx
          .insertInto("availabilities")
          .values(ranges.map((range) => ({ ...range, kine_id: viewer.id })))
          .execute();
      }
      return { ranges: ranges.length };
    }),
  );

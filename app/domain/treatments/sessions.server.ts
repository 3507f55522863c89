import { sql } from "kysely";
import { z } from "zod";
import { kine, member } from "../../api/guards.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { lockPair, mustBePair } from "../bookings/pair.server.ts";
import { sessionNoted, sessionsChanged } from "./course.server.ts";
import { mustTreat } from "./pair.server.ts";
import { NotedSession } from "./treatment-input.ts";

/** How long a session that was noted is taken to be, in minutes; nobody reads it. */
const NOTED_MINUTES = 60;

/** Notes a session of the last 30 days, since the acceptance, that was not agreed in the agenda; one a day. */
export const noteSession = kine
  .meta({
    summary: "Notes a session that was held.",
    refuses: ["NOT_FOUND", "TREATMENT_OVER", "SESSION_TOO_OLD", "SESSION_TOO_EARLY", "SESSION_THERE"],
    writes: "once",
  })
  .input(NotedSession)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input: { match_id, day }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // Bookings belong to an agenda: without one it is made, off.
      await tx
        .insertInto("agendas")
        .values({ kine_id: viewer.id, is_on: false })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const pair = await mustTreat(tx, viewer.id, match_id);
      if (pair.side !== "kine") throw new AppError("NOT_FOUND");
      const { rows } = await sql<{ id: string }>`
        insert into bookings (match_id, kine_id, source, state, asked_by, starts_at, local_start, minutes, zone, told_at)
        select ${match_id}, ${viewer.id}, 'noted', 'held', 'kine', d.at, d.at at time zone a.zone, ${NOTED_MINUTES}, a.zone, now()
        from agendas a cross join lateral (select case when ${day}::date = (now() at time zone a.zone)::date then date_trunc('minute', now())
          else (${day}::date + time '12:00') at time zone a.zone end as at) d where a.kine_id = ${viewer.id} returning id`.execute(
        tx,
      );
      const [noted] = rows;
      if (!noted) throw new AppError("NOT_FOUND");
      await sessionNoted(tx, pair);
      return noted;
    }),
  );

/**
 * Says "No fui" of a session that was marked as held, or "Sí fui" of a missed one, within seven days of the mark, of a noted one from when its patient was told: it counts for nobody. The
 * specialist takes back what they noted in the same way.
 */
export const dispute = member
  .meta({
    summary: "Disputes a session that was marked or noted.",
    refuses: ["NOT_FOUND", "MARK_CLOSED", "ALREADY_DONE"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ is_disputed: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const of = await tx.selectFrom("bookings").select("match_id").where("id", "=", id).executeTakeFirst();
      if (!of) throw new AppError("NOT_FOUND");
      const pair = await mustBePair(tx, viewer.id, of.match_id);
      await lockPair(tx, pair);
      const found = await tx
        .selectFrom("bookings")
        .select(["state", "source", "disputed_at"])
        .where("id", "=", id)
        .where("state", "in", ["held", "no_show"])
        .executeTakeFirst();
      if (!found || (pair.side === "kine" && found.source !== "noted")) throw new AppError("NOT_FOUND");
      if (found.disputed_at) throw new AppError("ALREADY_DONE");
      await tx
        .updateTable("bookings")
        .set({ disputed_at: sql`now()` })
        .where("id", "=", id)
        .execute();
      await sessionsChanged(tx, pair);
      return { is_disputed: true as const };
    }),
  );

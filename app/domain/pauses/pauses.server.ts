import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kine } from "../../api/guards.server.ts";
import { Pause } from "./pause-input.ts";

/** The last day of a profile's pause while it lasts, else null; by the alias of the profile. */
export const pausedUntil = (profile: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when is_paused(${sql.ref(`${profile}.paused_until`)}) then ${sql.ref(`${profile}.paused_until`)}::text end`;

/**
 * Pauses the caller up to a day, or ends the pause: cases of their zone and invitations wait, and their profile says so. They may still
 * apply, which is their own act.
 */
export const pause = kine
  .meta({ summary: "Pauses alerts and invitations of the caller up to a day, or ends the pause.", writes: "once" })
  .input(Pause)
  .output(z.strictObject({ is_paused: z.boolean() }))
  .handler(({ input: { until }, context: { statement, viewer } }) =>
    statement(async (db) => {
      await db.updateTable("profiles").set({ paused_until: until }).where("id", "=", viewer.id).execute();
      return { is_paused: until !== null };
    }),
  );

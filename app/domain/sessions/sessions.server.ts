import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../shared/app-error.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { member, memberReads } from "../../api/guards.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { deviceOf, placeOf } from "../../auth/core/device.server.ts";
import { dropLeftBehind } from "../../auth/sessions/sessions.server.ts";

const MOST_SHOWN = 100;

const Sessions = z.array(
  z.strictObject({
    id: z.uuid(),
    device: z.strictObject({ name: z.string(), kind: z.enum(["computer", "phone", "tablet"]) }),
    place: z.string(),
    signed_in_at: z.date(),
    last_used_at: z.date(),
    is_current: z.boolean(),
  }),
);

/** The viewer's open sessions, most recently used first, with the device and the network of each sign-in as display texts. */
export const mine = memberReads
  .meta({ summary: "Lists the caller's sessions." })
  .output(Sessions)
  .handler(async ({ context: { db, viewer, clientAddress } }) => {
    const rows = await ownSessions.all(db, { viewer: viewer.id });
    return rows.map(({ id, user_agent, address, created_at, refreshed_at }) => ({
      id,
      device: deviceOf(user_agent),
      place: placeOf(address, clientAddress),
      signed_in_at: created_at,
      last_used_at: refreshed_at,
      is_current: id === viewer.session_id,
    }));
  });

const ownSessions = prepared("sessions.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("auth.sessions")
    .select(["id", "user_agent", sql<string | null>`host(ip)`.as("address"), "created_at", "refreshed_at"])
    .where("user_id", "=", viewer)
    .where("ended_at", "is", null)
    .where("not_after", ">", sql<Date>`now()`)
    .orderBy("refreshed_at", "desc")
    .limit(MOST_SHOWN),
);

/** Ends one of the viewer's own sessions; its tokens are revoked at once, and from another session what it left behind. */
export const end = member
  .meta({ summary: "Ends one of the caller's sessions.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ ended: z.literal(true) }))
  .handler(async ({ input, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("auth.sessions")
        .set({ ended_at: sql`now()`, end_reason: "signed_out" })
        .where("id", "=", input.id)
        .where("user_id", "=", viewer.id)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
      await recordEvent(tx, { event: "session_ended", user_id: viewer.id, session_id: input.id });
      // Who ends a session that they do not know ends what it left behind.
      if (input.id !== viewer.session_id) await dropLeftBehind(tx, viewer.id, sql`session_id = ${input.id}::uuid`);
      return { ended: true as const };
    });
    await writeTombstones(services);
    return answer;
  });

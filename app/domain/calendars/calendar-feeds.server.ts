import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import { hashToken } from "../../platform/crypto.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";

const Feed = z.strictObject({ id: z.uuid(), created_at: z.date(), read_at: z.date().nullable() });

/** The caller's calendar addresses, and when a program last read each. The addresses themselves are not stored. */
export const feeds = memberReads
  .meta({ summary: "Lists the caller's calendar feeds." })
  .output(z.array(Feed))
  .handler(({ context: { db, viewer } }) =>
    db
      .selectFrom("calendar_feeds")
      .select(["id", "created_at", "read_at"])
      .where("user_id", "=", viewer.id)
      .orderBy("id")
      .execute(),
  );

/** Makes an address at which a calendar program reads the caller's turnos. It is told once. */
export const create = member
  .meta({
    summary: "Creates a calendar feed of the caller's bookings and returns its address once.",
    refuses: ["TOO_MANY_CALENDARS", "TOO_MANY_REQUESTS"],
    writes: { unkeyed: "an address is a secret, and a person has two at most" },
  })
  .output(z.strictObject({ url: z.url() }))
  .handler(async ({ context: { db, viewer, services } }) => {
    const { seconds } = await services.auth.limiter.attempt("calendar_account", viewer.id);
    if (seconds > 0) throw new AppError("TOO_MANY_REQUESTS");
    const token = randomBytes(32).toString("base64url");
    await db.transaction().execute(async (tx) => {
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(tx);
      const place = sql<number>`coalesce((select min(free) from generate_series(1, 2) free
        where not exists (select from calendar_feeds f where f.user_id = ${viewer.id} and f.place = free)), 3)`;
      await tx
        .insertInto("calendar_feeds")
        .values({ user_id: viewer.id, session_id: viewer.session_id, place, token_sha256: hashToken(token) })
        .execute();
    });
    return { url: `${services.settings.publicUrl}/calendario/${token}.ics` };
  });

/** Revokes a calendar address at once. */
export const revoke = member
  .meta({
    summary: "Revokes one of the caller's calendar feeds.",
    refuses: ["NOT_FOUND"],
    writes: { unkeyed: "a feed that was revoked is no longer found" },
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ revoked: z.literal(true) }))
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const gone = await db
      .deleteFrom("calendar_feeds")
      .where("id", "=", id)
      .where("user_id", "=", viewer.id)
      .returning("id")
      .executeTakeFirst();
    if (!gone) throw new AppError("NOT_FOUND");
    await writeTombstones(services);
    return { revoked: true as const };
  });

import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { Blocked } from "./conversation-output.server.ts";

const ById = z.object({ id: z.uuid() });

/** The other person of a conversation that the viewer may see. Throws NOT_FOUND. */
async function otherOf(db: Database, id: string, viewer: string): Promise<string> {
  const {
    rows: [found],
  } = await sql<{ other: string }>`
    select case when c.patient_id = ${viewer} then m.kine_id else c.patient_id end as other
    from matches m join cases c on c.id = m.case_id
    where m.id = ${id} and conversation_state(m.id, ${viewer}) is not null`.execute(db);
  if (!found) throw new AppError("NOT_FOUND");
  return found.other;
}

/** Blocks the other person of a conversation: from now on no message, application or invitation passes between the two. */
export const block = member
  .meta({ summary: "Blocks the other person of a conversation.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(ById)
  .output(z.strictObject({ blocked: z.literal(true) }))
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await tx
        .insertInto("blocks")
        .values({ blocker_id: viewer.id, blocked_id: await otherOf(tx, id, viewer.id) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { blocked: true as const };
    });
    await writeTombstones(services);
    return answer;
  });

/** Removes the viewer's own block of the other person of a conversation. */
export const unblock = member
  .meta({
    summary: "Takes the caller's block of the other person of a conversation back.",
    refuses: ["NOT_FOUND"],
    writes: "once",
  })
  .input(ById)
  .output(z.strictObject({ blocked: z.literal(false) }))
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await tx
        .deleteFrom("blocks")
        .where("blocker_id", "=", viewer.id)
        .where("blocked_id", "=", await otherOf(tx, id, viewer.id))
        .execute();
      return { blocked: false as const };
    });
    await writeTombstones(services);
    return answer;
  });

const MOST_LISTED = 100;

const blockedPeople = prepared("conversations.blocked", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("blocks as b")
    .select([
      "b.id",
      "b.created_at",
      sql<string | null>`(select p.name from profiles p join user_roles r on r.user_id = p.id and r.role = 'kine'
        where p.id = b.blocked_id)`.as("name"),
    ])
    .where("b.blocker_id", "=", viewer)
    .orderBy("b.created_at", "desc")
    .limit(MOST_LISTED),
);

/**
 * The viewer's last hundred blocks, newest first; names are included only for specialists. An id is the block's: a person's id leads to
 * their photo, which a case may hide from the viewer.
 */
export const blocked = memberReads
  .meta({ summary: "Lists whom the caller blocked." })
  .output(Blocked)
  .handler(async ({ context: { db, viewer } }) => ({ items: await blockedPeople.all(db, { viewer: viewer.id }) }));

/** Removes one of the viewer's own blocks, by its id, even if the viewer may not see a conversation with that person. */
export const unblockPerson = member
  .meta({ summary: "Takes one of the caller's blocks back.", writes: "once" })
  .input(ById)
  .output(z.strictObject({ blocked: z.literal(false) }))
  .handler(async ({ input: { id }, context: { statement, viewer, services } }) => {
    const answer = await statement(async (db) => {
      await db.deleteFrom("blocks").where("blocker_id", "=", viewer.id).where("id", "=", id).execute();
      return { blocked: false as const };
    });
    await writeTombstones(services);
    return answer;
  });

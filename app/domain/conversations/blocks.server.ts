import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { isVerified } from "../cases/case-access.server.ts";
import { Blocked } from "./conversation-output.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const ById = z.object({ id: z.uuid() });

/** Throws NOT_FOUND unless the viewer may see the conversation. */
async function mustSee(db: Database, id: string, viewer: string): Promise<void> {
  const { rows } = await sql`select where conversation_state(${id}, ${viewer}) is not null`.execute(db);
  if (rows.length === 0) throw new AppError("NOT_FOUND");
}

/**
 * Blocks the other person of a conversation: from now on no message, application, invitation or contact passes between the two. The block
 * of a specialist whom the patient has not accepted holds in that case alone: it may not tell them which other cases are the same person's.
 */
export const block = member
  .meta({ summary: "Blocks the other person of a conversation.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(ById)
  .output(z.strictObject({ blocked: z.literal(true) }))
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await mustSee(tx, id, viewer.id);
      await sql`
        insert into blocks (blocker_id, blocked_id, case_id)
        select ${viewer.id}::uuid, case when c.patient_id = ${viewer.id} then m.kine_id else c.patient_id end,
          case when c.patient_id <> ${viewer.id} and m.status <> 'accepted' and (c.identity_access = 'accepted'
            or not ${isVerified(sql`m.kine_id`)} or not exists (
            select from matches a join cases o on o.id = a.case_id
            where a.kine_id = m.kine_id and a.status = 'accepted' and o.patient_id = c.patient_id)) then c.id end
        from matches m join cases c on c.id = m.case_id where m.id = ${id}
        on conflict do nothing`.execute(tx);
      await endBookings(tx, viewer.id, viewer.id, true);
      return { blocked: true as const };
    });
    await writeTombstones(services);
    return answer;
  });

/** Removes the viewer's own blocks that act in a conversation. */
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
      await mustSee(tx, id, viewer.id);
      await sql`delete from blocks where id in (select b.block_id from matches m
        join blocked_cases b on b.case_id = m.case_id and b.kine_id = m.kine_id
        where m.id = ${id} and b.blocker_id = ${viewer.id})`.execute(tx);
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
  .handler(async ({ context: { db, viewer, services } }) => {
    const people = await blockedPeople.all(db, { viewer: viewer.id });
    return { items: people.map((person) => shownToOthers(services, person)) };
  });

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

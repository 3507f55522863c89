import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { admin } from "../../api/guards.server.ts";
import { MOST_UNSEEN, Seen, VIEWED_ENTITIES, type ViewedEntity } from "./admin-view.ts";

/** How far back something can be unseen: what is older than the newest 1000 of its kind counts as seen. */
const NEWEST = 1000;

const newest = {
  // Only what waits for a decision: what another admin decided asks for nobody's eyes.
  application: sql`(select id from kine_applications where status = 'pending' order by id desc limit ${NEWEST})
    union all (select id from profile_changes where rejected_at is null order by id desc limit ${NEWEST})`,
  case: sql`select id from cases order by id desc limit ${NEWEST}`,
  patient: sql`select user_id as id from user_roles where role = 'patient' order by user_id desc limit ${NEWEST}`,
  review: sql`select id from reviews order by id desc limit ${NEWEST}`,
} satisfies Record<ViewedEntity, RawBuilder<unknown>>;

// Each look into admin_views is one of its primary key, however much this admin has seen: OFFSET 0 keeps it apart.
const unseenOf = (adminId: string, entity: ViewedEntity) => sql<number>`(
  select count(*)::int from (
    select from (${newest[entity]}) e
    where not exists (
      select from admin_views v
      where v.admin_id = ${adminId} and v.entity_type = ${entity} and v.entity_id = e.id offset 0
    )
    limit ${MOST_UNSEEN}
  ) u
)`;

const Unseen = z.strictObject({ application: z.int(), case: z.int(), patient: z.int(), review: z.int() });

/** How many of each the admin has not seen, among the newest 1000 and up to 100; of applications and changes only the pending. */
export const unseen = admin.output(Unseen).handler(({ context: { db, viewer } }) =>
  db
    .selectNoFrom(VIEWED_ENTITIES.map((entity) => unseenOf(viewer.id, entity).as(entity)))
    .executeTakeFirstOrThrow(),
);

/** Records what the admin has been shown. */
export const markSeen = admin.input(Seen).output(z.strictObject({ seen: z.literal(true) })).handler(async ({ input: { entity_type, ids }, context: { db, viewer } }) => {
  await db
    .insertInto("admin_views")
    .values([...new Set(ids)].map((entity_id) => ({ admin_id: viewer.id, entity_type, entity_id })))
    .onConflict((conflict) => conflict.columns(["admin_id", "entity_type", "entity_id"]).doNothing())
    .execute();
  return { seen: true as const };
});

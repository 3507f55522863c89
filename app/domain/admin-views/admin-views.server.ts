import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { admin, adminReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { MOST_UNSEEN, VIEWED_ENTITIES, type ViewedEntity } from "./admin-view.ts";
import { Seen } from "./admin-view-input.ts";

/** Only the newest 1000 of each kind can be unseen; older ones count as seen. */
const NEWEST = 1000;

const newest = {
  // Only pending ones: a decided application needs no attention.
  application: sql`(select id from kine_applications where status = 'pending' order by id desc limit ${NEWEST})
    union all (select id from profile_changes where rejected_at is null order by id desc limit ${NEWEST})`,
  case: sql`select id from cases order by id desc limit ${NEWEST}`,
  patient: sql`select user_id as id from user_roles where role = 'patient' order by user_id desc limit ${NEWEST}`,
  review: sql`select id from reviews order by id desc limit ${NEWEST}`,
} satisfies Record<ViewedEntity, RawBuilder<unknown>>;

// OFFSET 0 forces one primary-key lookup in admin_views per item, however many views this admin has.
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

/**
 * The number of items of each kind that the admin has not seen, among the newest 1000 and up to 100; only pending applications and changes
 * count.
 */
export const unseen = adminReads
  .meta({ summary: "Counts items that the admin has not seen." })
  .output(Unseen)
  .handler(
    async ({ context: { db, viewer } }) =>
      (await countUnseen.first(db, { viewer: viewer.id })) ?? { application: 0, case: 0, patient: 0, review: 0 },
  );

const countUnseen = prepared("adminViews.unseen", (db, { viewer }: { viewer: string }) =>
  db.selectNoFrom(VIEWED_ENTITIES.map((entity) => unseenOf(viewer, entity).as(entity))),
);

/** Records which items the admin has been shown. */
export const markSeen = admin
  .meta({ summary: "Marks items as seen by the admin.", writes: { unkeyed: "marking twice changes nothing" } })
  .input(Seen)
  .output(z.strictObject({ seen: z.literal(true) }))
  .handler(async ({ input: { entity_type, ids }, context: { db, viewer } }) => {
    await mark.run(db, { viewer: viewer.id, entity_type, ids: `{${ids.join()}}` });
    return { seen: true as const };
  });

type Marked = { viewer: string; entity_type: ViewedEntity; ids: string };

const mark = prepared("adminViews.markSeen", (db, { viewer, entity_type, ids }: Marked) =>
  db
    .insertInto("admin_views")
    .columns(["admin_id", "entity_type", "entity_id"])
    .expression(sql`select ${viewer}::uuid, ${entity_type}::viewed_entity, id from unnest(${ids}::uuid[]) as id`)
    .onConflict((conflict) => conflict.columns(["admin_id", "entity_type", "entity_id"]).doNothing()),
);

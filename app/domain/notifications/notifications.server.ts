import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { MOST_UNSEEN } from "../admin-views/admin-view.ts";
import { relationOf, titleFor } from "../cases/case-access.server.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { KIND_NAMES, KINDS, type Kind, MOST_ASKED } from "./notification.ts";
import { Seen } from "./notification-input.ts";
import { shownCounts } from "./read-notifications.server.ts";

const Listed = z.strictObject({
  id: z.uuid(),
  kind: z.enum(KIND_NAMES),
  count: z.int(),
  case_id: z.uuid().nullable(),
  match_id: z.uuid().nullable(),
  case_title: z.string().nullable(),
  /** The patient, to a specialist whom they accept. */
  patient_name: z.string().nullable(),
  /** The wall time of the first turno that the specialist was asked for or given. */
  local_start: z.string().nullable(),
  created_at: z.date(),
  seen_at: z.date().nullable(),
});
const PageRequest = z.object({ before: z.uuid().nullish(), ids: z.array(z.uuid()).max(MOST_ASKED).nullish() });
type PageRequest = z.output<typeof PageRequest>;
/** The rows read at once, before the check of what their person may see; most rows are visible. */
const AT_A_TIME = 100;
const LISTED_AT_A_TIME = 2 * PAGE_AND_ONE;
type ListedRow = Omit<z.output<typeof Listed>, "kind"> & { kind: Kind };

/** The viewer's notifications, newest first, 20 a page from `before` (an id), or those of `ids`; only what they may see now. */
export const list = memberReads
  .meta({ summary: "Lists the caller's notifications." })
  .input(PageRequest)
  .output(pageOf(Listed))
  .handler(async ({ input, context: { db, viewer, services } }) => {
    const rows = await listOf(db, viewer.id, input);
    // Masks contact data when a specialist reads the title of a patient's case.
    const shown = ({ kind, case_title }: ListedRow) =>
      case_title !== null && KINDS[kind].role === "kine" ? services.masked(case_title) : case_title;
    return asPage(rows.map((row) => ({ ...row, case_title: shown(row) })));
  });

/** A page of a person's notifications and one more row. */
export async function listOf(db: Database, userId: string, { before, ids }: PageRequest = {}): Promise<ListedRow[]> {
  const wanted = ids ? `{${ids.join(",")}}` : undefined;
  const found: ListedRow[] = [];
  for (let last = before ?? undefined; ;) {
    const open = await openNotifications.all(db, { userId, before: last, ids: wanted });
    const counts = await shownCounts(db, open);
    for (const one of open) {
      const count = counts.get(one.id);
      if (count) found.push({ ...one, count });
      if (found.length === PAGE_AND_ONE) return found;
    }
    if (open.length < LISTED_AT_A_TIME) return found;
    last = open.at(-1)?.id;
  }
}

type ListQuery = { userId: string; before?: string | undefined; ids?: string | undefined };

/** Notifications that have not ended, newest first, visible or not. */
const openNotifications = prepared(
  "notifications.list",
  (_, { userId, before, ids }: ListQuery) => sql<Omit<ListedRow, "count">>`
    select n.id, n.kind, n.case_id, n.match_id, ${titleFor(sql`n.user_id`)} as case_title, n.created_at, n.seen_at, r.patient_name,
      case when r.match_id is not null and n.kind in ('booking_requested', 'booking_made') then (
        select to_char(min(b.local_start), 'YYYY-MM-DD"T"HH24:MI') from bookings b where b.match_id = n.match_id and b.starts_at > now()
          and b.state = case n.kind when 'booking_made' then 'confirmed'::booking_state else 'requested' end) end as local_start
    from notifications n left join cases c on c.id = n.case_id
      left join lateral ${relationOf("n.match_id")} r on r.kine_id = n.user_id
    where n.user_id = ${hideFromPlanner(userId, "uuid")} and n.done_at is null
      ${before ? sql`and n.id < ${before}` : sql``} ${ids ? sql`and n.id = any(${hideFromPlanner(ids, "uuid[]")})` : sql``}
    order by n.id desc limit ${LISTED_AT_A_TIME}`,
);

/** How many notifications of the viewer are unread and visible, counted up to 100. */
export const unseen = memberReads
  .meta({ summary: "Counts the caller's unread notifications." })
  .output(z.strictObject({ count: z.int() }))
  .handler(async ({ context: { db, viewer } }) => ({ count: await countUnseen(db, viewer.id) }));

/** How many notifications of a person are unread and visible, counted up to 100. */
export async function countUnseen(db: Database, userId: string): Promise<number> {
  let count = 0;
  for (let before: string | undefined; ;) {
    const unread = await unreadNotifications.all(db, { userId, before });
    count += (await shownCounts(db, unread)).size;
    if (count >= MOST_UNSEEN) return MOST_UNSEEN;
    if (unread.length < AT_A_TIME) return count;
    before = unread.at(-1)?.id;
  }
}

const unreadNotifications = prepared(
  "notifications.unseen",
  (_, { userId, before }: Omit<ListQuery, "ids">) => sql<{ id: string; kind: Kind }>`
    select n.id, n.kind from notifications n
    where n.user_id = ${hideFromPlanner(userId, "uuid")} and n.seen_at is null and n.done_at is null ${before ? sql`and n.id < ${before}` : sql``}
    order by n.id desc limit ${AT_A_TIME}`,
);

/** Kinds that concern a case but are not shown with it: reading the conversation ends them. */
const READ_BY_THEMSELVES: readonly Kind[] = ["message_received", "message_received_kine"];

/** Marks the viewer's notifications as read, which stops their delivery: one, those about a case, those of some kinds, or all. */
export const seen = member
  .meta({ summary: "Marks notifications of the caller as read.", writes: "once" })
  .input(Seen)
  .output(z.strictObject({ count: z.int() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const which =
        "id" in input
          ? sql`id = ${input.id}`
          : "case_id" in input
            ? sql`case_id = ${input.case_id} and kind <> all(${READ_BY_THEMSELVES}::text[])`
            : "kinds" in input
              ? sql`kind = any(${input.kinds})`
              : sql`true`;
      // Locks in the order of the ids, to avoid deadlocks.
      const { rows } = await sql<{ id: string }>`
        update notifications n set seen_at = now() from (select id from notifications
          where user_id = ${viewer.id} and seen_at is null and done_at is null and ${which} order by id for no key update) open_ones
        where n.id = open_ones.id returning n.id`.execute(tx);
      return { count: rows.length };
    }),
  );

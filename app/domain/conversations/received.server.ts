import { type Selectable, sql } from "kysely";
import type { Matches, ReadMarks } from "../../../db/types.ts";
import { kineReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { type StandingBooking, standingBooking } from "../bookings/standing-booking.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { ReceivedConversations } from "./conversation-output.server.ts";
import { followsLast, LAST, newestMessage } from "./last-message.server.ts";

type Asked = { viewer: string; before?: string | undefined; unread?: "only" | undefined };

/**
 * A specialist's applications in the order of the date that is shown of each: its newest message's, or its own. OFFSET 0 keeps the order, so that
 * a page reads whom a conversation may show for its own rows alone.
 */
const applications = (kine: string) => sql<Selectable<Matches> & { last_id: string; last_at: Date }>`
  (select m.*, ${LAST} from matches m ${newestMessage} where m.kine_id = ${kine} order by last_at desc, last_id desc offset 0)`;

/** What the specialist has not read of an application `m`. OFFSET has it looked up for one after the other, in their order. */
const ownMark = (kine: string) => sql<Pick<Selectable<ReadMarks>, "match_id" | "unread">>`
  (select match_id, unread from read_marks where match_id = m.id and user_id = ${kine} offset 0)`;

/** The most conversations with unread messages; all of them come with the first page. */
const MOST_UNREAD = 100;

const page = prepared("conversations.received", (db, { viewer, before, unread }: Asked) => {
  let query = db
    .selectFrom(applications(viewer).as("m"))
    .innerJoin("case_relations as r", "r.match_id", "m.id")
    .leftJoinLateral(ownMark(viewer).as("own"), (join) => join.onTrue())
    .leftJoin("messages as g", "g.id", "m.last_id")
    .select([
      "m.id",
      sql<string>`r.title`.as("case_title"),
      "r.patient_name as other_name",
      "r.patient_photo_url as other_photo_url",
      sql<boolean>`coalesce(r.case_status = 'closed', false)`.as("is_case_closed"),
      sql<boolean>`m.status = 'accepted'`.as("is_accepted"),
      sql<boolean>`coalesce(r.access = 'accepted', false)`.as("is_in_contact"),
      sql<boolean>`m.status = 'rejected'`.as("is_rejected"),
      sql<StandingBooking | null>`case when r.access = 'accepted' then ${standingBooking(sql`m.id`)} end`.as("booking"),
      "m.last_id",
      "m.last_at",
      sql<string | null>`case when g.id is null then m.message
        when g.author_id = m.kine_id or r.access = 'accepted' then g.body else coalesce(g.masked, g.body) end`.as(
        "last_text",
      ),
      sql<boolean>`g.id is not null`.as("has_messages"),
      sql<boolean>`coalesce(g.author_id = m.kine_id, true)`.as("is_last_own"),
      sql<number>`coalesce(own.unread, 0)`.as("unread"),
    ])
    .where(sql<boolean>`(m.status = 'accepted' or g.id is not null)`)
    // Of the unread ones alone: a condition on the application itself would be asked of each before its mark is looked up.
    .where(sql<boolean>`conversation_state(${sql.ref(unread ? "own.match_id" : "m.id")}, ${viewer}) is not null`)
    .orderBy("m.last_at", "desc")
    .orderBy("m.last_id", "desc");
  if (before) query = query.where(followsLast(before));
  if (unread) return query.where("own.unread", ">", 0).limit(MOST_UNREAD);
  return query.where(sql<boolean>`coalesce(own.unread, 0) = 0`).limit(PAGE_AND_ONE);
});

/**
 * The specialist's conversations in which somebody wrote, or who accepted: first those with unread messages, then the others, of the newest
 * date first, 20 a page from `before` (the id of a last message). Patients are named only while they accept.
 */
export const received = kineReads
  .meta({ summary: "Lists the conversations of the caller's applications." })
  .input(Cursor)
  .output(ReceivedConversations)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) => {
    const [unread, read] = await Promise.all([
      before ? [] : page.all(db, { viewer: viewer.id, unread: "only" }),
      page.all(db, { viewer: viewer.id, before: before ?? undefined }),
    ]);
    const { items, next } = asPage(read);
    return {
      items: [...unread, ...items].map(({ last_id: _last, ...row }) =>
        row.is_in_contact ? row : { ...row, case_title: services.masked(row.case_title) },
      ),
      next: next && (items.at(-1)?.last_id ?? null),
    };
  });

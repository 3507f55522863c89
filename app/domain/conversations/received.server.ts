import { sql } from "kysely";
import { kineReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { ReceivedConversations } from "./conversation-output.server.ts";

type Asked = { viewer: string; before?: string | undefined; unread?: "only" | undefined };

/** The most conversations with unread messages; all of them come with the first page. */
const MOST_UNREAD = 100;

const page = prepared("conversations.received", (db, { viewer, before, unread }: Asked) => {
  let query = db
    .selectFrom("matches as m")
    .innerJoin("case_relations as r", "r.match_id", "m.id")
    .leftJoin("read_marks as own", (join) => join.onRef("own.match_id", "=", "m.id").on("own.user_id", "=", viewer))
    .select([
      "m.id",
      sql<string>`r.title`.as("case_title"),
      "r.patient_name as other_name",
      "r.patient_photo_url as other_photo_url",
      sql<boolean>`coalesce(r.access = 'accepted', false)`.as("is_in_contact"),
      sql<Date>`coalesce((select g.created_at from messages g where g.match_id = m.id order by g.id desc limit 1), m.created_at)`.as(
        "last_at",
      ),
      sql<number>`coalesce(own.unread, 0)`.as("unread"),
    ])
    .where("m.kine_id", "=", viewer)
    .where(sql<boolean>`(m.status = 'accepted' or exists (select from messages g where g.match_id = m.id))`)
    .where(sql<boolean>`conversation_state(m.id, ${viewer}) is not null`)
    .orderBy("m.id", "desc");
  if (before) query = query.where("m.id", "<", before);
  if (unread) return query.where("own.unread", ">", 0).limit(MOST_UNREAD);
  return query.where(sql<boolean>`coalesce(own.unread, 0) = 0`).limit(PAGE_AND_ONE);
});

/**
 * The specialist's conversations in which somebody wrote, or who accepted: first those with unread messages, then the others, of the newest
 * application first, 20 a page from `before` (an application's id). Patients are named only while they accept.
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
      items: [...unread, ...items].map(({ is_in_contact, ...row }) =>
        is_in_contact ? row : { ...row, case_title: services.masked(row.case_title) },
      ),
      next,
    };
  });

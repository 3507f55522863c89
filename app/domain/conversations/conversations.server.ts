import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Matches } from "../../../db/types.ts";
import { memberReads, patientReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { type StandingBooking, standingBooking } from "../bookings/standing-booking.server.ts";
import { mayAgree } from "../bookings/partners.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { Conversation, OwnConversations, Unread } from "./conversation-output.server.ts";
import type { Side } from "./conversation.ts";
import { followsLast, LAST, newestMessage } from "./last-message.server.ts";
import { fileOf } from "./message-link.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

type ReadInput = { viewer: string; id: string; before?: string | undefined };

/** A conversation that the viewer may see, by the id of its application: at most one row. */
const head = prepared("conversations.read", (db, { viewer, id }: ReadInput) =>
  db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .innerJoin("profiles as k", "k.id", "m.kine_id")
    .innerJoin("case_relations as r", "r.match_id", "m.id")
    .innerJoinLateral(
      sql<{ state: "open" | "read_only" | null }>`(select conversation_state(m.id, ${viewer}) as state offset 0)`.as(
        "s",
      ),
      (join) => join.onTrue(),
    )
    .leftJoin("read_marks as own", (join) => join.onRef("own.match_id", "=", "m.id").on("own.user_id", "=", viewer))
    .leftJoin("read_marks as theirs", (join) =>
      join.onRef("theirs.match_id", "=", "m.id").on("theirs.user_id", "<>", viewer),
    )
    .select([
      "m.id",
      "m.case_id",
      "m.message as opening",
      "m.created_at",
      sql<string>`r.title`.as("case_title"),
      sql<boolean>`c.status = 'closed'`.as("is_case_closed"),
      "s.state",
      sql<Side>`case when c.patient_id = ${viewer} then 'patient' else 'kine' end`.as("side"),
      sql<boolean>`m.status = 'accepted'`.as("is_accepted"),
      sql<boolean>`coalesce(r.access = 'accepted', false)`.as("is_in_contact"),
      sql<boolean>`m.status = 'rejected'`.as("is_rejected"),
      sql<StandingBooking | null>`case when m.kine_id = ${viewer} and r.access = 'accepted' then ${standingBooking(sql`m.id`)} end`.as(
        "booking",
      ),
      sql<boolean>`case when m.kine_id = ${viewer} then ${mayAgree(viewer)} else false end`.as("can_book"),
      sql<string | null>`case when c.patient_id = ${viewer} then k.name else r.patient_name end`.as("other_name"),
      sql<string | null>`case when c.patient_id = ${viewer} then k.photo_url else r.patient_photo_url end`.as(
        "other_photo_url",
      ),
      sql<boolean>`exists (select from blocked_cases b
        where b.case_id = m.case_id and b.kine_id = m.kine_id and b.blocker_id = ${viewer})`.as("has_blocked"),
      sql<boolean>`not exists (select from read_receipts_off o where o.user_id = ${viewer})`.as("shows_reading"),
      sql<
        string | null
      >`case when s.state = 'open' and not exists (select from read_receipts_off o where o.user_id in (m.kine_id, c.patient_id))
        then theirs.read_id end`.as("read_by_other"),
      sql<number>`coalesce(own.unread, 0)`.as("unread"),
    ])
    .where("m.id", "=", id)
    .where("s.state", "is not", null),
);

const page = prepared("conversations.read messages", (db, { viewer, id, before }: ReadInput) => {
  let query = db
    .selectFrom("messages as g")
    .innerJoin("case_relations as r", "r.match_id", "g.match_id")
    .select([
      "g.id",
      "g.created_at",
      "g.file_path",
      sql<boolean>`g.author_id = ${viewer}`.as("is_own"),
      sql<
        string | null
      >`case when g.author_id = ${viewer} or r.access = 'accepted' then g.body else coalesce(g.masked, g.body) end`.as(
        "body",
      ),
      sql<boolean>`g.masked is not null and r.access is distinct from 'accepted'`.as("is_masked"),
    ])
    .where("g.match_id", "=", id);
  if (before) query = query.where("g.id", "<", before);
  return query.orderBy("g.id", "desc").limit(PAGE_AND_ONE);
});

/**
 * A conversation of the viewer's, by the id of its application, with its messages, newest first, 20 a page from `before` (a message's id).
 * Contact data of the other side are hidden until the acceptance, and when it ended.
 */
export const read = memberReads
  .meta({ summary: "Returns a conversation of the caller's with a page of its messages.", refuses: ["NOT_FOUND"] })
  .input(z.object({ id: z.uuid(), before: z.uuid().nullish() }))
  .output(Conversation)
  .handler(({ input, context: { db, viewer, services } }) =>
    readConversation(db, services, viewer, { viewer: viewer.id, id: input.id, before: input.before ?? undefined }),
  );

async function readConversation(
  db: Database,
  services: Services,
  viewer: Pick<Viewer, "session_id">,
  input: ReadInput,
): Promise<z.output<typeof Conversation>> {
  const [found, rows] = await Promise.all([head.first(db, input), page.all(db, input)]);
  if (!found?.state) throw new AppError("NOT_FOUND");
  const { opening, created_at, state, case_title, ...rest } = found;
  const { is_in_contact } = rest;
  const isHidden = rest.side === "patient" && !is_in_contact;
  const body = opening !== null && isHidden ? services.masked(opening) : opening;
  const { items, next } = asPage(rows);
  return {
    ...(is_in_contact ? rest : shownToOthers(services, rest)),
    state,
    case_title: rest.side === "kine" && !is_in_contact ? services.masked(case_title) : case_title,
    opening: {
      body,
      is_masked: !is_in_contact && opening !== null && services.masked(opening) !== opening,
      created_at,
    },
    items: items.map(({ file_path, ...message }) => ({ ...message, file: fileOf(services, viewer, file_path) })),
    next,
  };
}

const ownPage = prepared(
  "conversations.mine",
  (db, { viewer, before }: { viewer: string; before?: string | undefined }) => {
    let query = db
      .selectFrom(
        sql<Selectable<Matches> & { title: string; last_id: string; last_at: Date }>`
          (select m.*, c.title, ${LAST} from cases c join matches m on m.case_id = c.id ${newestMessage}
            where c.patient_id = ${viewer} offset 0)`.as("m"),
      )
      .innerJoin("profiles as k", "k.id", "m.kine_id")
      .leftJoin("read_marks as own", (join) => join.onRef("own.match_id", "=", "m.id").on("own.user_id", "=", viewer))
      .select([
        "m.id",
        "m.title as case_title",
        "m.kine_id",
        "k.name as other_name",
        "k.photo_url as other_photo_url",
        sql<boolean>`m.status = 'accepted'`.as("is_accepted"),
        "m.last_id",
        "m.last_at",
        sql<number>`coalesce(own.unread, 0)`.as("unread"),
      ])
      .where(sql<boolean>`conversation_state(m.id, ${viewer}) is not null`);
    if (before) query = query.where(followsLast(before));
    return query.orderBy("m.last_at", "desc").orderBy("m.last_id", "desc").limit(PAGE_AND_ONE);
  },
);

/** The patient's conversations, of the newest date first, 20 a page from `before` (the id of a last message). */
export const mine = patientReads
  .meta({ summary: "Lists the caller's conversations." })
  .input(Cursor)
  .output(OwnConversations)
  .handler(async ({ input: { before }, context: { db, viewer, services } }) => {
    const { items, next } = asPage(await ownPage.all(db, { viewer: viewer.id, before: before ?? undefined }));
    return {
      items: items.map(({ last_id: _last, ...row }) => (row.is_accepted ? row : shownToOthers(services, row))),
      next: next && (items.at(-1)?.last_id ?? null),
    };
  });

const MOST_UNREAD = 100;

const unreadOf = prepared("conversations.unread", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("read_marks as r")
    .innerJoin("matches as m", "m.id", "r.match_id")
    .select(["m.id", "m.case_id", "r.unread"])
    .where("r.user_id", "=", viewer)
    .where("r.unread", ">", 0)
    .where(sql<boolean>`conversation_state(m.id, ${viewer}) is not null`)
    .limit(MOST_UNREAD),
);

/** The viewer's conversations with unread messages, a hundred at most, and how many each has. */
export const unread = memberReads
  .meta({ summary: "Lists the caller's conversations that have unread messages." })
  .output(Unread)
  .handler(async ({ context: { db, viewer } }) => ({ items: await unreadOf.all(db, { viewer: viewer.id }) }));

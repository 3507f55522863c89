import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Subject } from "./report.ts";

/** The column of a report that names a thing of each kind. */
export const columnOf = {
  profile: "profile_id",
  case: "case_id",
  message: "match_id",
  sent_message: "message_id",
  review: "review_id",
  reply: "reply_id",
} as const;

/** What others wrote to a user and took back, for as long as it is kept. */
const withdrawn = (viewer: string, which: RawBuilder<unknown>) =>
  sql`select from withdrawn_words w where w.recipient_id = ${viewer} and w.kept_until > now()
    and (w.is_of_kine or has_role(w.recipient_id, 'kine')) and ${which}`;

/** The rows of each kind that a user can see, by id: only visible content can be reported. */
const seen: Record<Subject, (viewer: string, id: string) => RawBuilder<unknown>> = {
  // One who applied to an own case is known before their profile is public, and after a withdrawal.
  profile: (viewer, id) => sql`select from public_profiles where id = ${id}
    union all select from matches m join cases c on c.id = m.case_id
      where m.kine_id = ${id} and c.patient_id = ${viewer} and has_role(${id}, 'kine')
    union all ${withdrawn(viewer, sql`author_id = ${id} and is_of_kine and has_role(${id}, 'kine')`)}`,
  case: (viewer, id) => sql`

    select where case_access(${id}, ${viewer}) is not null`,
  message: (viewer, id) => sql`
    select from matches m join cases c on c.id = m.case_id
    where m.id = ${id} and (m.message is not null or m.offer ? 'place') and c.patient_id = ${viewer}
    union all ${withdrawn(viewer, sql`id = ${id} and is_application`)}`,
  sent_message: (viewer, id) => sql`
    select from messages g where g.id = ${id} and conversation_state(g.match_id, ${viewer}) is not null
    union all ${withdrawn(viewer, sql`id = ${id} and not is_application`)}`,
  review: (_viewer, id) => sql`
    select from reviews r where r.id = ${id} and r.hidden_at is null and has_role(r.kine_id, 'kine')`,
  // Its patient reads the answer to a hidden review too.
  reply: (viewer, id) => sql`
    select from shown_replies w join reviews r on r.id = w.review_id where w.id = ${id}
      and (r.patient_id = ${viewer} or r.hidden_at is null and not r.is_replaced and has_role(r.kine_id, 'kine'))`,
};

/** The rows of each kind, by id, for an admin. */
const existing: Record<Subject, (id: string) => RawBuilder<unknown>> = {
  profile: (id) => sql`select from profiles where id = ${id}`,
  case: (id) => sql`select from cases where id = ${id}`,
  message: (id) => sql`select from matches where id = ${id} and (message is not null or offer ? 'place')`,
  sent_message: (id) => sql`select from messages where id = ${id}`,
  review: (id) => sql`select from reviews where id = ${id}`,
  reply: (id) => sql`select from review_replies where id = ${id}`,
};

/** Whether the user can see the item, as the screens show it to them. */
export async function isReportable(tx: Tx, viewer: Viewer, subject: Subject, id: string): Promise<boolean> {
  const rows =
    viewer.roles.includes("admin") && viewer.approval_status === "approved"
      ? existing[subject](id)
      : seen[subject](viewer.id, id);
  const {
    rows: [answer],
  } = await sql<{ is_seen: boolean }>`select exists (${rows}) as is_seen`.execute(tx);
  return answer?.is_seen ?? false;
}

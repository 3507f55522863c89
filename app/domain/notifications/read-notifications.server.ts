import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { hideFromPlanner, type Prepared, prepared } from "../../platform/database/prepared-statements.server.ts";
import { DIGEST, GROUPS, KIND_NAMES, KINDS, type Kind, type Mail, QUIET_BY_DEFAULT } from "./notification.ts";
import { VISIBLE_IF } from "./visible-if.server.ts";

const groupOf = sql`case n.kind ${sql.join(
  KIND_NAMES.map((kind) => sql`when ${sql.lit(kind)} then ${sql.lit(KINDS[kind].group)}`),
  sql` `,
)} end`;

/** The seconds that a notification of an unknown kind (written by another version) waits before the next try. */
export const VERSION_S = 60;

/**
 * A notification in delivery: `is_due` while it is unread, true and visible, `wait_s` the seconds until its next step, `quiet_s` the seconds
 * until its person's quiet hours end, `push` whether a browser is to get it, `is_posted` while a message with it waits to be sent. An address that nobody has proven may be a
 * stranger's: `mail` is "off" once it got the few that it gets.
 */
export type PendingDelivery = {
  id: string;
  user_id: string;
  kind: Kind;
  case_id: string | null;
  match_id: string | null;
  delivery: "push" | "mail" | "digest" | "over";
  count: number;
  name: string;
  email: string;
  is_due: boolean;
  push: boolean;
  mail: Mail;
  wait_s: number;
  quiet_s: number;
  is_posted: boolean;
  is_digest_ended: boolean;
  /** Whose case it offers, null for every other kind, and whether they proved their mailbox. */
  offered_by: string | null;
  is_proven: boolean;
};

type Row = Omit<PendingDelivery, "push" | "mail" | "count" | "is_due"> & {
  push: boolean | null;
  mail: Mail | null;
  has_browser: boolean;
  is_spent: boolean;
  is_open: boolean;
};
type Shown = { id: string; count: number };

/**
 * How many things each notification of a kind is about, counting what its person may see now; no row when they lack the role. One statement
 * per kind, since PostgreSQL takes 20 ms to plan the subqueries of all kinds. `ids` is the text of a PostgreSQL array.
 */
const shownOfKind = Object.fromEntries(
  KIND_NAMES.map((kind) => [
    kind,
    prepared(
      `notifications shown: ${kind}`,
      (_, { ids }: { ids: string }) =>
        sql<Shown>`select n.id, (${VISIBLE_IF[kind]})::int as count from notifications n
          where n.id = any(${hideFromPlanner(ids, "uuid[]")}) and n.kind = ${kind} and has_role(n.user_id, ${KINDS[kind].role})`,
    ),
  ]),
) as Partial<Record<Kind, Prepared<{ ids: string }, Shown>>>;

/**
 * How many things each notification is about, by its id, counting what its person may see now. Omits notifications that are no longer true,
 * are for a role that their person lacks, or are of an unknown kind (written by another version).
 */
export async function shownCounts(
  db: Database | Tx,
  notifications: readonly { id: string; kind: Kind }[],
): Promise<Map<string, number>> {
  const ofKinds = Map.groupBy(notifications, ({ kind }) => kind);
  const counted = await Promise.all(
    [...ofKinds].map(([kind, of]) => shownOfKind[kind]?.all(db, { ids: `{${of.map(({ id }) => id).join(",")}}` })),
  );
  return new Map(counted.flatMap((of = []) => of.flatMap(({ id, count }) => (count > 0 ? [[id, count]] : []))));
}

/** The most mails of notifications, of all that are kept, to a mailbox that nobody has proven: of its first account, and of all later ones together. */
const MOST_TO_UNPROVEN = 3;
const sharers = sql`(select u.id from auth.users u where mailbox_key(u.email) = mailbox_key(n.email) and (u.id = n.user_id
  or (select f.id from auth.users f where mailbox_key(f.email) = mailbox_key(n.email) order by f.id limit 1) not in (u.id, n.user_id)))`;

/** Selects notifications: one in delivery, one that grew in the last day, some (ids as a PostgreSQL array), or a person's in the digest. */
export type Which = { onItsWay: string } | { recent: string } | { some: string } | { inDigestOf: string };
type AnyWhich = { [Key in "onItsWay" | "recent" | "some" | "inDigestOf"]?: string | undefined };

function chosen({ onItsWay, recent, some, inDigestOf }: AnyWhich): RawBuilder<boolean> {
  if (onItsWay !== undefined) return sql`n.id = ${onItsWay} and n.delivery in ('push', 'mail')`;
  if (recent !== undefined) return sql`n.id = ${recent} and n.due_at > now() - interval '1 day'`;
  if (some !== undefined) return sql`n.id = any(${hideFromPlanner(some, "uuid[]")})`;
  return sql`n.user_id = ${inDigestOf} and n.delivery = 'digest'`;
}

const { from, until, zone } = QUIET_BY_DEFAULT;
const read = prepared(
  "notifications read",
  (_, { locked, ...which }: AnyWhich & { locked?: "locked" | undefined }) => sql<Row>`
    select n.id, n.user_id, n.kind, n.case_id, n.match_id, n.delivery, n.name, n.email, s.push, s.mail, o.patient_id as offered_by,
      coalesce(w.is_counted, true) as is_proven,
      exists (select from push_subscriptions b where b.user_id = n.user_id) as has_browser,
      n.seen_at is null and n.done_at is null as is_open,
      greatest(0, ceil(extract(epoch from n.due_at - now())))::float8 as wait_s,
      exists (select from outgoing_messages o where o.id = n.message_id and o.sealed is not null) as is_posted,
      exists (select from notification_settings d where d.user_id = n.user_id and d."group" = ${DIGEST} and d.mail = 'off') as is_digest_ended,
      case when n.email_confirmed_at is null and n.claimed_at is null then (select count(*) from outgoing_messages o where o.user_id in ${sharers}
        and o.kind in ('notification', 'notification_digest') and (o.id is distinct from n.message_id or o.sealed is null)) else 0 end >= ${MOST_TO_UNPROVEN} as is_spent,
      quiet_seconds(coalesce(h.quiet_from, ${from}), coalesce(h.quiet_until, ${until}), coalesce(h.zone, ${zone})) as quiet_s
    from (select n.*, p.name, p.email, u.email_confirmed_at, u.claimed_at from notifications n join profiles p on p.id = n.user_id
      join auth.users u on u.id = n.user_id where ${chosen(which)} order by n.id
      ${locked ? sql`for no key update of n` : sql``}) n
    left join notification_settings s on s.user_id = n.user_id and s."group" = ${groupOf}
    left join notification_hours h on h.user_id = n.user_id
    left join cases o on o.id = n.case_id and n.kind in ('case_in_zone', 'case_invitation')
    left join case_places w on w.case_id = o.id
    order by n.id`,
);

/** Reads notifications as they are now, oldest first, with their persons' settings. */
export async function readNotifications(db: Database | Tx, which: Which, isLocked = false): Promise<PendingDelivery[]> {
  const rows = await read.all(db, { ...which, locked: isLocked ? "locked" : undefined });
  const known = rows.filter(({ kind }) => kind in KINDS);
  const counts = await shownCounts(db, known);
  return known.map(({ has_browser, is_spent, is_open, ...row }) => {
    const byDefault = GROUPS[KINDS[row.kind].group].byDefault;
    const count = counts.get(row.id) ?? 0;
    return {
      ...row,
      count,
      is_due: is_open && count > 0,
      push: has_browser && (row.push ?? byDefault.push),
      mail: is_spent ? "off" : (row.mail ?? byDefault.mail),
    };
  });
}

const unknown = prepared(
  "notifications unknown",
  (_, which: AnyWhich) => sql`
    select from notifications n where ${chosen(which)} and n.seen_at is null and n.done_at is null
      and n.kind not in (${sql.join(KIND_NAMES)}) limit 1`,
);

/** Whether an open notification among these has an unknown kind (written by another version), which `readNotifications` omits. */
export const isUnknown = async (db: Database | Tx, which: Which): Promise<boolean> =>
  (await unknown.first(db, which)) !== undefined;

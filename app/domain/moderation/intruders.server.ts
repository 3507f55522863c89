import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { setAdmin, setViewer } from "../deletions/revocation.server.ts";

/**
 * Who acted in an admin's account since a time, and whom it let in. `ids` are their accounts; `auditIds` are also of those who have deleted theirs, who are
 * `gone`.
 */
export type Intruders = { ids: string[]; auditIds: string[]; gone: string[]; since: Date };

/** When somebody began to administer, whether or not that was taken from them since. */
const adminSince = sql`coalesce((select r.given_at from user_roles r where r.user_id = u.id and r.role = 'admin'),
  (select min(l.admin_since) from auth.undo_links l where l.user_id = u.id and l.kind = 'admin'))`;

/**
 * An account whose owner disowns what was done in it since a time, and all whom it let in since, and so on: whom it made an admin, also one who was
 * dismissed or has left since, and whose suspension by others it ended. Links give a role back and name nobody: who gave it is who assigned it first.
 */
export async function intrudersOf(tx: Tx, owner: string, since: Date): Promise<Intruders> {
  const { rows } = await sql<{ audit_id: string; id: string | null }>`
    with recursive acting (audit_id) as (
      select audit_id from auth.users where id = ${owner}
      union select e.subject from acting a
        join auth.audit_events e on e.actor = a.audit_id and e.at > ${since}::timestamptz and e.event in ('role_assigned', 'account_restored')
        left join auth.users u on u.audit_id = e.subject
        where case when e.event = 'account_restored' then u.id is null or exists (select from suspensions s
            where s.user_id = u.id and s.restored_at > ${since}::timestamptz and (s.suspended_at <= ${since}::timestamptz
              or s.suspended_by <> all(array_remove(array[${owner}::uuid, (select id from auth.users where audit_id = a.audit_id)], null))))
          when ${adminSince} is not null then ${adminSince} > ${since}::timestamptz and e.id = (select min(f.id) from auth.audit_events f
            where f.subject = e.subject and f.event = e.event and f.at >= ${adminSince})
          -- Nothing says any more that they administered before, unless they acted on others then, after whatever was decided about them last.
          else not exists (select from auth.audit_events o where o.actor = e.subject and o.subject <> o.actor and o.session_id is not null
            and o.at <= ${since}::timestamptz and not exists (select from auth.audit_events d where d.subject = e.subject and d.event = e.event
              and d.id > o.id and d.at <= ${since}::timestamptz)) end)
    select a.audit_id, u.id from acting a left join auth.users u using (audit_id) where a.audit_id is not null`.execute(
    tx,
  );
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    auditIds: rows.map(({ audit_id }) => audit_id),
    gone: rows.filter(({ id }) => id === null).map(({ audit_id }) => audit_id),
    since,
  };
}

/** Whether `by` is one of them; where nothing says any more who it was, whether one who has left acted on the account `of`. */
export const isOfIntruders = ({ ids, gone, since }: Intruders, by: RawBuilder<unknown>, of: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${by} = any(${ids}::uuid[]), exists (select from auth.users u join auth.audit_events e on e.subject = u.audit_id
    where u.id = ${of} and e.actor = any(${gone}::uuid[]) and e.at > ${since}::timestamptz))`;

/** Whether somebody administers and is not suspended. */
export const administers = async (tx: Tx, id: string): Promise<boolean> =>
  (await sql`select where has_role(${id}::uuid, 'admin')`.execute(tx)).rows.length > 0;

/** Whether nobody else administers: the last admin stays, and stops nothing. Asked of each in turn, since those before may be gone. */
export const isLastAdmin = async (tx: Tx, id: string): Promise<boolean> =>
  (await sql`select where has_role(${id}::uuid, 'admin') and not has_other_admin(${id}::uuid)`.execute(tx)).rows
    .length > 0;

/**
 * Acts as who disowns what intruders did while they administer, and is returned, or else as the admin of longest standing, whom no row names: not as `about`, whom the
 * act concerns.
 */
export async function asAdmin(tx: Tx, owner: string, about: string): Promise<string | null> {
  const isOwn = await administers(tx, owner);
  await (isOwn ? setViewer(tx, owner) : setAdmin(tx, about));
  return isOwn ? owner : null;
}

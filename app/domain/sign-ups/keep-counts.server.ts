import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import type { Openings } from "./openings.server.ts";

const EVERY_MS = 60_000;
const AT_ONCE = 1_000;
/** Accounts are noted within the hour; after a pause of all nodes, so many days later. */
const LATE_DAYS = 2;

/** Writes how often the form was opened, each minute and at the end. */
export function openSignUps({ db, log, openings }: { db: Database; log: Logger; openings: Openings }): Repeated {
  const write = () => openings.write(db);
  const onError = (error: unknown) => log.warn({ err: error }, "openings of the sign-up form not written");
  const each = repeat(EVERY_MS, write, onError);
  return {
    async stop() {
      await each.stop();
      await write().catch(onError);
    },
  };
}

/** Counts how far those came who signed up, a thousand at once. Of accounts since a moment it notes that they did, by default since two days ago. */
export async function countSignUps(
  db: Database,
  since: RawBuilder<Date> = sql`now() - ${`${LATE_DAYS} days`}::interval`,
) {
  await noteSignUps(db, since);
  for (let after: string | null = null, isDone = false; !isDone;) {
    const { rows }: { rows: { user_id: string }[] } = await sql<{ user_id: string }>`
      select user_id from signup_steps where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} and steps <> B'11111'
      order by user_id limit ${AT_ONCE}`.execute(db);
    const people = rows.map(({ user_id }) => user_id);
    await countStepsOf(db, people);
    after = people.at(-1) ?? null;
    isDone = after === null;
  }
}

/** Notes who signed up since: invited people and rows that moved in did not. Those with both roles are specialists. */
const noteSignUps = (db: Database, since: RawBuilder<Date>) =>
  sql`insert into signup_steps (user_id, role, signed_up_at)
    select p.id, max(r.role), p.created_at from profiles p join user_roles r on r.user_id = p.id and r.role <> 'admin' join auth.users u on u.id = p.id
    where p.created_at >= ${since} and u.invited_by is null and not exists (select from moved_rows m where m.person_id = p.id and m.kind = 'user')
      and not exists (select from auth.audit_events e where e.subject = u.audit_id and e.event = 'account_created_by_admin')
    group by p.id order by p.id on conflict do nothing`.execute(db);

/** Counts each step of these people once, where it was taken within 30 days. */
export async function countStepsOf(db: Database, people: readonly string[]): Promise<void> {
  await sql`
    with locked as (
      select * from signup_steps where user_id = any (${people}::uuid[]) order by user_id for update
    ), found as (
      select l.user_id, l.role, week_of(l.signed_up_at) as week, f.nth
      from locked l cross join lateral (values
        (0, l.signed_up_at),
        (1, (select u.email_confirmed_at from auth.users u where u.id = l.user_id)),
        (2, case l.role when 'patient' then (select min(c.created_at) from cases c where c.patient_id = l.user_id)
          else (select min(a.approved_at) from kine_applications a where a.user_id = l.user_id and a.status = 'approved') end),
        (3, case l.role when 'patient' then (select min(m.created_at) from cases c join matches m on m.case_id = c.id where c.patient_id = l.user_id)
          else (select least((select min(m.created_at) from matches m where m.kine_id = l.user_id),
            (select min(a.at) from applications_made a where a.kine_id = l.user_id))) end),
        (4, (select min(coalesce(v.accepted_at, m.decided_at)) from matches m join cases c on c.id = m.case_id left join match_levels v on v.match_id = m.id
          where case l.role when 'patient' then c.patient_id else m.kine_id end = l.user_id and (m.status = 'accepted' or m.ended_at is not null)))
      ) f(nth, at)
      where f.at < l.signed_up_at + interval '30 days' and get_bit(l.steps, f.nth) = 0
    ), marked as (
      update signup_steps s set steps = s.steps | f.steps
      from (select user_id, bit_or(set_bit(B'00000', nth, 1)) as steps from found group by user_id) f where s.user_id = f.user_id
    )
    insert into signup_counts as s (week, role, accounts, confirmed, begun, applied, accepted)
      select week, role, count(*) filter (where nth = 0), count(*) filter (where nth = 1), count(*) filter (where nth = 2),
        count(*) filter (where nth = 3), count(*) filter (where nth = 4)
      from found group by week, role order by week, role
      on conflict (week, role) do update set accounts = s.accounts + excluded.accounts, confirmed = s.confirmed + excluded.confirmed,
        begun = s.begun + excluded.begun, applied = s.applied + excluded.applied, accepted = s.accepted + excluded.accepted`.execute(
    db,
  );
}

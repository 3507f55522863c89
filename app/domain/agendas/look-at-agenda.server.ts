import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { YIELDING } from "../../platform/jobs.server.ts";

/** The kind of the job that finds an agenda's next free times. It stands apart from what it runs, since bookings ask for it too. */
export const AGENDA_NEXT = { name: "agenda_next", priority: YIELDING };

// Under the agenda's lock: a run that has not seen this change has either not begun, or ends before and is followed by this one.
const jobsOf = (
  agendas: ReturnType<typeof sql>,
) => sql`select schedule_job(${AGENDA_NEXT.name}, json_build_object('id', a.kine_id),
  ${`${AGENDA_NEXT.name}:`} || a.kine_id, 0::float8, ${YIELDING}::int, 'replace')
  from (select kine_id from agendas where is_public and ${agendas} order by kine_id for no key update) a`;

const ofOne = prepared("look at an agenda", (_, { kine }: { kine: string }) => jobsOf(sql`kine_id = ${kine}::uuid`), {
  isDeferred: true,
});
const ofAll = prepared("look at every agenda", () => jobsOf(sql`true`), { isDeferred: true });

/** Finds the next free times of a specialist again, once what changed is committed; nothing where they are not public. */
export const lookAtAgenda = (tx: Tx, kine: string): Promise<unknown> => ofOne.run(tx, { kine });

/** The same of every public agenda, after a change of the holidays. */
export const lookAtEveryAgenda = (tx: Tx): Promise<unknown> => ofAll.run(tx, {});

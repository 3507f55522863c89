import { sql } from "kysely";
import type { Tx } from "../database/database.server.ts";
import { prepared } from "../database/prepared-statements.server.ts";
import type { Notice } from "./live-table.server.ts";

/** A change, who hears of it (a person's id, all admins or all specialists; null: somebody who has left), and the case that it is about. */
type Event = readonly [
  type: Exclude<Notice["type"], "seen" | "session">,
  to: "admins" | "kines" | (string & {}) | null,
  caseId?: string,
];

/**
 * Tells open screens what changed, in the transaction of the change: nobody is told if it is rolled back. Sent with the next statement.
 */
export async function publish(tx: Tx, ...events: readonly Event[]): Promise<void> {
  const heard = events.flatMap(([type, to, caseId = null]) => (to === null ? [] : [{ type, to, case_id: caseId }]));
  if (heard.length > 0) await write.run(tx, { events: JSON.stringify(heard) });
}

const write = prepared(
  "live events",
  (_, { events }: { events: string }) => sql`
    with written as (insert into live_events (audience, type, case_id)
      select substr(sha256(convert_to(e."to", 'UTF8')), 1, 16), e.type, e.case_id
      from json_to_recordset(${events}::json) as e ("to" text, type text, case_id uuid) on conflict do nothing)
    select pg_notify('kinexo_live', '') where current_setting('kinexo.wakes_readers', true) is distinct from 'after_commit'`,
  { isDeferred: true },
);

import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { lookForSeats } from "../matches/seats.server.ts";
import { voidAlertsOf } from "../service-levels/void-alerts.server.ts";

/**
 * What follows when an account is suspended or restored, or waits for an admission again: its screens, the admins', those of the patients to whom it applied, and the lists where
 * its cases are or were. Seats may be free or taken again, and nobody is late by that time. The database has ended its sessions.
 */
export async function suspensionChanged(tx: Tx, id: string): Promise<void> {
  await publish(tx, ["person", id], ["counts", "admins"]);
  await publishToOthers.run(tx, { id });
  await lookForSeats(tx, id);
  await voidAlertsOf.run(tx, { id });
}

const publishToOthers = prepared(
  "suspension's readers",
  (_, { id }: { id: string }) => sql`
    select publish_live_event(r.audience, r.type, r.case_id) from (
      select c.patient_id::text as audience, 'case' as type, c.id as case_id from matches m join cases c on c.id = m.case_id
        where m.kine_id = ${id}::uuid and m.status = 'proposed' and c.patient_id is not null
      union all select 'kines', 'cases', null where exists (select from cases where patient_id = ${id}::uuid and status <> 'closed')) r`,
  { isDeferred: true },
);

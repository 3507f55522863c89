import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import { ago } from "../service-levels/level-times.server.ts";
import { TREATMENT_LEVEL } from "./look-at-treatment.server.ts";
import { dueOfMeasure, type MeasureState } from "../measures/measure-due.ts";
import { ENDED_AT, IS_ACCEPTED } from "../measures/measure-rows.server.ts";

const DAY_S = 86_400;

type Found = MeasureState & { patient_id: string; is_away: boolean };

/** The job of one case: asks its patient how they are when that is due, then reschedules itself. */
async function runTreatmentLevels({ db }: { db: Database }, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id);
    if (!found) return;
    // A suspension or a withdrawn consent may end: looks again in a day.
    if (found.is_away) return addJob(tx, TREATMENT_LEVEL, { id }, DAY_S);
    const { ask, next_s } = dueOfMeasure(found);
    if (ask) {
      const about = { userId: found.patient_id, caseId: id };
      // An earlier question, if unread, would hold this one back.
      await closeNotifications(tx, { kinds: ["measure_due"], ...about });
      await notify(tx, { ...about, kind: "measure_due" });
      const asked = { measure_asked_at: sql<Date>`now()` };
      await tx
        .insertInto("case_levels")
        .values({ case_id: id, ...asked })
        .onConflict((conflict) => conflict.column("case_id").doUpdateSet(asked))
        .execute();
    }
    if (next_s !== null) await addJob(tx, TREATMENT_LEVEL, { id }, next_s);
  });
}

/** A case with an accepted specialist, by PostgreSQL's clock: locked, so that an answer or an end waits. */
async function lockCase(tx: Tx, id: string): Promise<Found | null> {
  await sql`select from cases where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql<Found>`
    select c.patient_id, p.suspended_at is not null or p.health_withdrawn_at is not null or 'patient' = any (p.ended_roles) as is_away,
      ${ago(sql`a.accepted_at`)} as accepted_s, ${ago(sql`s.measured_at`)} as measured_s, ${ago(sql`l.measure_asked_at`)} as asked_s,
      ${ago(sql`b.last_at`)} as session_s, b.held, ${ago(ENDED_AT)} as ended_s
    from cases c join profiles p on p.id = c.patient_id left join case_levels l on l.case_id = c.id
      cross join lateral (select min(m.decided_at) as accepted_at from matches m where m.case_id = c.id and m.status = 'accepted') a
      cross join lateral (select max(s.created_at) as measured_at from measures s where s.case_id = c.id) s
      cross join lateral (select max(b.starts_at) as last_at,
        count(*) filter (where b.starts_at > greatest(a.accepted_at, s.measured_at, l.measure_asked_at))::int as held
        from matches m join bookings b on b.match_id = m.id where m.case_id = c.id and b.state = 'held' and b.disputed_at is null) b
    where c.id = ${id} and c.status <> 'open' and ${IS_ACCEPTED}`.execute(tx);
  return rows[0] ?? null;
}

export const treatmentLevelJob = defineJob(TREATMENT_LEVEL.name, {
  priority: TREATMENT_LEVEL.priority,
  run: runTreatmentLevels,
});

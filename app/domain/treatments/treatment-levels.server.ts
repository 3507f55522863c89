import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import type { Kind } from "../notifications/notification.ts";
import { ago } from "../service-levels/level-times.server.ts";
import { dueOfFinished, type FinishedState } from "./finished-due.ts";
import { IS_ASKED_ABOUT } from "./finished-link.server.ts";
import { TREATMENT_LEVEL } from "./look-at-treatment.server.ts";
import { dueOfMeasure, type MeasureState } from "../measures/measure-due.ts";
import { ENDED_AT, HAS_CONTACT, IS_ACCEPTED } from "../measures/measure-rows.server.ts";

const DAY_S = 86_400;

type Found = MeasureState & FinishedState & { patient_id: string; is_away: boolean };

/** The job of one case: asks its patient how they are, and whether they finished, when that is due, then reschedules itself. */
export async function runTreatmentLevels({ db }: { db: Database }, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id);
    if (!found) return;
    // A suspension, a withdrawn consent or a block may end: looks again in a day.
    if (found.is_away) return lookAgain(tx, id, DAY_S);
    const [measure, finished] = [dueOfMeasure(found), dueOfFinished(found)];
    if (measure.ask) await ask(tx, found.patient_id, id, "measure_due", { measure_asked_at: sql`now()` });
    // Truncated, since the mail's link holds milliseconds.
    const asked = { finished_asked_at: sql<Date>`date_trunc('milliseconds', now())`, finished_answered_at: null };
    if (finished.ask) await ask(tx, found.patient_id, id, "treatment_finished", asked);
    const next_s = Math.min(measure.next_s ?? Infinity, finished.next_s ?? Infinity);
    if (next_s < Infinity) await lookAgain(tx, id, next_s);
  });
}

/** Acts on turnos do not wait for the lock of the case: a look that one of them asks for while this one runs knows more, and keeps its time. */
const lookAgain = (tx: Tx, id: string, seconds: number) =>
  addJob(tx, TREATMENT_LEVEL, { id }, seconds, "preserve_run_at");

type Asked =
  { measure_asked_at: RawBuilder<Date> } | { finished_asked_at: RawBuilder<Date>; finished_answered_at: null };

/** Notifies the patient of a question, and notes it. */
async function ask(tx: Tx, userId: string, caseId: string, kind: Kind, asked: Asked): Promise<void> {
  // An earlier question, if unread, would hold this one back.
  await closeNotifications(tx, { kinds: [kind], userId, caseId });
  await notify(tx, { userId, caseId, kind });
  await tx
    .insertInto("case_levels")
    .values({ case_id: caseId, ...asked })
    .onConflict((conflict) => conflict.column("case_id").doUpdateSet(asked))
    .execute();
}

/** A session `b` that was held, or that nobody marked. */
const HAS_PASSED = sql`(b.state = 'held' and b.disputed_at is null or b.state = 'confirmed' and b.starts_at < now())`;

/** A case with an accepted specialist, by PostgreSQL's clock: locked, so that an answer or an end waits. */
async function lockCase(tx: Tx, id: string): Promise<Found | null> {
  await sql`select from cases where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql<Found>`
    select c.patient_id, p.suspended_at is not null or p.health_withdrawn_at is not null or 'patient' = any (p.ended_roles)
        or not ${HAS_CONTACT} as is_away,
      ${ago(sql`a.accepted_at`)} as accepted_s, ${ago(sql`s.measured_at`)} as measured_s, ${ago(sql`l.measure_asked_at`)} as asked_s,
      ${ago(sql`b.last_at`)} as session_s, b.held, b.has_ahead, ${ago(sql`b.passed_at`)} as passed_s,
      exists (select from matches m left join treatments t on t.match_id = m.id where m.case_id = c.id and m.status = 'accepted'
        and coalesce(t.planned, (m.offer ->> 'sessions')::int) > (select count(*) from bookings b where b.match_id = m.id and ${HAS_PASSED})) as is_planned,
      ${ago(ENDED_AT)} as ended_s,
      -- A question about a treatment that another one follows is none about that one.
      case when l.finished_answered_at is not null or exists (select from matches m
        left join treatments t on t.match_id = m.id where ${IS_ASKED_ABOUT} and t.ended_at is null) then ${ago(sql`l.finished_asked_at`)} end as finished_asked_s, ${ago(sql`l.finished_answered_at`)} as finished_answered_s
    from cases c join profiles p on p.id = c.patient_id left join case_levels l on l.case_id = c.id
      cross join lateral (select min(m.decided_at) as accepted_at from matches m where m.case_id = c.id and m.status = 'accepted') a
      cross join lateral (select max(s.created_at) as measured_at from measures s where s.case_id = c.id) s
      cross join lateral (select max(b.starts_at) filter (where h.is_held) as last_at, max(b.starts_at) filter (where ${HAS_PASSED}) as passed_at,
        count(*) filter (where h.is_held and b.starts_at > greatest(a.accepted_at, s.measured_at, l.measure_asked_at))::int as held,
        coalesce(bool_or(b.state in ('requested', 'confirmed') and b.starts_at > now()), false) as has_ahead
        from matches m join bookings b on b.match_id = m.id
          cross join lateral (select b.state = 'held' and b.disputed_at is null as is_held) h where m.case_id = c.id) b
    where c.id = ${id} and c.status <> 'open' and ${IS_ACCEPTED}`.execute(tx);
  return rows[0] ?? null;
}

export const treatmentLevelJob = defineJob(TREATMENT_LEVEL.name, {
  priority: TREATMENT_LEVEL.priority,
  run: runTreatmentLevels,
});

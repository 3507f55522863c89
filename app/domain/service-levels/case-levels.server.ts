import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { fellAsleep } from "../cases/course.server.ts";
import { dueEscalations } from "./levels.ts";
import { ago, levelTimes } from "./level-times.server.ts";
import { CASE_LEVEL } from "./look-at-cases.server.ts";
import { tellAdmins } from "./queue-levels.server.ts";
import { notifyMatchingKines } from "./waves.server.ts";

const DAY_S = 86_400;

/** The job of one case: does and records what is due now, then reschedules itself. Nothing is due for a case that is not on offer. */
export async function runCaseLevels({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id);
    // What follows when the case is open again adds this job.
    if (!found || found.status !== "open" || found.patient_id === null || found.is_dormant) return;
    // The patient's suspension or withdrawn consent may end: looks again in a day.
    if (!found.is_offered) return addJob(tx, caseLevelJob, { id }, DAY_S);
    const times = await levelTimes(tx);
    const due = dueEscalations(found, times);
    // Of an unproven mailbox no admin hears.
    const isTold = due.operator && found.is_counted;
    const patient = { userId: found.patient_id, caseId: id };
    // The patient may have requested a wider ring.
    const wanted = due.sleep ? null : (found.wider_ring ?? due.ring);
    const ring =
      wanted === null
        ? null
        : await notifyMatchingKines(tx, { ...found, id, patient_id: found.patient_id }, wanted, times);
    if (due.quiet === "tell") await notify(tx, { ...patient, kind: "case_quiet" });
    if (isTold) await tellAdmins(tx, "cases_without_application");
    if (due.ask) await notify(tx, { ...patient, kind: "still_looking" });
    if (due.sleep) {
      await tx
        .updateTable("cases")
        .set({ dormant_at: sql`now()` })
        .where("id", "=", id)
        .execute();
      await fellAsleep(tx, { id, patient_id: found.patient_id });
      await closeNotifications(tx, { kinds: ["still_looking", "case_quiet"], userId: found.patient_id, caseId: id });
      await notify(tx, { ...patient, kind: "case_dormant" });
    }
    const noted = {
      ...(ring !== null && { ring: sql<number>`greatest(ring, ${ring}::int)`, wider_ring: null }),
      ...(due.quiet && { quiet_told_at: sql<Date>`now()` }),
      ...(isTold && { operator_told_at: sql<Date>`now()` }),
      // Truncated, since the mail's link holds milliseconds.
      ...(due.ask && { asked_at: sql<Date>`date_trunc('milliseconds', now())`, answered_at: null }),
    };
    if (Object.keys(noted).length > 0)
      await tx.updateTable("case_levels").set(noted).where("case_id", "=", id).execute();
    if (!due.sleep) await addJob(tx, caseLevelJob, { id }, due.next_s);
  });
}

export const caseLevelJob = defineJob(CASE_LEVEL.name, { priority: CASE_LEVEL.priority, run: runCaseLevels });

type Found = {
  patient_id: string | null;
  status: "open" | "matched" | "closed";
  is_dormant: boolean;
  is_offered: boolean;
  is_counted: boolean;
  place: string | null;
  zone: string | null;
  age: number | null;
  modality: Modality | null;
  has_application: boolean;
  age_s: number;
  ring: number;
  wider_ring: number | null;
  is_quiet_told: boolean;
  is_operator_told: boolean;
  asked_s: number | null;
  answered_s: number | null;
};

/** A case with its levels, by PostgreSQL's clock. The lock makes a concurrent application or decision wait, or waits until it is visible. */
async function lockCase(tx: Tx, id: string): Promise<Found | null> {
  const { rows: held } = await sql`select from cases where id = ${id} for no key update`.execute(tx);
  if (held.length === 0) return null;
  await tx
    .insertInto("case_levels")
    .values({ case_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<Found>`
    select c.patient_id, c.status, c.dormant_at is not null as is_dormant,
      coalesce(p.suspended_at is null and p.health_withdrawn_at is null and 'patient' <> all (p.ended_roles), false) as is_offered,
      is_counted(c.patient_id) as is_counted,
      coalesce(c.place_slug, case when c.location_city is null then p.place_slug end) as place, c.zone_slug as zone,
      extract(year from age(p.birth_date))::int as age, c.preferred_modality as modality,
      exists (select from matches m where m.case_id = c.id) as has_application,
      ${ago(sql`c.created_at`)} as age_s, l.ring, l.wider_ring, l.quiet_told_at is not null as is_quiet_told,
      l.operator_told_at is not null as is_operator_told, ${ago(sql`l.asked_at`)} as asked_s, ${ago(sql`l.answered_at`)} as answered_s
    from cases c join case_levels l on l.case_id = c.id left join profiles p on p.id = c.patient_id where c.id = ${id}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

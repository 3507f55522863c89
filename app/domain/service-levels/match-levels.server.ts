import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob, OF_NEW_ROW, YIELDING } from "../../platform/jobs.server.ts";
import { haveCoordinated } from "../bookings/have-coordinated.server.ts";
import { isInForce } from "../matches/in-force.server.ts";
import { notify } from "../notifications/notify.server.ts";
import { dueOfMatch, type MatchState } from "./levels.ts";
import { ago, levelTimes } from "./level-times.server.ts";

const DAY_S = 86_400;

/**
 * The job of one application: reminds its patient twice at most, notifies its specialist after a week by default, and after an acceptance
 * asks both sides whether they could arrange something, unless they did.
 */
export async function runMatchLevels({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockMatch(tx, id);
    if (!found || found.case_status === "closed") return;
    if (!found.is_in_course) return addJob(tx, matchLevelJob, { id }, DAY_S);
    const { case_id: caseId, patient_id, kine_id } = found;
    const due = dueOfMatch(found, await levelTimes(tx));
    if (due.isReminderSent) {
      await notify(tx, { userId: patient_id, kind: "applications_unanswered", caseId });
      await tx
        .insertInto("case_levels")
        .values({ case_id: caseId, reminded_at: sql`now()` })
        .onConflict((conflict) => conflict.column("case_id").doUpdateSet({ reminded_at: sql`now()` }))
        .execute();
    }
    if (due.tellKine) await notify(tx, { userId: kine_id, kind: "application_unanswered", caseId, matchId: id });
    if (due.askBoth) {
      await notify(tx, { userId: patient_id, kind: "nobody_wrote", caseId, matchId: id });
      await notify(tx, { userId: kine_id, kind: "nobody_wrote_kine", caseId, matchId: id });
    }
    const noted = {
      ...(due.remind && { first_reminder_at: sql<Date>`coalesce(first_reminder_at, now())` }),
      ...(due.remind === "second" && { second_reminder_at: sql<Date>`now()` }),
      ...(due.tellKine && { kine_told_at: sql<Date>`now()` }),
      ...(due.askBoth && { both_asked_at: sql<Date>`now()` }),
    };
    if (Object.keys(noted).length > 0)
      await tx.updateTable("match_levels").set(noted).where("match_id", "=", id).execute();
    if (due.next_s !== null) await addJob(tx, matchLevelJob, { id }, due.next_s);
  });
}

export const matchLevelJob = defineJob("match_level", { priority: YIELDING, run: runMatchLevels });

/** Adds the job of a new application: its patient is reminded after some hours. */
export const remindOfApplication = prepared(
  "application's job",
  (_, { id }: { id: string }) =>
    sql`select schedule_job(${matchLevelJob.name}, json_build_object('id', ${id}::uuid), ${`${matchLevelJob.name}:`} || ${id}::uuid,
      3600 * setting_number('reminder_hours', 24), ${YIELDING}::int, ${OF_NEW_ROW})`,
  { isDeferred: true },
);

/** Adds the job of an acceptance: both are asked after some hours whether they could arrange something. */
export const askWhetherTheyTalked = prepared(
  "acceptance's job",
  (_, { id }: { id: string }) => sql`
    with accepted as (insert into match_levels (match_id, accepted_at) values (${id}::uuid, now())
      on conflict (match_id) do update set accepted_at = excluded.accepted_at returning match_id)
    select run_level(${matchLevelJob.name}, match_id, make_interval(hours => setting_number('nobody_wrote_hours', 48))) from accepted`,
  { isDeferred: true },
);

type Found = MatchState & {
  case_id: string;
  kine_id: string;
  patient_id: string;
  case_status: "open" | "matched" | "closed";
  /** Neither side is suspended, the patient's consent and the offer are in force, and the case is not dormant. */
  is_in_course: boolean;
};

/** An application with its levels, by PostgreSQL's clock; its case is locked, as by a decision. */
async function lockMatch(tx: Tx, id: string): Promise<Found | null> {
  await sql`select from cases where id = (select case_id from matches where id = ${id}) for no key update`.execute(tx);
  const { rows: held } = await sql`select from matches where id = ${id} for no key update`.execute(tx);
  if (held.length === 0) return null;
  await tx
    .insertInto("match_levels")
    .values({ match_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<Found>`
    select m.case_id, m.kine_id, c.patient_id, c.status as case_status, m.status,
      p.suspended_at is null and p.health_withdrawn_at is null and k.suspended_at is null and c.dormant_at is null
        and 'patient' <> all (p.ended_roles) and 'kine' <> all (k.ended_roles)
        and ${isInForce} as is_in_course,
      ${ago(sql`m.created_at`)} as age_s, ${ago(sql`l.accepted_at`)} as accepted_s,
      (select ${ago(sql`reminded_at`)} from case_levels where case_id = c.id) as reminded_s,
      l.first_reminder_at is not null as is_first_told, l.second_reminder_at is not null as is_second_told,
      l.kine_told_at is not null as is_kine_told, l.both_asked_at is not null as are_both_asked,
      ${haveCoordinated(sql`m.id`)} as have_coordinated
    from matches m join cases c on c.id = m.case_id join profiles p on p.id = c.patient_id join profiles k on k.id = m.kine_id
    join match_levels l on l.match_id = m.id where m.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

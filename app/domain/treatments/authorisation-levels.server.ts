import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { notify } from "../notifications/notify.server.ts";
import { FEW_DAYS, FEW_LEFT } from "./treatment.ts";
import { TODAY } from "./treatment-rows.server.ts";

/** The kind of the job that looks at the authorisations of an application. */
const AUTHORISATION_LEVEL = { name: "authorisation_level", priority: YIELDING };

/** Runs the job of an application's authorisations, which runs again on the day on which few days are left. */
export async function lookAtAuthorisations(tx: Tx, matchId: string): Promise<void> {
  const untold = await tx
    .selectFrom("authorisations")
    .select("id")
    .where("match_id", "=", matchId)
    .where("told_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (untold) await addJob(tx, AUTHORISATION_LEVEL, { id: matchId });
}

const DAY_S = 86_400;

type Due = { id: string; case_id: string; kine_id: string; patient_id: string };

/** Notifies both sides once of an authorisation that has few sessions or days left; only while the two are in contact. */
async function runAuthorisationLevels({ db }: { db: Database }, matchId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from matches m join cases c on c.id = m.case_id join profiles p on p.id in (m.kine_id, c.patient_id)
      where m.id = ${matchId} order by p.id for key share of p`.execute(tx);
    const { rows } = await sql<Due>`
      update authorisations a set told_at = now() from matches m join cases c on c.id = m.case_id
      where a.match_id = ${matchId} and m.id = a.match_id and a.told_at is null and keeps_bookings(m.id)
        and not exists (select from treatments t where t.match_id = m.id and t.ended_at is not null)
        and ${TODAY} between a.valid_from and a.valid_until
        and (a.valid_until - ${TODAY} <= ${sql.lit(FEW_DAYS)}
          or a.sessions - ${sql.lit(FEW_LEFT)} <= (select count(*) from bookings b where b.match_id = m.id and b.state = 'held' and b.disputed_at is null
            and b.local_start::date between a.valid_from and a.valid_until))
      returning a.id, m.case_id, m.kine_id, c.patient_id`.execute(tx);
    for (const { case_id: caseId, kine_id, patient_id } of rows) {
      await notify(tx, { userId: patient_id, kind: "authorisation_ending", matchId, caseId });
      await notify(tx, { userId: kine_id, kind: "authorisation_ending_kine", matchId, caseId });
    }
    // The day on which the next of them begins, or has few days left.
    const { rows: ahead } = await sql<{ days: number | null }>`
      select min(greatest(valid_from, valid_until - ${sql.lit(FEW_DAYS)}) - ${TODAY}) as days from authorisations
      where match_id = ${matchId} and told_at is null and valid_until > ${TODAY} and greatest(valid_from, valid_until - ${sql.lit(FEW_DAYS)}) > ${TODAY}`.execute(
      tx,
    );
    const days = ahead[0]?.days ?? null;
    // A look that an act asks for while this one runs knows more, and keeps its time.
    if (days !== null) await addJob(tx, AUTHORISATION_LEVEL, { id: matchId }, days * DAY_S, "preserve_run_at");
  });
}

export const authorisationLevelJob = defineJob(AUTHORISATION_LEVEL.name, {
  priority: AUTHORISATION_LEVEL.priority,
  run: runAuthorisationLevels,
});

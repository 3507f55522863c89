import { sql } from "kysely";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { countersOf } from "../../auth/limits/account-counters.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { forgetMeasures } from "../measures/course.server.ts";
import { noteReviewsOf } from "../departures/departure-keys.server.ts";
import { keepSpent, lockMailboxesOf } from "../departures/spent-budgets.server.ts";
import { countStepsOf } from "../sign-ups/keep-counts.server.ts";
import { rememberDeparture } from "../departures/remember-departure.server.ts";

/** Replaces the title and the description of a case that stays only because a review references it. */
const DELETED_CASE = "Caso eliminado";

/**
 * Deletes all rows of an account. Its reviews stay anonymously, without their answers, which may name it, and so do the cases that
 * reviews reference; what outlives it is noted under keyed hashes, whose key `secret` encrypts. `at` is when the account was deleted
 * first, null for now.
 */
export async function deleteRows(tx: Tx, id: string, noted: { secret: Secret; at: Date | null }): Promise<void> {
  await sql`select set_config('kinexo.leaving', ${id}, true)`.execute(tx);
  // Before its own rows: each account of a mailbox that goes charges the others.
  await lockMailboxesOf(tx, id);
  await withdrawInvitations(tx, id);
  // The lock order prevents deadlocks. A person's own changes of a case lock the person first, hence this weaker lock. Decisions and service
  // levels lock the case and then notify its people, so the cases are locked before FOR UPDATE. Deleting a match recounts its case.
  await tx.selectFrom("profiles").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  await lockCases(tx, id);
  // Transactions that would add references to this user wait for the row lock, and then find no user.
  await tx.selectFrom("profiles").select("id").where("id", "=", id).forUpdate().execute();
  // Cases may have been added between the two locks.
  await lockCases(tx, id);
  // What is counted of a new account stays.
  await countStepsOf(tx, [id]);
  await rememberDeparture(tx, noted.secret, id, noted.at);
  await keepSpent(tx, noted.secret, id);
  await tx.deleteFrom("matches").where("kine_id", "=", id).execute();
  await sql`select count_step(id, 'withdrawn') from cases where patient_id = ${id} and status = 'open'`.execute(tx);
  await tx
    .deleteFrom("cases as c")
    .where("c.patient_id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("reviews as r").select("r.id").whereRef("r.case_id", "=", "c.id"))),
    )
    .execute();
  await tx
    .deleteFrom("matches")
    .where("case_id", "in", (eb) => eb.selectFrom("cases").select("id").where("patient_id", "=", id))
    .execute();
  await tx
    .deleteFrom("study_views")
    .where("case_id", "in", (eb) => eb.selectFrom("cases").select("id").where("patient_id", "=", id))
    .execute();
  await forgetMeasures(tx, id);
  await tx
    .deleteFrom("case_coverages")
    .where("case_id", "in", (eb) => eb.selectFrom("cases").select("id").where("patient_id", "=", id))
    .execute();
  // What was counted stays; what the case was counted as does not.
  await sql`update case_steps set place = '', modality = '', zone = ''
    where case_id in (select id from cases where patient_id = ${id})`.execute(tx);
  await tx
    .updateTable("cases")
    .set({
      patient_id: null,
      accepted_kine_id: null,
      title: DELETED_CASE,
      description: DELETED_CASE,
      injury_area: null,
      location_city: null,
      preferred_modality: null,
      studies_urls: [],
      facts: null,
      closed_reason: null,
    })
    .where("patient_id", "=", id)
    .execute();
  await tx
    .deleteFrom("review_replies")
    .where("review_id", "in", (eb) => eb.selectFrom("reviews").select("id").where("patient_id", "=", id))
    .execute();
  await forgetEarlierWords(tx, id);
  // Those that were written before their authors were noted.
  await noteReviewsOf(tx, noted.secret, id);
  await leaveActedReports(tx, id);
  await tx
    .deleteFrom("admin_views")
    .where("entity_type", "=", "patient")
    .where("entity_id", "=", id)
    .where("admin_id", "in", (eb) => eb.selectFrom("user_roles").select("user_id").where("role", "=", "admin"))
    .execute();
  await sql`delete from auth.rate_limits where key = any(${countersOf(id)})`.execute(tx);
  await tx.deleteFrom("auth.users").where("id", "=", id).execute();
}

async function lockCases(tx: Tx, id: string): Promise<void> {
  await sql`select from cases
    where id in (select id from cases where patient_id = ${id} union select case_id from matches where kine_id = ${id}
      union select case_id from seat_queue where kine_id = ${id})
    order by id for no key update`.execute(tx);
}

/** The reviews stay as they are last: without the words that their author had taken back, and without the reason why. */
async function forgetEarlierWords(tx: Tx, id: string): Promise<void> {
  await sql`delete from review_versions where review_id in (select id from reviews where patient_id = ${id})`.execute(
    tx,
  );
  await sql`update reviews set patient_id = null, asked_to_edit_at = null, asked_to_edit_for = null
    where patient_id = ${id} and asked_to_edit_at is not null`.execute(tx);
}

/**
 * What a report took at once stays taken until an admin decides: such a report stays without its reporter and their words, and where another
 * one without a reporter is open for the same subject and reason, that one takes its place. One that an admin turned down stays as well: it holds the next one back.
 */
async function leaveActedReports(tx: Tx, id: string): Promise<void> {
  const noticed = sql`o.reporter_id is null and o.decided_at is null and o.reason = r.reason`;
  await sql`update reports o set acted_at = r.acted_at from reports r
    where r.reporter_id = ${id} and r.acted_at is not null and r.decided_at is null and o.subject_id = r.subject_id and ${noticed}`.execute(
    tx,
  );
  await sql`update reports r set reporter_id = null, details = null
    where r.reporter_id = ${id} and r.acted_at is not null and case when r.decided_at is null
      then not exists (select from reports o where o.subject_id = r.subject_id and ${noticed}) else r.is_upheld is not true end`.execute(
    tx,
  );
}

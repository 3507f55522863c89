import { sql } from "kysely";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { claim, type Decidable, hold, supersede, takeBack } from "../held-decisions/hold.server.ts";
import { accepted, rejected } from "./course.server.ts";

/** `offeredAt` is the time (ms) of the offer that the patient saw, null when there was none. Without it, any offer is decided. */
export type DecisionRequest = { patientId: string; matchId: string; offeredAt?: number | null | undefined };

/** The change of an application to an own case. Locks the case before the application, as a withdrawal of the case does, to avoid deadlocks. */
const ofOwnCase = (db: Database, { patientId, matchId }: DecisionRequest) =>
  db
    .with("own", (query) =>
      query
        .selectFrom("cases as c")
        .innerJoin("matches as asked", "asked.case_id", "c.id")
        .select([
          "c.id",
          sql<boolean>`c.status = 'open'`.as("is_open"),
          sql<boolean>`c.dormant_at is not null`.as("is_dormant"),
        ])
        .where("c.patient_id", "=", patientId)
        .where("asked.id", "=", matchId)
        .forNoKeyUpdate("c"),
    )
    .updateTable("matches as m")
    .from("own")
    .whereRef("own.id", "=", "m.case_id")
    .where("m.id", "=", matchId)
    .returning(["m.id", "m.status", "m.kine_id", "m.case_id", "own.is_open", "own.is_dormant"]);

const decision = (status: "accepted" | "rejected") =>
  prepared(`matches ${status}`, (db, { patientId, matchId, offeredAt }: DecisionRequest) => {
    const decided = ofOwnCase(db, { patientId, matchId }).set({ status }).where("m.status", "=", "proposed");
    if (offeredAt === undefined) return decided;
    return decided.where(
      sql<boolean>`floor(extract(epoch from m.offered_at) * 1000)::float8 is not distinct from ${offeredAt}::float8`,
    );
  });
export const ending = prepared("matches ended", (db, request: DecisionRequest) =>
  ofOwnCase(db, request)
    .set({ status: "rejected", ended_at: sql`now()` })
    .where("m.status", "=", "accepted"),
);
const decisions = { accepted: decision("accepted"), rejected: decision("rejected") };
const courseOf = { accepted, rejected };

/** Decides a pending application to an own case that is not closed. Throws NOT_FOUND, MATCH_DECIDED, OFFER_CHANGED, CASE_CLOSED. */
export async function decide(tx: Tx, request: DecisionRequest, status: keyof typeof decisions) {
  const decided = await decisions[status].first(tx, request);
  if (decided) {
    const { is_open, is_dormant, ...answer } = decided;
    await dropHeld.run(tx, { matchId: answer.id });
    await courseOf[status](tx, { ...answer, patient_id: request.patientId }, { is_open, is_dormant });
    return answer;
  }
  throw await whyNot(tx, request);
}

async function whyNot(tx: Tx, request: DecisionRequest): Promise<AppError> {
  const own = await ownApplication(tx, request);
  if (!own) return new AppError("NOT_FOUND", "Esta postulación ya no está: puede que la hayan retirado.");
  return new AppError(own.status === "proposed" && request.offeredAt !== undefined ? "OFFER_CHANGED" : "MATCH_DECIDED");
}

const application = (id: string): Decidable => ({ column: "match_id", id });
/** Another decision about the same application ends the one that waits. */
const dropHeld = prepared(
  "held decision of an application",
  (db, { matchId }: { matchId: string }) => db.deleteFrom("held_decisions").where("match_id", "=", matchId),
  { isDeferred: true },
);

/** Holds a rejection while it can be undone; what would be refused then is refused now. Throws as `decide`. */
export async function holdRejection(tx: Tx, request: DecisionRequest, viewer: Viewer) {
  await sql`savepoint tried`.execute(tx);
  const tried = await decisions.rejected.first(tx, request);
  if (!tried) throw await whyNot(tx, request);
  await sql`rollback to savepoint tried`.execute(tx);
  await lockCase(tx, request.matchId);
  await supersede(tx, application(request.matchId), viewer.id);
  await hold(tx, application(request.matchId), viewer, { rejected: true });
  const { is_open: _, is_dormant: __, ...answer } = tried;
  return answer;
}

/** Takes a rejection of the viewer back that waits. Throws NOT_FOUND, MATCH_DECIDED when it was applied. */
export async function undoRejection(tx: Tx, id: string, viewer: Viewer) {
  if (!(await takeBack(tx, application(id), viewer.id))) {
    const own = await ownApplication(tx, { patientId: viewer.id, matchId: id });
    throw new AppError(own ? "MATCH_DECIDED" : "NOT_FOUND");
  }
  return { status: "proposed" as const };
}

type Held = { id: string; match_id: string; decided_by: string };

/** Applies a patient's rejection that waited, unless they were suspended since. */
export async function applyRejection(tx: Tx, { id, match_id, decided_by }: Held): Promise<void> {
  await lockCase(tx, match_id);
  if (!(await claim(tx, id))) return;
  const { rows } = await sql<{ may: boolean }>`select has_role(${decided_by}::uuid, 'patient') as may`.execute(tx);
  if (!rows[0]?.may) throw new AppError("NOT_ALLOWED");
  await decide(tx, { patientId: decided_by, matchId: match_id }, "rejected");
}

/**
 * Applies what the patient of a case rejected and could still undo, before the case ends: nobody decides about its applications after that. What
 * the job would drop stays and is dropped by it.
 */
export async function applyHeldOf(tx: Tx, caseId: string): Promise<void> {
  await sql`select from cases where id = ${caseId} for no key update`.execute(tx);
  const held = await tx
    .selectFrom("held_decisions as h")
    .innerJoin("matches as m", "m.id", "h.match_id")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .select(["h.id", "m.id as match_id", "h.decided_by"])
    .where("c.id", "=", caseId)
    .where("c.status", "<>", "closed")
    .where("m.status", "=", "proposed")
    .where(sql<boolean>`has_role(h.decided_by, 'patient')`)
    .orderBy("h.id")
    .execute();
  for (const each of held) await applyRejection(tx, each);
}

/** Locks the case of an application, which every decision locks before it. */
async function lockCase(tx: Tx, matchId: string): Promise<void> {
  await sql`select from cases where id = (select case_id from matches where id = ${matchId}) for no key update`.execute(
    tx,
  );
}

export const ownApplication = (db: Database, { patientId, matchId }: DecisionRequest) =>
  db
    .selectFrom("matches as m")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .select("m.status")
    .where("m.id", "=", matchId)
    .where("c.patient_id", "=", patientId)
    .executeTakeFirst();

import { sql } from "kysely";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { mustHaveAnswered, settlePast } from "../departures/answer.server.ts";
import type { Past } from "../departures/past.ts";
import { UNDO_MS } from "../held-decisions/held-decision.ts";
import { claim, type Decidable, hold, supersede, takeBack } from "../held-decisions/hold.server.ts";
import { noteCheck } from "../licences/note-check.server.ts";
import { admissionWasDecided } from "./course.server.ts";

/** In the profile, the number of a rejected or unconfirmed application would count as taken. */
export const statedLicence = sql<string | null>`coalesce(a.license_number, p.license_number)`.as("license_number");
const stated = sql`licence_value(coalesce(a.license_number, p.license_number))`;
/** Where a check of that licence is stored for: what its text says, or the province that its holder's city gave it. */
export const statedPlace = sql<string | null>`coalesce((${stated}).jurisdiction,
  case when a.license_number is null then (select l.jurisdiction from licences l where l.kine_id = a.profile_id and l.is_first) end)`.as(
  "license_jurisdiction",
);
export const isStatedRead = sql<boolean>`coalesce((${stated}).number ~ '^[0-9]+$', false)`.as("is_license_read");

type Deciding = {
  transaction: IdempotentWrites["transaction"];
  viewer: Viewer;
  services: Pick<Services, "settings" | "mail">;
};

/** `reason` is of a rejection; `read` has the licence that an approving admin read, where they say it; `is_checked` that they checked it. */
type Decision = {
  reason?: string | null | undefined;
  read?: { license_number: string | null; license_jurisdiction?: string | null | undefined } | undefined;
  is_checked?: boolean | undefined;
  past?: Past;
};
type Asked = Decision & { id: string; can_undo?: boolean };
type Decider = { id: string; session_id: string | null };
const request = (id: string): Decidable => ({ column: "application_id", id });

/** Decides a request now, or holds the decision while it can be undone (`can_undo`). Throws APPLICATION_DECIDED also while another admin's decision waits. */
export function decide({ transaction, viewer, services }: Deciding, approved: boolean, asked: Asked) {
  const { id, can_undo = false, ...decision } = asked;
  return transaction(async (tx) => {
    await lockRequest(tx, id);
    if (!(await supersede(tx, request(id), viewer.id))) throw new AppError("APPLICATION_DECIDED");
    if (!can_undo) return decideNow(tx, services, { id, approved, by: viewer, decision });
    const read = await mustStillState(tx, id, decision);
    // What would be refused then is refused now.
    await sql`savepoint tried`.execute(tx);
    await sql`select approve_kine_application(${id}::uuid, ${approved}, ${decision.reason ?? null})`.execute(tx);
    await sql`rollback to savepoint tried`.execute(tx);
    const { secret } = services.settings;
    const past = approved && (await mustHaveAnswered(tx, secret, await applicantOf(tx, id), decision.past));
    await hold(tx, request(id), viewer, { approved, ...decision, ...(past && { read, past }) });
    await admissionIsOpenAgain(tx);
    return { status: approved ? ("approved" as const) : ("rejected" as const) };
  });
}

/** Takes a decision of the viewer back that waits. Throws APPLICATION_DECIDED when it was applied. */
export function undoDecision({ transaction, viewer }: Deciding, id: string) {
  return transaction(async (tx) => {
    if (!(await takeBack(tx, request(id), viewer.id))) throw new AppError("APPLICATION_DECIDED");
    await admissionIsOpenAgain(tx);
    return { status: "pending" as const };
  });
}

/** What follows when a decision begins or ends to wait: the lists of admins change. */
export const admissionIsOpenAgain = (tx: Tx): Promise<void> => publish(tx, ["counts", "admins"]);

type Held = { id: string; application_id: string; decided_by: string; session_id: string | null; decision: unknown };

/** Applies a decision that waited. A suspension since then, of either person, ends it. */
export async function applyAdmission(
  tx: Tx,
  services: Deciding["services"],
  { id, application_id, decided_by, session_id, decision }: Held,
): Promise<void> {
  await lockRequest(tx, application_id);
  if (!(await claim(tx, id))) return;
  const { approved, ...decided } = decision as Decision & { approved: boolean };
  const { rows } = await sql`select from kine_applications a join profiles p on p.id = a.profile_id
    where a.id = ${application_id} and p.suspended_at > now() - make_interval(secs => ${(2 * UNDO_MS) / 1000})`.execute(
    tx,
  );
  if (approved && rows.length > 0) throw new AppError("NOT_ALLOWED");
  await decideNow(tx, services, {
    id: application_id,
    approved,
    by: { id: decided_by, session_id },
    decision: decided,
  });
}

type Now = { id: string; approved: boolean; by: Decider; decision: Decision };

async function decideNow(tx: Tx, services: Deciding["services"], { id, approved, by, decision }: Now) {
  const { reason = null, is_checked = false } = decision;
  if (approved) await mustStillState(tx, id, decision);
  await sql`select approve_kine_application(${id}::uuid, ${approved}, ${reason})`.execute(tx);
  const user_id = await applicantOf(tx, id);
  if (is_checked) await noteCheck(tx, user_id);
  if (approved) await settlePast(tx, { ...by, secret: services.settings.secret }, user_id, decision.past);
  await recordEvent(tx, { event: "application_decided", user_id, actor_id: by.id, session_id: by.session_id, reason });
  const status = approved ? ("approved" as const) : ("rejected" as const);
  await admissionWasDecided(tx, services, { id, user_id, decision: status, reason });
  return { status };
}

async function applicantOf(tx: Tx, id: string): Promise<string> {
  const application = tx.selectFrom("kine_applications").select("user_id").where("id", "=", id);
  return (await application.executeTakeFirstOrThrow()).user_id;
}

/** Locks the account before its application, as the confirmation of its address does. */
export async function lockApplicant(tx: Tx, id: string): Promise<void> {
  await sql`select from auth.users where id = (select user_id from kine_applications where id = ${id}) for key share`.execute(
    tx,
  );
}

/** Locks an application, and its account before it. */
async function lockRequest(tx: Tx, id: string): Promise<void> {
  await lockApplicant(tx, id);
  await sql`select from kine_applications where id = ${id} for update`.execute(tx);
}

/**
 * Returns the licence that an applicant states. Throws PROFILE_CHANGED when it is another than the admin read, or a check would be for a province that they
 * did not read, LICENSE_UNREAD when it has no number to check. Locks the application.
 */
async function mustStillState(tx: Tx, id: string, { read, is_checked }: Decision): Promise<Decision["read"]> {
  const found = await tx
    .selectFrom("kine_applications as a")
    .innerJoin("profiles as p", "p.id", "a.profile_id")
    .select([
      statedLicence,
      statedPlace,
      isStatedRead,
      sql<string | null>`(${stated}).jurisdiction`.as("named_jurisdiction"),
    ])
    .where("a.id", "=", id)
    .where("a.status", "=", "pending")
    .forUpdate("a")
    .executeTakeFirst();
  if (!found) return undefined;
  const { license_number, license_jurisdiction, named_jurisdiction, is_license_read } = found;
  // Who says no province read the text.
  const readPlace = read?.license_jurisdiction === undefined ? named_jurisdiction : read.license_jurisdiction;
  const isOther = license_number !== read?.license_number || (is_checked && license_jurisdiction !== readPlace);
  if (read && isOther)
    throw new AppError("PROFILE_CHANGED", "La matrícula cambió mientras mirabas la solicitud. Mirala de nuevo.");
  if (is_checked && license_number !== null && !is_license_read) throw new AppError("LICENSE_UNREAD");
  return { license_number, license_jurisdiction };
}

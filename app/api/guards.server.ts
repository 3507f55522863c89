import { ORPCError, os, ValidationError } from "@orpc/server";
import { sql } from "kysely";
import { highestRole, type ApprovalStatus, type Role } from "../shared/roles.ts";
import { AppError, type ErrorCode } from "../shared/errors.ts";
import { idempotentWrites } from "./idempotency.server.ts";
import { hasRecentProof } from "../auth/sessions/assurance.server.ts";
import { findLiveSession } from "../auth/sessions/sessions.server.ts";
import { type Database, isDatabaseAway } from "../platform/database/database.server.ts";
import type { Services } from "./services.server.ts";
import { isFolderAway } from "../platform/storage/folder-storage.server.ts";

/** The authenticated user, read from the live session, profile and roles on each request. */
export type Viewer = {
  id: string;
  /** null for in-process calls, which have no session. */
  session_id: string | null;
  name: string;
  email: string;
  photo_url: string | null;
  approval_status: ApprovalStatus;
  must_change_password: boolean;
  /** Suspended users may do nothing; their sessions have already been ended. */
  is_suspended: boolean;
  roles: Role[];
  /** Whether the user has a verified second factor. */
  has_factor: boolean;
  /** Assurance level of the session: aal2 after a second factor, and for in-process calls. */
  aal: string;
};

/** Request context of every procedure; `findViewer` queries at most once a request. */
export type Context = {
  services: Services;
  requestId: string;
  clientAddress: string;
  /** Idempotency key sent by the client, to recognise a retry. */
  idempotencyKey?: string | null;
  findViewer: () => Promise<Viewer | null>;
  /** Receives the body before it is decoded. Throws LENGTH_NEEDED, FILE_TOO_LARGE, NOT_SIGNED_IN, UNAVAILABLE. */
  receiveBody?: () => Promise<void>;
};

const people = (db: Database) =>
  db
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select([
      "p.id",
      "p.name",
      "p.email",
      "p.photo_url",
      "p.approval_status",
      "u.must_change_password",
      sql<boolean>`p.suspended_at is not null`.as("is_suspended"),
      sql<Role[]>`array(select r.role::text from user_roles r where r.user_id = p.id)`.as("roles"),
      sql<boolean>`exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')`.as(
        "has_factor",
      ),
    ]);

/** Query for the user of a live session; no row when the session or the user is gone. */
export const viewerOf = (db: Database, session: { session_id: string; user_id: string }) =>
  people(db)
    .innerJoin("auth.sessions as s", "s.user_id", "p.id")
    .select(["s.id as session_id", "s.aal"])
    .where("s.id", "=", session.session_id)
    .where("s.user_id", "=", session.user_id)
    .where("s.ended_at", "is", null)
    .where("s.not_after", ">", sql<Date>`now()`);

/** The user of a live session in one round trip; null when the session or the user is gone. */
export async function findViewer(
  db: Database,
  session: { session_id: string; user_id: string },
): Promise<Viewer | null> {
  return (await viewerOf(db, session).executeTakeFirst()) ?? null;
}

/** A user as the viewer of in-process calls, without a session. Throws when the id does not exist. */
export async function personAsViewer(db: Database, id: string): Promise<Viewer> {
  return { ...(await people(db).where("p.id", "=", id).executeTakeFirstOrThrow()), session_id: null, aal: "aal2" };
}

/** The token of a Bearer Authorization header. */
export const bearerOf = (header: string | null | undefined) => /^Bearer (.+)$/i.exec(header ?? "")?.[1];

/** Error code for each database constraint, by constraint name. */
const RULES: Record<string, ErrorCode> = {
  matches_case_id_kine_id_key: "ALREADY_APPLIED",
  matches_case_id_fkey: "CASE_NOT_FOUND",
  matches_need_a_case_in_course: "CASE_CLOSED",
  matches_decided_once: "MATCH_DECIDED",
  matches_by_approved_kines: "NOT_ALLOWED",
  matches_go_by_their_kine: "NOT_ALLOWED",
  matches_need_an_offered_case: "CASE_NOT_FOUND",
  matches_of_the_suspended_wait: "NOT_FOUND",
  cases_open_matched_closed: "CASE_NOT_MATCHED",
  cases_change_while_open: "CASE_NOT_OPEN",
  cases_change_by_their_patient: "NOT_ALLOWED",
  cases_need_consent: "CONSENT_NEEDED",
  matches_need_consent: "CASE_NOT_FOUND",
  reviews_case_id_kine_id_key: "ALREADY_REVIEWED",
  reviews_of_accepted_in_closed_case: "REVIEW_NOT_DUE",
  profiles_license_number_key: "LICENSE_TAKEN",
  applications_decided_once: "APPLICATION_DECIDED",
  applications_reopen_rejected: "NOT_REJECTED",
  profiles_change_by_review: "NOT_ALLOWED",
  profile_changes_of_kines: "NOT_ALLOWED",
  last_admin_stays: "LAST_ADMIN",
  admins_are_approved: "NOT_APPROVED_YET",
  only_admins: "NOT_ALLOWED",
  nobody_suspends_themselves: "OWN_ACCOUNT",
  suspensions_one_at_a_time: "ALREADY_DONE",
  reports_reporter_id_subject_id_key: "ALREADY_REPORTED",
  reports_not_of_oneself: "OWN_THING",
};

/** Maps any thrown value to an error of the catalogue. Unknown errors are logged; their answer carries only the request id. */
export function toAppError(error: unknown, { services, requestId }: Pick<Context, "services" | "requestId">): AppError {
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  if (isFolderAway(error)) {
    services.log.error({ err: error, requestId }, "the file store fails");
    return new AppError("UNAVAILABLE");
  }
  services.log.error({ err: error, requestId }, "request failed");
  return new AppError("INTERNAL_SERVER_ERROR", undefined, { request_id: requestId });
}

/** Runs a procedure, in its own span when tracing is on. Throws only errors of the catalogue. */
export async function calling<T>(context: Context, path: readonly string[], work: () => Promise<T>): Promise<T> {
  const refusing = () =>
    work().catch((error: unknown) => {
      throw toAppError(error, context);
    });
  const { traces } = context.services;
  return traces ? traces.procedure(path.join("."), refusing) : refusing();
}

function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    const issue = error.cause instanceof ValidationError ? error.cause.issues[0]?.message : undefined;
    if (error.code === "BAD_REQUEST") return new AppError("BAD_INPUT", issue);
    if (error.code === "PAYLOAD_TOO_LARGE") return new AppError("FILE_TOO_LARGE");
  }
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  const rule = constraint && RULES[constraint];
  if (rule) return new AppError(rule);
  // Text that PostgreSQL cannot store (a NUL byte), or a value that fails a check constraint, is the client's error.
  if (code === "22021" || code === "22P02" || code === "22P05" || code === "23514") return new AppError("BAD_INPUT");
  // Foreign key violation: the referenced row does not exist, or no longer.
  if (code === "23503") return new AppError("NOT_FOUND");
  return isDatabaseAway(error) ? new AppError("UNAVAILABLE") : null;
}

// Tests validate every answer against its schema. Validating here too would turn a wrong schema into a failed request.
const procedure = os.$context<Context>().$config({ initialOutputValidationIndex: Number.NaN });

/** Guard: any caller, signed in or not. */
export const anyone = procedure;

const asSomebody = procedure.middleware(async ({ context, path, next }, input) => {
  const viewer = await context.findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  const {
    services: { db, settings },
    idempotencyKey: key = null,
  } = context;
  const asked = () => [path.join("."), input ?? null];
  return next({
    context: { viewer, db, ...idempotentWrites(db, settings.secret, { personId: viewer.id, key, asked }) },
  });
});

/**
 * Guard: a live session of a user with a profile, approved or not, at either assurance level, also with a temporary password.
 * Writes go through `transaction` or `statement`, so that a retried request runs once. Throws NOT_SIGNED_IN.
 */
export const signedIn = procedure.use(asSomebody);

/**
 * Guard: as `signedIn`. Notes the live position before reading, so a stream resumed from `livePosition` delivers every change
 * this answer lacks.
 */
export const signedInSince = procedure
  .use(({ context, next }) => next({ context: { livePosition: context.services.live.position() ?? null } }))
  .use(asSomebody);

/** Guard: a user who passes `requireMember`, approved or not. Throws as `requireMember`. */
export const member = signedIn.use(({ context, next }) => {
  requireMember(context.viewer);
  return next();
});

/**
 * Requires a user who is not suspended, has shown their second factor if they have one, and has set their own password.
 * Throws NOT_SIGNED_IN, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED, PASSWORD_CHANGE_REQUIRED.
 */
export function requireMember(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  const missing = missingStep(viewer);
  if (missing) throw new AppError(missing);
  return viewer;
}

/** The user if they pass `requireMember`, else null: public reads treat any other caller as anonymous. */
export async function findMember({ findViewer }: Context): Promise<Viewer | null> {
  const viewer = await findViewer();
  return viewer && !missingStep(viewer) ? viewer : null;
}

function missingStep({ is_suspended, has_factor, aal, must_change_password }: Viewer): ErrorCode | null {
  if (is_suspended) return "ACCOUNT_SUSPENDED";
  if (has_factor && aal !== "aal2") return "SECOND_FACTOR_NEEDED";
  return must_change_password ? "PASSWORD_CHANGE_REQUIRED" : null;
}

function only(role: Role) {
  return member.use(({ context, next }) => {
    requireRole(context.viewer, role);
    return next();
  });
}

/** Throws APPROVAL_PENDING when the user is not approved, NOT_ALLOWED when their highest role is another. */
export function requireRole({ approval_status, roles }: Viewer, role: Role): void {
  if (approval_status !== "approved") throw new AppError("APPROVAL_PENDING");
  if (highestRole(roles) !== role) throw new AppError("NOT_ALLOWED");
}

/** Guard: a patient. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const patient = only("patient");
/** Guard: an approved specialist. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const kine = only("kine");
/** Guard: an admin. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const admin = only("admin");

/** Requires a proof of identity of the last 5 minutes: a session may be hours old or stolen. Throws RECENT_PROOF_NEEDED. */
const recently = os
  .$context<Context & { viewer: Viewer; db: Database }>()
  .middleware(async ({ context: { viewer, db }, next }) => {
    // In-process calls have no session; clients cannot make them.
    const session =
      viewer.session_id !== null && (await findLiveSession(db, { session_id: viewer.session_id, user_id: viewer.id }));
    if (session === null) throw new AppError("NOT_SIGNED_IN");
    if (session && !hasRecentProof(session)) throw new AppError("RECENT_PROOF_NEEDED");
    return next();
  });

/** Guard: as `member`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenMember = member.use(recently);
/** Guard: as `patient`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenPatient = patient.use(recently);
/** Guard: as `admin`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenAdmin = admin.use(recently);

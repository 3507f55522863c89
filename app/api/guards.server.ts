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

/** Who asks, read anew for each request from the live session, its person and their roles. */
export type Viewer = {
  id: string;
  /** null for calls made in process, without a session. */
  session_id: string | null;
  name: string;
  email: string;
  photo_url: string | null;
  approval_status: ApprovalStatus;
  must_change_password: boolean;
  /** Nothing is theirs to do; a session of theirs is over already. */
  is_suspended: boolean;
  roles: Role[];
  /** Whether the person has a second factor that works. */
  has_factor: boolean;
  /** How well the session knows its person: aal2 once a second factor was shown, or for calls made in process. */
  aal: string;
};

/** What a request brings to a procedure; `findViewer` looks once a request. */
export type Context = {
  services: Services;
  requestId: string;
  clientAddress: string;
  /** What the sender calls this request, to be known when it is sent again. */
  idempotencyKey?: string | null;
  findViewer: () => Promise<Viewer | null>;
  /** Receives the body before it is decoded. Throws LENGTH_NEEDED, FILE_TOO_LARGE, NOT_SIGNED_IN, UNAVAILABLE. */
  receiveBody?: () => Promise<void>;
};

const people = (db: Database) =>
  db.selectFrom("profiles as p").innerJoin("auth.users as u", "u.id", "p.id").select([
    "p.id", "p.name", "p.email", "p.photo_url", "p.approval_status", "u.must_change_password",
    sql<boolean>`p.suspended_at is not null`.as("is_suspended"),
    sql<Role[]>`array(select r.role::text from user_roles r where r.user_id = p.id)`.as("roles"),
    sql<boolean>`exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')`.as("has_factor"),
  ]);

/** The person behind a live session: no row when the session or the person is gone. */
export const viewerOf = (db: Database, session: { session_id: string; user_id: string }) =>
  people(db)
    .innerJoin("auth.sessions as s", "s.user_id", "p.id")
    .select(["s.id as session_id", "s.aal"])
    .where("s.id", "=", session.session_id)
    .where("s.user_id", "=", session.user_id)
    .where("s.ended_at", "is", null)
    .where("s.not_after", ">", sql<Date>`now()`);

/** Finds the person behind a live session in one round trip, or null when the session or the person is gone. */
export async function findViewer(db: Database, session: { session_id: string; user_id: string }): Promise<Viewer | null> {
  return (await viewerOf(db, session).executeTakeFirst()) ?? null;
}

/** A person as the viewer of calls made in process, without a session. Throws when there is none with this id. */
export async function personAsViewer(db: Database, id: string): Promise<Viewer> {
  return { ...(await people(db).where("p.id", "=", id).executeTakeFirstOrThrow()), session_id: null, aal: "aal2" };
}

/** The token of an Authorization header. */
export const bearerOf = (header: string | null | undefined) => /^Bearer (.+)$/i.exec(header ?? "")?.[1];

/** The sentence for each rule that the database keeps, by the name of its constraint. */
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

/** Turns whatever was thrown into a refusal of the catalogue; the unknown is logged and keeps only the request's id. */
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

/** Runs a procedure in a span of its own, where there are traces. Throws nothing but refusals of the catalogue. */
export async function calling<T>(context: Context, path: readonly string[], work: () => Promise<T>): Promise<T> {
  const refusing = () => work().catch((error: unknown) => {
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
  // Text that PostgreSQL cannot hold (a NUL byte), or a value that a check refuses, is the caller's.
  if (code === "22021" || code === "22P02" || code === "22P05" || code === "23514") return new AppError("BAD_INPUT");
  // Whoever or whatever was named is not there, or not any more.
  if (code === "23503") return new AppError("NOT_FOUND");
  return isDatabaseAway(error) ? new AppError("UNAVAILABLE") : null;
}

// Tests hold each answer to its schema: compared again here, a schema that is wrong would refuse what is right.
const procedure = os.$context<Context>().$config({ initialOutputValidationIndex: Number.NaN });

/** Guard: everybody, signed in or not. */
export const anyone = procedure;

const asSomebody = procedure.middleware(async ({ context, path, next }, input) => {
  const viewer = await context.findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  const { services: { db, settings }, idempotencyKey: key = null } = context;
  const asked = () => [path.join("."), input ?? null];
  return next({ context: { viewer, db, ...idempotentWrites(db, settings.secret, { personId: viewer.id, key, asked }) } });
});

/**
 * Guard: a live session of a person with a profile, approved or not, at either level, also with a temporary password.
 * Whatever changes something does so by `transaction` or `statement`, so that a request that is sent again does it once. Throws NOT_SIGNED_IN.
 */
export const signedIn = procedure.use(asSomebody);

/** Guard: as `signedIn`; a stream that goes on from `livePosition` tells of whatever this answer, or a later one, does not know yet. */
export const signedInSince = procedure
  .use(({ context, next }) => next({ context: { livePosition: context.services.live.position() ?? null } }))
  .use(asSomebody);

/** Guard: somebody who may act, approved or not. Throws as `requireMember`. */
export const member = signedIn.use(({ context, next }) => {
  requireMember(context.viewer);
  return next();
});

/**
 * Whoever is there, not suspended, with their second factor when they have one and a password of their own. Throws
 * NOT_SIGNED_IN, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED, PASSWORD_CHANGE_REQUIRED.
 */
export function requireMember(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  const missing = missingStep(viewer);
  if (missing) throw new AppError(missing);
  return viewer;
}

/** Whoever is there and may act; anybody else is a stranger to what everybody may see. */
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

/** Throws APPROVAL_PENDING, NOT_ALLOWED where somebody who may act is not approved or not in this role. */
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

/** A session may be hours old and in the wrong hands: throws RECENT_PROOF_NEEDED unless its person has proven who they are since. */
const recently = os.$context<Context & { viewer: Viewer; db: Database }>().middleware(async ({ context: { viewer, db }, next }) => {
  // Calls in process have no session; nobody reaches them from outside.
  const session = viewer.session_id !== null && await findLiveSession(db, { session_id: viewer.session_id, user_id: viewer.id });
  if (session === null) throw new AppError("NOT_SIGNED_IN");
  if (session && !hasRecentProof(session)) throw new AppError("RECENT_PROOF_NEEDED");
  return next();
});

/** Guard: as `member`, with a proof of the last 5 minutes. Throws RECENT_PROOF_NEEDED besides. */
export const provenMember = member.use(recently);
/** Guard: as `patient`, with a proof of the last 5 minutes. Throws RECENT_PROOF_NEEDED besides. */
export const provenPatient = patient.use(recently);
/** Guard: as `admin`, with a proof of the last 5 minutes. Throws RECENT_PROOF_NEEDED besides. */
export const provenAdmin = admin.use(recently);

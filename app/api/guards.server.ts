import { os } from "@orpc/server";
import { waitForDisowning } from "../auth/core/disowning.server.ts";
import type { Session } from "../auth/core/session.server.ts";
import { hasRecentProof, hasRoutineProof } from "../auth/sessions/assurance.server.ts";
import { findLiveSession } from "../auth/sessions/sessions.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { openLruCache } from "../platform/lru-cache.server.ts";
import { AppError } from "../shared/app-error.server.ts";
import type { ErrorCode } from "../shared/errors.ts";
import { highestRole, type Role } from "../shared/roles.ts";
import { idempotentWrites, type IdempotentWrites } from "./idempotency.server.ts";
import type { ProcedureMeta } from "./procedure-meta.ts";
import type { Context } from "./request-context.server.ts";
import { findViewer, type Viewer } from "./viewer.server.ts";

// Tests validate every answer against its schema. Validating here too would turn a wrong schema into a failed request.
const procedure = os
  .$context<Context>()
  .$meta<ProcedureMeta>({ summary: "" })
  .$config({ initialOutputValidationIndex: Number.NaN });

/** The caller as the token identifies them: enough to select rows by. */
type Reader = Pick<Viewer, "id" | "session_id">;

/**
 * Guard of reads: `check` judges the caller while the handler reads the rows, which saves a round trip; before it for a caller who
 * `mustWait`. The answer is returned only if `check` passes; its refusal precedes any other. The handler must not write, and learns only the
 * ids of the caller and of their session.
 */
function reading(check: (viewer: Viewer | null) => unknown, mustWait: (caller: Reader) => boolean = () => false) {
  return procedure.use(async ({ context, next }) => {
    const { findClaims, findViewer, services } = context;
    const claims = findClaims ? await findClaims() : asClaims(await findViewer());
    if (!claims) throw new AppError("NOT_SIGNED_IN");
    const checking = findViewer().then(check);
    const viewer: Reader = { id: claims.user_id, session_id: claims.session_id };
    if (mustWait(viewer)) await checking;
    const answer = Promise.resolve(next({ context: { viewer, db: services.db } }));
    answer.catch(() => undefined);
    await checking;
    return answer;
  });
}

const asClaims = (viewer: Viewer | null) => viewer && { user_id: viewer.id, session_id: viewer.session_id };

/** Guard: any caller, signed in or not. */
export const anyone = procedure;

const requireSession = procedure.middleware(async ({ context, path, next }, input) => {
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
export const signedIn = procedure.use(requireSession);

/**
 * Guard: as `signedIn`. Notes the live position before reading, so a stream resumed from `livePosition` delivers every change
 * this answer lacks.
 */
export const signedInSince = procedure
  .use(({ context, next }) => next({ context: { livePosition: context.services.live.position() ?? null } }))
  .use(requireSession);

/** Guard: a user who passes `requireMember`, approved or not. Throws as `requireMember`. */
export const member = signedIn.use(({ context, next }) => {
  requireMember(context.viewer);
  return next();
});

/**
 * Requires a user who is not suspended, has shown their second factor if they have one, has set their own password, and owes no second factor.
 * Throws NOT_SIGNED_IN, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED, PASSWORD_CHANGE_REQUIRED, FACTOR_DUE.
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

/** Whether the user, an admin whose grace is over, may do nothing but add a second factor. A passkey's session has shown two. */
export const owesFactor = ({ factor_due, has_factor, aal }: Viewer): boolean =>
  factor_due && !has_factor && aal !== "aal2";

function missingStep(viewer: Viewer): ErrorCode | null {
  const { is_suspended, has_factor, aal, must_change_password } = viewer;
  if (is_suspended) return "ACCOUNT_SUSPENDED";
  if (has_factor && aal !== "aal2") return "SECOND_FACTOR_NEEDED";
  if (owesFactor(viewer) && !must_change_password) return "FACTOR_DUE";
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

/**
 * Requires a specialist who is approved or awaits approval: what they prepare meanwhile is not shown to anyone. Throws as `requireRole`.
 */
export function requireKineOrApplicant(viewer: Viewer): void {
  const waits = viewer.approval_status === "pending" && highestRole(viewer.roles) === "kine";
  if (!waits) requireRole(viewer, "kine");
}

/** Guard: a patient. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const patient = only("patient");
/** Guard: an approved specialist. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const kine = only("kine");
/** Guard: an admin. Throws what `member` throws, APPROVAL_PENDING, NOT_ALLOWED. */
export const admin = only("admin");

const readingAs = (role: Role) => reading((viewer) => requireRole(requireMember(viewer), role));

/** Guard of a read: as `member`. */
export const memberReads = reading(requireMember);
/** Guard of a read: as `patient`. */
export const patientReads = readingAs("patient");
/** Guard of a read: as `kine`. */
export const kineReads = readingAs("kine");
/** How long (ms) a session that passed as an admin's may start the next read before it is judged. */
const KNOWN_MS = 60_000;
/** When (ms) each session passed as an admin's last. */
const passedAsAdmin = openLruCache<number>(2_000);

/**
 * Guard of a read: as `admin`. A session that did not pass within the last minute is judged before the read, because what admins read is not
 * the caller's own rows and may scan thousands.
 */
export const adminReads = reading(
  (viewer) => {
    const caller = requireMember(viewer);
    requireRole(caller, "admin");
    if (caller.session_id !== null) passedAsAdmin.set(caller.session_id, performance.now());
  },
  ({ session_id }) =>
    session_id === null || performance.now() - (passedAsAdmin.get(session_id) ?? -Infinity) > KNOWN_MS,
);

/** The live session of the caller; null for in-process calls, which have none and which clients cannot make. Throws NOT_SIGNED_IN. */
async function callingSession(db: Database, { id, session_id }: Viewer): Promise<Session | null> {
  if (session_id === null) return null;
  const session = await findLiveSession(db, { session_id, user_id: id });
  if (session === null) throw new AppError("NOT_SIGNED_IN");
  return session;
}

const inSession = os.$context<Context & { viewer: Viewer; db: Database }>();

/** Requires a proof of identity that is young enough: a session may be hours old or stolen. Throws RECENT_PROOF_NEEDED. */
const requireProof = (isProven: (session: Session) => boolean) =>
  inSession.middleware(async ({ context: { viewer, db }, next }) => {
    const session = await callingSession(db, viewer);
    if (session && !isProven(session)) throw new AppError("RECENT_PROOF_NEEDED");
    return next();
  });
const requireRecentProof = requireProof(hasRecentProof);

const inWrite = os.$context<Context & { viewer: Viewer } & Pick<IdempotentWrites, "transaction">>();

/** Judges an admin again in the transaction, once no 'No fui yo' is under way: it may have ended their session or role since. Throws as `admin`. */
const judgeAfterDisowning = inWrite.middleware(({ context: { viewer, transaction }, next }) => {
  const { id: user_id, session_id } = viewer;
  const judged: IdempotentWrites["transaction"] = (work) =>
    transaction(async (tx) => {
      await waitForDisowning(tx);
      // In-process calls have no session.
      if (session_id !== null) requireRole(requireMember(await findViewer(tx, { session_id, user_id })), "admin");
      return work(tx);
    });
  return next({ context: { transaction: judged } });
});
const actingAdmin = admin.use(judgeAfterDisowning);

/** Guard: as `member`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenMember = member.use(requireRecentProof);
/** Guard: as `patient`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenPatient = patient.use(requireRecentProof);
/** Guard: as `admin`, with a proof of identity of the last 5 minutes. Also throws RECENT_PROOF_NEEDED. */
export const provenAdmin = actingAdmin.use(requireRecentProof);
/** Guard: as `admin`, for the decisions that an admin takes all day, with a proof of identity of the last 30 minutes. Also throws RECENT_PROOF_NEEDED. */
export const routineAdmin = actingAdmin.use(requireProof(hasRoutineProof));

import { access, states, fields, edit, type Guard } from "./guard.ts";

const GUARDS = "app/api/guards.server.ts";
const VIEWER = "app/api/viewer.server.ts";
const SESSIONS = "app/domain/sessions/sessions.server.ts";
const PUBLIC_PROFILE = "app/domain/profiles/public-profile.server.ts";
const hostile = (test: string) => ({ file: "tests/http/hostile-accounts.test.ts", test });
const short = { file: "tests/fast-path/fast-path.test.ts" };

/** Guards of sessions, of each procedure, and of reads that are judged while they are answered. */
export const sessionGuards: readonly Guard[] = [
  edit(
    "the gate to the half signed in",
    PUBLIC_PROFILE,
    "findMember(context)",
    "context.findViewer()",
    hostile("who has not shown"),
  ),
  edit(
    "enrolments of before",
    "app/auth/flows/factors/factors-verify.server.ts",
    `if (factor.status === "unverified")`,
    "if (false)",
    hostile("an enrolment begun"),
  ),
  edit(
    "ways in and temporary passwords",
    "app/auth/sessions/assurance.server.ts",
    "if (must_change_password)",
    "if (false)",
    hostile("with a temporary password"),
  ),
  { name: "the guard of each procedure", swapped: true, noticedBy: { file: "tests/access/procedures.test.ts" } },
  edit(
    "somebody",
    GUARDS,
    `const viewer = await context.findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");`,
    "const viewer = await context.findViewer();",
    access("accounts.me"),
  ),
  edit(
    "somebody with a file",
    GUARDS,
    `Viewer {
  if (!viewer) throw new AppError("NOT_SIGNED_IN");`,
    "Viewer {",
    access("PUT /files/avatars"),
  ),
  edit(
    "second factor",
    GUARDS,
    `if (has_factor && aal !== "aal2") return "SECOND_FACTOR_NEEDED";`,
    "",
    access("cases.create"),
  ),
  edit(
    "password of one's own",
    GUARDS,
    `return must_change_password ? "PASSWORD_CHANGE_REQUIRED" : null;`,
    "return null;",
    access("cases.create"),
  ),
  edit(
    "own sessions",
    SESSIONS,
    `.where("user_id", "=", viewer).where("ended_at", "is", null).where("not_after"`,
    `.where("ended_at", "is", null).where("not_after"`,
    fields("sessions.mine"),
  ),
  edit(
    "end one's own session",
    SESSIONS,
    `.where("id", "=", input.id).where("user_id", "=", viewer.id)`,
    `.where("id", "=", input.id)`,
    states("sessions.end"),
  ),
  edit(
    "approval",
    GUARDS,
    `if (approval_status !== "approved") throw new AppError("APPROVAL_PENDING");`,
    "",
    access("cases.create"),
  ),
  edit(
    "role",
    GUARDS,
    `if (highestRole(roles) !== role) throw new AppError("NOT_ALLOWED");`,
    "",
    access("cases.create"),
  ),
  edit(
    "a recent proof for a procedure",
    GUARDS,
    `if (session && !hasRecentProof(session)) throw new AppError("RECENT_PROOF_NEEDED");`,
    "",
    access("accounts.assignRole"),
  ),
  edit(
    "a proof for a routine act",
    GUARDS,
    `if (session && !hasRoutineProof(session)) throw new AppError("RECENT_PROOF_NEEDED");`,
    "",
    access("kineApplications.approve"),
  ),
  edit(
    "the working day of a proof",
    "app/auth/sessions/assurance.server.ts",
    "isWithin(session, last, ROUTINE_MS) && isWithin(session, proven, ROUTINE_MOST_MS)",
    "isWithin(session, last, ROUTINE_MS)",
    { file: "tests/access/routine-acts.test.ts" },
  ),
  edit(
    "a second factor that is due",
    GUARDS,
    `if (owesFactor(viewer) && !must_change_password) return "FACTOR_DUE";`,
    "",
    { file: "tests/access/factor-due.test.ts" },
  ),
  edit(
    "an invitation that was withdrawn",
    "app/auth/flows/invitations.server.ts",
    "terms_due && invited_by === null",
    "false",
    { file: "tests/rules/invitations.test.ts" },
  ),
  edit("the terms of an invitation", "app/auth/flows/invitations.server.ts", "if (!isAccepted)", "if (false)", {
    file: "tests/rules/invitations.test.ts",
  }),
  edit(
    "admins told of a new one",
    "app/domain/accounts/accounts.server.ts",
    "if (isNewAdmin) await",
    "if (false) await",
    { file: "tests/rules/new-admin.test.ts" },
  ),
  edit("ended session", VIEWER, `.where("s.ended_at", "is", null)`, "", access("accounts.me")),
  edit("session past its time", VIEWER, `.where("s.not_after", ">", sql<Date>\`now()\`)`, "", access("accounts.me")),
  edit(
    "expired token",
    "app/auth/sessions/tokens.server.ts",
    `audience: AUDIENCE,`,
    "audience: AUDIENCE, clockTolerance: 1e6,",
    access("accounts.me"),
  ),
  edit(
    "a token of a retired key",
    "app/auth/sessions/tokens.server.ts",
    "keys.isKnown(known.kid) && known.expires_at",
    "known.expires_at",
    { file: "tests/auth/keys.test.ts", test: "a token that a node remembers" },
  ),
  edit(
    "a token's lifetime",
    "app/auth/sessions/tokens.server.ts",
    "if (exp - iat > ACCESS_TOKEN_SECONDS || iat - now > CLOCK_SKEW_SECONDS) return null;",
    "",
    { file: "tests/auth/forged-tokens.test.ts", test: "what our own key signed" },
  ),
  edit(
    "an identity's issuer",
    "app/auth/flows/oauth/identity-rows.server.ts",
    `eb("issuer", "=", issuer)`,
    `eb("issuer", "is not", null)`,
    { file: "tests/auth/other-issuer.test.ts", test: "the same sub" },
  ),
  edit(
    "an answer after its guard",
    GUARDS,
    "await checking; return answer;",
    "checking.catch(() => undefined); return answer;",
    access("cases.mine"),
  ),
  edit(
    "the role of who reads",
    GUARDS,
    "requireRole(requireMember(viewer), role)",
    "requireMember(viewer)",
    access("cases.mine"),
  ),
  edit("the role of an admin who reads", GUARDS, `requireRole(caller, "admin");`, "", access("accounts.list")),
  edit("an admin's read after its guard", GUARDS, "if (mustWait(viewer)) await checking;", "", {
    file: "tests/lists/round-trips.test.ts",
    test: "as a patient, a read",
  }),
  edit(
    "somebody who reads",
    GUARDS,
    "const readingAs = (role: Role) => reading((viewer) => requireRole(requireMember(viewer), role));",
    "const readingAs = (_: Role) => reading(() => undefined);",
    short,
  ),
  edit(
    "an answer to somebody else",
    VIEWER,
    "if (viewer && viewer.session_id !== session_id)",
    "if (viewer && !session_id)",
    short,
  ),
];

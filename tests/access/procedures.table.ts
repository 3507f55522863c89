import type { ErrorCode } from "../../app/shared/errors.ts";

/**
 * All principals. The specialists differ in their application to the owner's case. A "half" principal
 * has a second factor that the session has not verified. An old session is three hours old and has no proof
 * since; its user (owner, admin, or the specialist without application) has a fresh session too.
 */
export const principals = [
  "anonymous",
  "forged",
  "expired",
  "signed out",
  "session over",
  "deleted",
  "suspended",
  "suspended in a live session",
  "owner in an old session",
  "kine in an old session",
  "admin in an old session",
  "owner",
  "other patient",
  "kine without application",
  "kine proposed",
  "kine accepted",
  "kine rejected",
  "pending kine",
  "turned down kine",
  "unapproved admin",
  "kine with a temporary password",
  "admin",
  "half patient",
  "half kine",
  "half admin",
] as const;
export type Principal = (typeof principals)[number];
export type Cell = "ok" | ErrorCode;

export const nobody = {
  anonymous: "NOT_SIGNED_IN",
  forged: "NOT_SIGNED_IN",
  expired: "NOT_SIGNED_IN",
  "signed out": "NOT_SIGNED_IN",
  "session over": "NOT_SIGNED_IN",
  deleted: "NOT_SIGNED_IN",
  suspended: "NOT_SIGNED_IN",
} as const;
/** Suspension ends sessions at once; the guards would refuse a surviving one too. */
const suspended = { "suspended in a live session": "ACCOUNT_SUSPENDED" } as const;
const notApproved = {
  "pending kine": "APPROVAL_PENDING",
  "turned down kine": "APPROVAL_PENDING",
  "unapproved admin": "APPROVAL_PENDING",
} as const;
const noPasswordYet = { "kine with a temporary password": "PASSWORD_CHANGE_REQUIRED" } as const;
const half = {
  "half patient": "SECOND_FACTOR_NEEDED",
  "half kine": "SECOND_FACTOR_NEEDED",
  "half admin": "SECOND_FACTOR_NEEDED",
} as const;
const kines = <C extends Cell>(cell: C) =>
  ({
    "kine in an old session": cell,
    "kine without application": cell,
    "kine proposed": cell,
    "kine accepted": cell,
    "kine rejected": cell,
  }) as const;
const patients = <C extends Cell>(cell: C) =>
  ({ "owner in an old session": cell, owner: cell, "other patient": cell }) as const;
const admins = <C extends Cell>(cell: C) => ({ "admin in an old session": cell, admin: cell }) as const;

const everybodyGets = <C extends Cell>(cell: C) =>
  Object.fromEntries(principals.map((principal) => [principal, cell])) as Record<Principal, C>;
const everybody = everybodyGets("ok");
const signedIn = { ...everybody, ...nobody };
export const members = { ...signedIn, ...suspended, ...half, ...noPasswordYet };
export const onlyPatients = {
  ...nobody,
  ...suspended,
  ...half,
  ...noPasswordYet,
  ...notApproved,
  ...patients("ok"),
  ...kines("NOT_ALLOWED"),
  ...admins("NOT_ALLOWED"),
} as const;
export const onlyKines = {
  ...nobody,
  ...suspended,
  ...half,
  ...noPasswordYet,
  ...notApproved,
  ...patients("NOT_ALLOWED"),
  ...kines("ok"),
  ...admins("NOT_ALLOWED"),
} as const;
export const onlyAdmins = {
  ...nobody,
  ...suspended,
  ...half,
  ...noPasswordYet,
  ...notApproved,
  ...patients("NOT_ALLOWED"),
  ...kines("NOT_ALLOWED"),
  ...admins("ok"),
} as const;

const OLD_SESSIONS = ["owner in an old session", "kine in an old session", "admin in an old session"] as const;

/** The same row for a procedure that also requires a recent proof. */
export function proven<Row extends Record<Principal, Cell>>(row: Row): Record<keyof Row, Cell> {
  const refused = OLD_SESSIONS.filter((who) => row[who] !== "NOT_ALLOWED");
  return { ...row, ...Object.fromEntries(refused.map((who) => [who, "RECENT_PROOF_NEEDED"])) };
}

/**
 * Expected result per procedure and principal, written by hand. The case is the owner's and matched: it has a proposed, an
 * accepted and a rejected application. Edits and withdrawals use an open case, reviews a
 * closed one. The application to withdraw is the proposed one.
 */
export const access: Record<string, Record<Principal, Cell>> = {
  "accounts.me": signedIn,
  "accounts.confirmPassword": { ...everybodyGets("WRONG_PASSWORD"), ...nobody },
  "accounts.licenseAvailable": everybody,
  "accounts.list": onlyAdmins,
  "accounts.assignRole": proven(onlyAdmins),
  "accounts.createKine": proven(onlyAdmins),
  "accounts.delete": proven(members),
  "profiles.publicProfile": everybody,
  "profiles.mine": members,
  "profiles.update": { ...members, ...notApproved },
  "profiles.specialists": onlyPatients,
  "profiles.specialistCount": onlyPatients,
  "profiles.patients": onlyAdmins,
  "profiles.kines": onlyAdmins,
  "availabilities.mine": onlyKines,
  "availabilities.replace": onlyKines,
  "cases.create": onlyPatients,
  "cases.mine": onlyPatients,
  "cases.get": { ...onlyPatients, "other patient": "CASE_NOT_FOUND" },
  "cases.update": { ...onlyPatients, "other patient": "CASE_NOT_FOUND" },
  "cases.withdraw": { ...onlyPatients, "other patient": "CASE_NOT_FOUND" },
  "cases.applications": onlyPatients,
  "cases.close": { ...onlyPatients, "other patient": "CASE_NOT_FOUND" },
  "cases.available": onlyKines,
  "cases.view": onlyKines,
  "cases.list": onlyAdmins,
  "exports.ask": proven(members),
  "audit.list": onlyAdmins,
  "audit.csv": proven(onlyAdmins),
  "status.read": onlyAdmins,
  "cases.studyViews": onlyPatients,
  "consents.health": onlyPatients,
  "consents.giveHealth": onlyPatients,
  "consents.withdrawHealth": proven(onlyPatients),
  "matches.apply": {
    ...onlyKines,
    "kine proposed": "ALREADY_APPLIED",
    "kine accepted": "ALREADY_APPLIED",
    "kine rejected": "ALREADY_APPLIED",
  },
  "matches.withdraw": {
    ...onlyKines,
    "kine in an old session": "NOT_FOUND",
    "kine without application": "NOT_FOUND",
    "kine accepted": "NOT_FOUND",
    "kine rejected": "NOT_FOUND",
  },
  "matches.mine": onlyKines,
  "matches.accept": { ...onlyPatients, "other patient": "NOT_FOUND" },
  "matches.reject": { ...onlyPatients, "other patient": "NOT_FOUND" },
  "reviews.create": { ...onlyPatients, "other patient": "REVIEW_NOT_DUE" },
  "reviews.received": onlyKines,
  "reviews.pending": onlyPatients,
  "reviews.mine": onlyPatients,
  "reviews.list": onlyAdmins,
  "reviews.totals": onlyAdmins,
  "kineApplications.list": onlyAdmins,
  "kineApplications.pendingCount": onlyAdmins,
  "kineApplications.approve": proven(onlyAdmins),
  "kineApplications.reject": onlyAdmins,
  "kineApplications.reopen": onlyAdmins,
  "profileChanges.list": onlyAdmins,
  "profileChanges.approve": proven(onlyAdmins),
  "profileChanges.reject": onlyAdmins,
  "profileChanges.withdraw": onlyKines,
  "adminViews.unseen": onlyAdmins,
  "adminViews.markSeen": onlyAdmins,
  "moderation.suspend": proven(onlyAdmins),
  "moderation.restore": proven(onlyAdmins),
  "moderation.hideReview": onlyAdmins,
  "moderation.showReview": onlyAdmins,
  "moderation.closeCase": proven(onlyAdmins),
  "reports.create": { ...members, "kine accepted": "OWN_THING" },
  "reports.list": onlyAdmins,
  "reports.decide": onlyAdmins,
  "sessions.mine": members,
  "sessions.end": members,
  "live.events": members,
};

/** The same for files, by HTTP status. A study link is the owner's unless the row says otherwise. */
export const fileAccess: Record<string, Record<Principal, number>> = {
  "PUT /files/avatars": statuses(members, 200),
  "PUT /files/avatars/:kineId": statuses({ ...onlyAdmins, ...notAllowed() }, 200),
  "PUT /files/case-studies": statuses({ ...onlyPatients, "other patient": "CASE_NOT_FOUND", ...notAllowed() }, 200),
};

function notAllowed() {
  return {
    "pending kine": "NOT_ALLOWED",
    "turned down kine": "NOT_ALLOWED",
    "unapproved admin": "NOT_ALLOWED",
  } as const;
}

function statuses(row: Record<Principal, Cell>, ok: number): Record<Principal, number> {
  const status: Partial<Record<Cell, number>> = {
    ok,
    NOT_SIGNED_IN: 401,
    NOT_ALLOWED: 403,
    ACCOUNT_SUSPENDED: 403,
    SECOND_FACTOR_NEEDED: 403,
    PASSWORD_CHANGE_REQUIRED: 403,
    CASE_NOT_FOUND: 404,
  };
  return Object.fromEntries(principals.map((principal) => [principal, status[row[principal]] ?? 0])) as Record<
    Principal,
    number
  >;
}

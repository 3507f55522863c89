import type { ErrorCode } from "../../app/shared/errors.ts";

/**
 * All principals. The specialists differ in their application to the owner's case; the former one was accepted in the owner's cases and has
 * become a patient. A "half" principal has a second factor that the session has not verified. An old session is three hours old and has no
 * proof since; its user (owner, admin, or the specialist without application) has a fresh session too.
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
  "former kine",
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
/** The result for each principal, written by hand. */
export type Who = Readonly<Record<Principal, Cell>>;

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
export const notApproved = {
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
const locked = { ...nobody, ...suspended, ...half, ...noPasswordYet };

export const everybody = (cell: Cell) => Object.fromEntries(principals.map((who) => [who, cell])) as Who;
export const signedIn = (cell: Cell): Who => ({ ...everybody(cell), ...nobody });
export const members = (cell: Cell): Who => ({ ...everybody(cell), ...locked });

const noRole: Who = { ...everybody("NOT_ALLOWED"), ...locked, ...notApproved };
/** Patients: the owner of the case, and all others. */
export const patients = (owner: Cell, others: Cell = owner): Who => ({
  ...noRole,
  "owner in an old session": owner,
  owner,
  "other patient": others,
  "former kine": others,
});
/** Approved specialists by their application; an omitted result equals the first one. */
export const kines = (without: Cell, proposed = without, accepted = without, rejected = without): Who => ({
  ...noRole,
  "kine in an old session": without,
  "kine without application": without,
  "kine proposed": proposed,
  "kine accepted": accepted,
  "kine rejected": rejected,
});
export const admins = (cell: Cell): Who => ({ ...noRole, "admin in an old session": cell, admin: cell });

const OLD_SESSIONS = ["owner in an old session", "kine in an old session", "admin in an old session"] as const;
/** The same results for a procedure that also requires a recent proof. */
export function proven(who: Who): Who {
  const refused = OLD_SESSIONS.filter((old) => who[old] !== "NOT_ALLOWED");
  return { ...who, ...Object.fromEntries(refused.map((old) => [old, "RECENT_PROOF_NEEDED"])) };
}

/** Principals that are sessions of the same user. A forged token has no session, and a signed-out one has ended. */
const SAME_PERSON: Partial<Record<Principal, Principal>> = {
  "session over": "owner",
  expired: "owner",
  "owner in an old session": "owner",
  "kine in an old session": "kine without application",
  "admin in an old session": "admin",
};
export const personOf = (who: Principal) => SAME_PERSON[who] ?? who;

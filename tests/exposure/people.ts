import type { Principal } from "../procedures/principals.ts";

/**
 * All users who make requests and whose data is requested. The owner's matched case has a proposed, an accepted, a rejected and a
 * former specialist; the closed one an accepted and a rejected one. Each of Carla's four patients has one case to which she
 * applied. `quiet patient` has no case at all.
 */
export const living = [
  "owner",
  "other patient",
  "quiet patient",
  "patient of proposed",
  "patient of accepted",
  "patient of rejected",
  "patient of closed",
  "carla",
  "kine without application",
  "kine proposed",
  "kine accepted",
  "kine rejected",
  "kine of closed",
  "kine rejected in closed",
  "former kine",
  "pending kine",
  "turned down kine",
  "unapproved admin",
  "admin",
] as const;

/** Invalid tokens: three are the owner's, one is of a user who deleted the account. */
const dead = ["anonymous", "forged", "expired", "signed out", "session over", "deleted"] as const satisfies Principal[];

/** Sessions of the owner and the admin that have not verified their second factor; all others have. */
const halves = ["half owner", "half admin"] as const;

/** Users who signed up themselves. */
export type Planted = (typeof living)[number] | "deleted";
/** Also the specialist whom an admin added, who has not signed in yet. */
export type Somebody = Planted | "added kine";
export type Asker = (typeof living)[number] | (typeof dead)[number] | (typeof halves)[number];
export const askers: readonly Asker[] = [...dead, ...halves, ...living];

/** Whether a caller has a valid session. */
export function isLiving(asker: Asker): asker is (typeof living)[number] {
  return (living as readonly Asker[]).includes(asker);
}

export const patients = [
  "owner",
  "other patient",
  "quiet patient",
  "patient of proposed",
  "patient of accepted",
  "patient of rejected",
  "patient of closed",
  "former kine",
] as const satisfies Somebody[];

/** Approved specialists. */
export const kines = [
  "carla",
  "kine without application",
  "kine proposed",
  "kine accepted",
  "kine rejected",
  "kine of closed",
  "kine rejected in closed",
] as const satisfies Somebody[];

/** Cases by their name in the tables, with patient and applicants, and how each application was decided. */
export const plannedCases = {
  "owner's open": { patient: "owner", status: "open", access: "verified", applications: {} },
  "owner's matched": {
    patient: "owner",
    status: "matched",
    access: "accepted",
    applications: {
      "kine proposed": "proposed",
      "kine accepted": "accepted",
      "kine rejected": "rejected",
      "former kine": "accepted",
    },
  },
  "owner's closed": {
    patient: "owner",
    status: "closed",
    access: "verified",
    applications: { "kine of closed": "accepted", "kine rejected in closed": "rejected" },
  },
  "other's open": { patient: "other patient", status: "open", access: "accepted", applications: {} },
  "case of proposed": {
    patient: "patient of proposed",
    status: "open",
    access: "verified",
    applications: { carla: "proposed" },
  },
  "case of accepted": {
    patient: "patient of accepted",
    status: "matched",
    access: "verified",
    applications: { carla: "accepted" },
  },
  "case of rejected": {
    patient: "patient of rejected",
    status: "open",
    access: "verified",
    applications: { carla: "rejected" },
  },
  "case of closed": {
    patient: "patient of closed",
    status: "closed",
    access: "verified",
    applications: { carla: "accepted" },
  },
  "deleted's closed": { patient: "deleted", status: "closed", access: "verified", applications: { carla: "accepted" } },
  "deleted's open": { patient: "deleted", status: "open", access: "verified", applications: {} },
} as const satisfies Record<
  string,
  {
    patient: Somebody;
    status: "open" | "matched" | "closed";
    access: "verified" | "accepted";
    applications: Partial<Record<Somebody, "proposed" | "accepted" | "rejected">>;
  }
>;
export type PlannedCase = keyof typeof plannedCases;

/** The reviews: author, subject and case. */
export const plannedReviews = {
  "owner's review": { about: "owner's closed", kine: "kine of closed" },
  "deleted's review": { about: "deleted's closed", kine: "carla" },
} as const satisfies Record<string, { about: PlannedCase; kine: Somebody }>;

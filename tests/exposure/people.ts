import type { Principal } from "../access/states.rows.ts";

/**
 * Everybody who asks and whose data is asked for. The owner's matched case has a proposed, an accepted, a rejected and a
 * former specialist; the closed one an accepted and a rejected one. Each of Carla's four patients has one case to which she
 * applied. `quiet patient` has no case at all.
 */
export const living = [
  "owner", "other patient", "quiet patient",
  "patient of proposed", "patient of accepted", "patient of rejected", "patient of closed",
  "carla", "kine without application", "kine proposed", "kine accepted", "kine rejected",
  "kine of closed", "kine rejected in closed", "former kine",
  "pending kine", "turned down kine", "unapproved admin", "admin",
] as const;

/** Tokens of nobody: three are the owner's and do not hold, one is of somebody who deleted their account. */
const dead = ["anonymous", "forged", "expired", "signed out", "session over", "deleted"] as const satisfies Principal[];

/** Sessions of the owner and the admin that have yet to show their second factor; everybody else's have shown it. */
const halves = ["half owner", "half admin"] as const;

/** Those who signed up by themselves. */
export type Planted = (typeof living)[number] | "deleted";
/** An admin added the last one, who has yet to enter. */
export type Somebody = Planted | "added kine";
export type Asker = (typeof living)[number] | (typeof dead)[number] | (typeof halves)[number];
export const askers: readonly Asker[] = [...dead, ...halves, ...living];

/** Whether an asker is somebody who may act. */
export function isLiving(asker: Asker): asker is (typeof living)[number] {
  return (living as readonly Asker[]).includes(asker);
}

export const patients = [
  "owner", "other patient", "quiet patient",
  "patient of proposed", "patient of accepted", "patient of rejected", "patient of closed", "former kine",
] as const satisfies Somebody[];

/** Approved specialists. */
export const kines = [
  "carla", "kine without application", "kine proposed", "kine accepted", "kine rejected", "kine of closed",
  "kine rejected in closed",
] as const satisfies Somebody[];

/** Cases by their name in the tables, with whose they are, who applied and how that went. */
export const plannedCases = {
  "owner's open": { patient: "owner", status: "open", access: "verified", applications: {} },
  "owner's matched": {
    patient: "owner", status: "matched", access: "accepted",
    applications: { "kine proposed": "proposed", "kine accepted": "accepted", "kine rejected": "rejected", "former kine": "accepted" },
  },
  "owner's closed": {
    patient: "owner", status: "closed", access: "verified",
    applications: { "kine of closed": "accepted", "kine rejected in closed": "rejected" },
  },
  "other's open": { patient: "other patient", status: "open", access: "accepted", applications: {} },
  "case of proposed": { patient: "patient of proposed", status: "open", access: "verified", applications: { carla: "proposed" } },
  "case of accepted": { patient: "patient of accepted", status: "matched", access: "verified", applications: { carla: "accepted" } },
  "case of rejected": { patient: "patient of rejected", status: "open", access: "verified", applications: { carla: "rejected" } },
  "case of closed": { patient: "patient of closed", status: "closed", access: "verified", applications: { carla: "accepted" } },
  "deleted's closed": { patient: "deleted", status: "closed", access: "verified", applications: { carla: "accepted" } },
  "deleted's open": { patient: "deleted", status: "open", access: "verified", applications: {} },
} as const satisfies Record<string, {
  patient: Somebody;
  status: "open" | "matched" | "closed";
  access: "verified" | "accepted";
  applications: Partial<Record<Somebody, "proposed" | "accepted" | "rejected">>;
}>;
export type PlannedCase = keyof typeof plannedCases;

/** Who reviewed whom in which case. */
export const plannedReviews = {
  "owner's review": { about: "owner's closed", kine: "kine of closed" },
  "deleted's review": { about: "deleted's closed", kine: "carla" },
} as const satisfies Record<string, { about: PlannedCase; kine: Somebody }>;

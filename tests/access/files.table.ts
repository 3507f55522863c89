import type { CaseState } from "../procedures/cases.table.ts";
import { members, nobody, type Principal, principals } from "../procedures/principals.ts";

type Statuses = Record<Principal, number>;
export const everyStatus = (status: number) => Object.fromEntries(principals.map((who) => [who, status])) as Statuses;
/** The owner in both sessions: reading and adding need no recent proof. */
function owners(status: number) {
  return { owner: status, "owner in an old session": status };
}
const closedDoor: Statuses = {
  ...everyStatus(403),
  ...(Object.fromEntries(Object.keys(nobody).map((who) => [who, 401])) as Record<keyof typeof nobody, number>),
  "other patient": 404,
  "former kine": 404,
};

/** HTTP status per principal of setting their own photo. */
export const ownPhoto = Object.fromEntries(
  Object.entries(members("ok")).map(([who, cell]) => [who, cell === "ok" ? 200 : cell === "NOT_SIGNED_IN" ? 401 : 403]),
) as Statuses;

/** HTTP status per principal of adding a study to the owner's case. */
export const uploads: Record<CaseState | "open with five studies", Statuses> = {
  open: { ...closedDoor, ...owners(200) },
  "open with five studies": { ...closedDoor, ...owners(409) },
  matched: { ...closedDoor, ...owners(200) },
  closed: { ...closedDoor, ...owners(409) },
  reviewed: { ...closedDoor, ...owners(409) },
  orphaned: { ...closedDoor, ...owners(404) },
  missing: { ...closedDoor, ...owners(404) },
};

const noPhoto: Statuses = { ...closedDoor, "other patient": 403, "former kine": 403 };
/**
 * HTTP status per principal of setting a profile photo. Only the admin who added the specialist may, until the specialist sets a password.
 */
export const photos: Record<string, Statuses> = {
  "kine with a temporary password": { ...noPhoto, admin: 200, "admin in an old session": 200 },
  "kine that half admin added": noPhoto,
  "kine that unapproved admin added": noPhoto,
  // Added by a user who was an admin then.
  "kine that other patient added": noPhoto,
  "kine accepted": noPhoto,
  "pending kine": noPhoto,
  "former kine": noPhoto,
  owner: noPhoto,
  admin: noPhoto,
  deleted: noPhoto,
};

const hidden = everyStatus(404);
const toVerified = {
  ...hidden,
  ...owners(200),
  "kine in an old session": 200,
  "kine without application": 200,
  "kine proposed": 200,
  "kine accepted": 200,
};
const toAccepted = { ...hidden, ...owners(200), "kine accepted": 200 };
const toOwner = { ...hidden, ...owners(200) };

/** HTTP status per principal of reading a study through a link for their own session, by case state and study visibility. */
export const studyReads: Record<string, Statuses> = {
  "open to verified": toVerified,
  "open to accepted": toOwner,
  "matched to verified": toVerified,
  "matched to accepted": toAccepted,
  "closed to verified": toAccepted,
  "closed to accepted": toAccepted,
  "reviewed to verified": toAccepted,
  "reviewed to accepted": toAccepted,
  "orphaned to verified": hidden,
  "orphaned to accepted": hidden,
};

/** Links that are invalid for every session. */
export const brokenLinks = [
  "unsigned",
  "of another study",
  "of another session",
  "past its time",
  "of another secret",
] as const;

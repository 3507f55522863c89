import { type Cell, members, principals, onlyAdmins, onlyKines, onlyPatients, proven } from "./procedures.table.ts";

/** The principals of the access table, and a specialist who was accepted in the owner's cases and has become a patient. */
export const everyPrincipal = [...principals, "former kine"] as const;
export type Principal = (typeof everyPrincipal)[number];
export type Row = Record<Principal, Cell>;

/**
 * States of the owner's case. An open one has no accepted application; matched and closed ones have a proposed, an
 * accepted and a rejected one. An orphaned one was kept for its review when its patient left; a missing one never existed.
 */
export const caseStates = ["open", "matched", "closed", "reviewed", "orphaned", "missing"] as const;
export type CaseState = (typeof caseStates)[number];

export const everyPatient = (owner: Cell, others: Cell): Row => ({
  ...onlyPatients,
  owner,
  "owner in an old session": owner,
  "other patient": others,
  "former kine": others,
});
export const everyKine = (without: Cell, proposed: Cell, accepted: Cell, rejected: Cell): Row => ({
  ...onlyKines,
  "former kine": "NOT_ALLOWED",
  "kine in an old session": without,
  "kine without application": without,
  "kine proposed": proposed,
  "kine accepted": accepted,
  "kine rejected": rejected,
});
export const allKines = (cell: Cell) => everyKine(cell, cell, cell, cell);
export const theAdmin = (cell: Cell): Row => ({
  ...onlyAdmins,
  "former kine": "NOT_ALLOWED",
  "admin in an old session": cell,
  admin: cell,
});
export const theProvenAdmin = (cell: Cell): Row => proven(theAdmin(cell));
export const all = (cell: Cell) => Object.fromEntries(everyPrincipal.map((who) => [who, cell])) as Row;

export const noCase = everyPatient("CASE_NOT_FOUND", "CASE_NOT_FOUND");
export const ownCase = (cell: Cell) => everyPatient(cell, "CASE_NOT_FOUND");
export const noMatch = everyPatient("NOT_FOUND", "NOT_FOUND");
export const ownMatch = (cell: Cell) => everyPatient(cell, "NOT_FOUND");
export const ownReview = (cell: Cell) => everyPatient(cell, "REVIEW_NOT_DUE");
export const noReview = ownReview("REVIEW_NOT_DUE");

export const proposedOf = (cell: Cell) => everyKine("NOT_FOUND", cell, "NOT_FOUND", "NOT_FOUND");
export const acceptedOf = (cell: Cell) => everyKine("NOT_FOUND", "NOT_FOUND", cell, "NOT_FOUND");
export const rejectedOf = (cell: Cell) => everyKine("NOT_FOUND", "NOT_FOUND", "NOT_FOUND", cell);
export const everyMember = (cell: Cell) =>
  Object.fromEntries(
    Object.entries({ ...members, "former kine": "ok" }).map(([who, was]) => [who, was === "ok" ? cell : was]),
  ) as Row;

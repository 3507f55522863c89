/**
 * What a specialist may read of a case: as it is offered, as an applicant, all of it, or its title and dates after the relation ended.
 * Without one, nothing.
 */
export const CASE_ACCESS = ["offered", "applied", "accepted", "ended"] as const;
export type CaseAccess = (typeof CASE_ACCESS)[number];

export const LICENCE_KINDS = ["MN", "MP"] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];
export const LICENCE_STATES = ["declared", "verified", "doubtful", "inactive", "withdrawn"] as const;
/** The state of a licence; a verified one is graded by the days since its check, which the database counts (`licence_standing`). */
export const STANDINGS = ["declared", "fresh", "due", "lapsed", "doubtful", "inactive", "withdrawn"] as const;
export type Standing = (typeof STANDINGS)[number];

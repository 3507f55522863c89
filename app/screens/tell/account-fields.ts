/** The fields of the account's step, in their order. */
export const ACCOUNT_FIELDS = ["name", "phone", "email", "password"] as const;
type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** The first field of the account's step that has a problem. */
export const firstProblem = (problemOf: (field: AccountField) => unknown): AccountField | undefined =>
  ACCOUNT_FIELDS.find(problemOf);

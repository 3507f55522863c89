/** The fields of the account's two steps, in their order. */
export const ACCOUNT_STEPS = { who: ["name", "phone"], account: ["email", "password"] } as const;
export type AccountStepName = keyof typeof ACCOUNT_STEPS;
type AccountField = (typeof ACCOUNT_STEPS)[AccountStepName][number];

const NAMES = Object.keys(ACCOUNT_STEPS) as AccountStepName[];

/** The first step of the account with a field that has a problem. */
export const stepWithProblem = (problemOf: (field: AccountField) => unknown): AccountStepName | undefined =>
  NAMES.find((name) => ACCOUNT_STEPS[name].some(problemOf));

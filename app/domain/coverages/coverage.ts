/** The most coverages that one specialist states. */
export const COVERAGES_MAX = 60;
export const PLANS_MAX = 120;
/** The largest amount in whole pesos. */
export const PESOS_MAX = 10_000_000;

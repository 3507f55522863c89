import { MODALITIES } from "../profiles/modality.ts";

/** The periods that "Pulso" offers, in weeks, and the longest one: 13 months. */
export const PERIODS = [4, 13, 26, 56] as const;
export const MOST_WEEKS = 56;
export const USUAL_WEEKS = 13;

/** The blocks of four weeks of the table by place and modality, and its most rows. */
export const TABLE_BLOCKS = 2;
export const MOST_ROWS = 15;

/** Which cases are counted by modality; "" for those without a preference. */
export const COUNTED_MODALITIES = [...MODALITIES, ""] as const;

/** The steps of a case whose totals are shown, in their order. */
export const SHOWN_STEPS = ["published", "answered", "accepted", "closed", "reviewed", "withdrawn"] as const;

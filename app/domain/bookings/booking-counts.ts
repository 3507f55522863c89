/** The days before now and after of which admins read counts. */
export const COUNTED_DAYS = 7;
/** A smaller count is not told: it could be told apart whose turnos they are. */
export const FEW = 5;

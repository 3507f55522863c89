/** The years that the list of holidays may have. */
export const FIRST_YEAR = 2020;
export const LAST_YEAR = 2079;

/** The most characters of an answer to a review. */
export const REPLY_MAX = 1000;
/** How long an answer is edited, in hours from it or from the review's last edit. The database has the same. */
export const REPLY_HOURS = 48;
/** How long a review is edited, in days. The database has the same. */
export const EDIT_DAYS = 7;
/** How often a review is edited. The database has the same. */
export const MOST_EDITS = 10;

/** Above the field. */
export const REPLY_ADVICE = "No cuentes nada del tratamiento, ni para defenderte.";

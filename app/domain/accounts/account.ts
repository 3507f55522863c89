/** The polling interval of the waiting page (ms). */
export const APPROVAL_POLL_MS = 10_000;

/** The time, in hours, within which an applicant is promised an answer. */
export const ANSWER_WITHIN_HOURS = "24-48";

/** How long the farewell to a deleted account is shown before the landing page opens (ms). */
export const FAREWELL_MS = 1000;

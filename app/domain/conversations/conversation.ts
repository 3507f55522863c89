/** The longest message. */
export const MESSAGE_MAX = 2000;

/** The days for which a conversation can be read after a rejection. The database has the same. */
export const READ_ONLY_DAYS = 30;
/** How long messages are kept after the end of their case. */
export const KEPT_DAYS = 90;
export const KEPT_ACCEPTED_MONTHS = 12;

/** The largest file of a specialist, and the files that are taken. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024;
export const FILE_TOO_LARGE = "El archivo supera los 5 MB.";
export const WRONG_FILE_TYPE = "Solo podés mandar PDF o JPG.";

/** What patients ask most, at hand below an empty message. */
export const QUESTIONS = [
  "¿Atendés por mi obra social?",
  "¿Cuándo podrías empezar?",
  "¿Cuánto sale la sesión?",
] as const;

/** Whether messages are taken; a conversation that is out of sight has no state. */
export const CONVERSATION_STATES = ["open", "read_only"] as const;
export const SIDES = ["patient", "kine"] as const;
export type Side = (typeof SIDES)[number];

/** The longest message. */
export const MESSAGE_MAX = 2000;

/** The days for which a conversation can be read after a rejection. The database has the same value. */
export const READ_ONLY_DAYS = 30;
/** How long messages are stored after their case is closed. */
export const KEPT_DAYS = 90;
export const KEPT_ACCEPTED_MONTHS = 12;

/** The size limit of a specialist's file; the texts name this limit and the accepted formats. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024;
export const FILE_TOO_LARGE = "El archivo supera los 5 MB.";
export const WRONG_FILE_TYPE = "Solo podés mandar PDF o JPG.";

/** The patients' most frequent questions, offered while the message is empty. */
export const QUESTIONS = [
  "¿Atendés por mi obra social?",
  "¿Cuándo podrías empezar?",
  "¿Cuánto sale la sesión?",
] as const;

/** Whether new messages are accepted; a conversation that the viewer may not see has no state. */
export const CONVERSATION_STATES = ["open", "read_only"] as const;
export const SIDES = ["patient", "kine"] as const;
export type Side = (typeof SIDES)[number];

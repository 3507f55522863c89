import { standingInWords } from "../bookings/standing-words.ts";
import type { Conversation } from "./conversation-answer.ts";

type Standing = Pick<Conversation, "is_case_closed" | "is_accepted" | "is_in_contact" | "is_rejected" | "booking">;

/** Whether the next step is the specialist's: an answer to a request, or the first turno. */
export const isDue = ({ is_case_closed, is_accepted, is_in_contact, is_rejected, booking }: Standing): boolean =>
  is_accepted && is_in_contact && !is_rejected && !is_case_closed && (booking === null || booking.standing === "asked");

/** How a conversation stands for its specialist: the turno that says so once they are accepted, else the application. */
export function conversationInWords({ is_case_closed, is_accepted, is_in_contact, is_rejected, booking }: Standing) {
  if (is_rejected) return "Rechazado";
  if (is_case_closed) return "Caso cerrado";
  if (!is_accepted) return "Te postulaste";
  if (!is_in_contact) return "Sin contacto";
  return booking ? standingInWords(booking) : "Coordiná el primer turno";
}

import type { Answers } from "../../client/api.ts";
import type { Tone } from "../../ui/badge.tsx";
import { asDate, timeOf } from "./short-days.ts";

export type Booking = Answers["bookings"]["mine"]["upcoming"][number];

// A wall time has no zone: it is formatted as if it were one of UTC.
const dayWords = new Intl.DateTimeFormat("es-AR", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
const monthWords = new Intl.DateTimeFormat("es-AR", { day: "numeric", month: "long", timeZone: "UTC" });
/** With its first letter large. */
export const capitalised = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** "Jueves, 3 de diciembre", of a day or a wall time such as "2026-12-03T18:00". */
export const dayOf = (local: string): string => capitalised(dayWords.format(asDate(local)));
/** "23 al 29 de noviembre", "30 de noviembre al 6 de diciembre". */
export function spanOf(from: string, to: string): string {
  const [first, last] = [monthWords.format(asDate(from)), monthWords.format(asDate(to))];
  const [day, month] = first.split(" de ");
  return `${last.endsWith(` de ${month}`) ? day : first} al ${last}`;
}
/** "Jueves, 3 de diciembre, 18:00". */
export const momentOf = (local: string): string => `${dayOf(local)}, ${timeOf(local)}`;

/** "23:00 tu hora", where the reader's clock shows another time than the specialist's; null where it shows the same. */
export function ownTimeOf({ starts_at, local_start }: Pick<Booking, "starts_at" | "local_start">): string | null {
  const own = starts_at.toLocaleTimeString("es-AR", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return own === timeOf(local_start) ? null : `${own} tu hora`;
}

/** What a booking's state is to its reader, and its tone. */
export function stateOf({ state, side, asked_by, moved_by, has_begun, is_late, ended_by }: Booking): [string, Tone] {
  if (moved_by && moved_by !== side) return ["Te proponen otro horario", "warning"];
  if (moved_by) return ["Pediste otro horario", "warning"];
  switch (state) {
    case "requested":
      return asked_by === side ? ["Esperando respuesta", "warning"] : ["Falta tu respuesta", "warning"];
    case "confirmed":
      return has_begun ? ["Sin marcar", "neutral"] : ["Confirmado", "success"];
    case "declined":
      return ["No se pudo", "neutral"];
    case "lapsed":
      return ["Sin respuesta", "neutral"];
    case "withdrawn":
      return ["Retirado", "neutral"];
    case "cancelled":
      return [is_late && ended_by === "patient" ? "Cancelado con poca anticipación" : "Cancelado", "neutral"];
    case "held":
      return ["Realizado", "success"];
    case "no_show":
      return ["No asistió", "danger"];
  }
}

/** A booking ahead as its patient reads it: the words before and after its moment. */
export function standingOf({ state, asked_by, moved_by, other_name }: Booking): [string, string] {
  const name = other_name ?? "Tu especialista";
  if (moved_by === "kine") return ["Tu turno", `${name} te propone otro horario.`];
  if (moved_by) return ["Tu turno", `Pediste otro horario: ${name} todavía no lo confirmó.`];
  if (state === "confirmed") return ["Próximo turno", "Está confirmado."];
  if (asked_by === "kine") return [`${name} te propone un turno`, "Falta tu respuesta."];
  return ["Pediste un turno", `${name} todavía no lo confirmó.`];
}

/** Whether a booking, or its move, waits for the reader's answer. */
export const isAsked = ({ state, asked_by, moved_by, side }: Booking): boolean =>
  (state === "requested" && asked_by !== side) || (moved_by !== null && moved_by !== side);

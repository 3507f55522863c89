import type { Answers } from "../../client/api.ts";
import { isToday, nearMoment } from "./near-moment.ts";
import { dayInShort } from "./short-days.ts";

type StandingBooking = NonNullable<Answers["matches"]["mine"]["items"][number]["booking"]>;

/** How an accepted application stands for its specialist, by the turno that says so; "hoy" and "mañana" instead of a date. */
export function standingInWords({ standing, local_start, zone }: StandingBooking, now = new Date()): string {
  const moment = nearMoment(local_start, zone, now);
  const isNear = /^(hoy|mañana)/.test(moment);
  const isOfToday = isToday(local_start, zone, now);
  const day = isOfToday ? "hoy" : dayInShort(local_start);
  switch (standing) {
    case "asked":
      return `Te pide turno: ${moment}`;
    case "proposed":
      return `Le propusiste ${isNear ? "para" : "el"} ${moment}`;
    case "agreed":
      return `Turno ${isNear ? "" : "el "}${moment}`;
    case "unmarked":
      return `Sin marcar: turno ${isOfToday ? "de" : "del"} ${day}`;
    case "held":
      return `Última sesión: ${day}`;
    case "missed":
      return `No vino ${isOfToday ? "" : "el "}${day}`;
    case "outside":
      return "Coordinaron por su cuenta";
  }
}

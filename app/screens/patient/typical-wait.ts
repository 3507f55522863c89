import { plural } from "../../shared/format.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** How long the first application usually takes, in words that promise no more than the figure does. */
export function typicalWaitLine(minutes: number): string {
  if (minutes < HOUR) return "La primera postulación suele llegar en menos de una hora.";
  if (minutes < 2 * DAY) {
    return `La primera postulación suele llegar en ${plural(Math.ceil(minutes / HOUR), "hora", "horas")}.`;
  }
  return `La primera postulación suele llegar en ${plural(Math.ceil(minutes / DAY), "día", "días")}.`;
}

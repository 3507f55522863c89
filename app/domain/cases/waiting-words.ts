import { plural } from "../../shared/format.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
/** From this many on the number of specialists near a case is not counted. */
const UNCOUNTED = 50;

/** How long the first application usually takes, in words that promise no more than the figure does. */
function typicalWait(minutes: number): string {
  if (minutes < HOUR) return "menos de una hora";
  if (minutes < 2 * DAY) return plural(Math.ceil(minutes / HOUR), "hora", "horas");
  return plural(Math.ceil(minutes / DAY), "día", "días");
}

type Waiting = { minutes: number | null; nearby: number; openedBy: number };

/** "Publicado. Acá suele llegar la primera respuesta en 4 horas; 12 especialistas de tu zona ya lo pueden ver, 3 lo abrieron.": only what is known. */
export function waitingInWords({ minutes, nearby, openedBy }: Waiting): string {
  const near =
    nearby >= UNCOUNTED ? `más de ${UNCOUNTED - 1} especialistas` : plural(nearby, "especialista", "especialistas");
  const seen = [
    nearby > 0 && `${near} de tu zona ya lo ${nearby === 1 ? "puede" : "pueden"} ver`,
    openedBy > 0 &&
      `${nearby > 0 ? openedBy : plural(openedBy, "especialista", "especialistas")} lo ${openedBy === 1 ? "abrió" : "abrieron"}`,
  ].filter(Boolean);
  const parts = [
    minutes !== null && `Acá suele llegar la primera respuesta en ${typicalWait(minutes)}`,
    seen.length > 0 && seen.join(", "),
  ].filter((part) => part !== false);
  const [first] = parts;
  return first
    ? `Publicado. ${first.charAt(0).toUpperCase()}${parts.join("; ").slice(1)}.`
    : "Publicado. Los especialistas ya lo pueden ver.";
}

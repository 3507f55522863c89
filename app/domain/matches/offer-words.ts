import { formatShortDay } from "../../shared/format.ts";
import { CASE_MODALITY_LABELS } from "../profiles/modality.ts";
import { formatPesos } from "../prices/pesos.ts";
import { OFFER_HOW_LABELS, type OfferFacts } from "./offer.ts";

const time = new Intl.DateTimeFormat("es-AR", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Argentina/Buenos_Aires",
});

/** "mié, 25 nov, 09:30". */
export const timeInWords = (at: Date) => time.format(at);

/** "mié 25 nov 09:30" of an ISO moment, which breaks nowhere. */
export const timeInOnePiece = (iso: string) => timeInWords(new Date(iso)).replaceAll(",", "").replaceAll(" ", "\u00a0");

/** The facts of an offer as names and texts, in one order. */
export function offerInWords(offer: OfferFacts, validUntil: Date | null): (readonly [string, string])[] {
  const { session, first, sessions, modality, place, how, times } = offer;
  const lines: (readonly [string, string] | false)[] = [
    session !== undefined && ["Sesión", formatPesos(session)],
    first !== undefined && ["Primera sesión", formatPesos(first)],
    sessions !== undefined && ["Sesiones", String(sessions)],
    modality !== undefined && ["Modalidad", CASE_MODALITY_LABELS[modality]],
    place !== undefined && ["Lugar", place],
    how !== undefined && ["Con la cobertura", OFFER_HOW_LABELS[how]],
    times !== undefined && ["Primeros horarios", times.map((at) => timeInWords(new Date(at))).join(" · ")],
    validUntil !== null && ["Vale hasta", formatShortDay(validUntil)],
  ];
  return lines.filter((each) => each !== false);
}

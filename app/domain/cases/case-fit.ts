import { DOT, plural } from "../../shared/format.ts";
import { acceptsPlan } from "../coverages/plan-match.ts";
import { distanceInWords } from "../places/distance.ts";
import { CASE_MODALITY_LABELS, type Modality } from "../profiles/modality.ts";
import { DAY_LABELS, DAYS } from "./structured-fact-words.ts";

/** How a case on offer fits its reader, as far as both sides state it. */
export type CaseFit = {
  /** In the reader's own place. */
  is_here: boolean;
  /** Between the centres of the two places. */
  km: number | null;
  /** The case's coverage, where the reader states it too, and the plans that the reader states. */
  coverage: { short: string; plans: string | null } | null;
  /** The reader's first free wall time in the half-days of the case. */
  free_at: string | null;
};

/** "martes 15:00"; from a week on with its day: "martes 9/12 15:00". */
function wallTimeInWords(local: string, now: Date): string {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  const name = DAY_LABELS[DAYS[(day.getUTCDay() + 6) % 7] ?? "mon"].toLowerCase();
  const isFar = day.getTime() - now.getTime() > 6 * 86_400_000;
  return `${name} ${isFar ? `${day.getUTCDate()}/${day.getUTCMonth() + 1} ` : ""}${local.slice(11, 16)}`;
}

/** A patient's coverage, as an open case says it; undefined in lists, which do not know it. */
type Insured = { plan: string | null } | null | undefined;

/** "Aceptás su OSDE 210", "no aceptás su OSDE 450"; else what the reader accepts of that coverage. */
function coverageInWords({ short, plans }: NonNullable<CaseFit["coverage"]>, insured: Insured): string {
  const isAccepted = acceptsPlan(plans, insured?.plan ?? null, short);
  if (isAccepted === null) return `aceptás ${short} (${plans})`;
  const plan = insured?.plan ?? "";
  const isNamed = plan.toLowerCase().startsWith(short.toLowerCase());
  return `${isAccepted ? "aceptás" : "no aceptás"} su ${isNamed ? plan : `${short} ${plan}`.trim()}`;
}

/** Whether how a case fits names the patient's own plan. */
export const namesPlan = (fit: CaseFit | undefined, insured: Insured): boolean =>
  Boolean(fit?.coverage && insured && acceptsPlan(fit.coverage.plans, insured.plan, fit.coverage.short) !== null);

/** "A 2 km", "aceptás su OSDE 210", "podés martes 15:00": only what is stated. */
function fitInWords({ is_here, km, coverage, free_at }: CaseFit, insured: Insured, now = new Date()): string[] {
  const place = is_here ? "en tu barrio" : km === null ? null : distanceInWords(km);
  const parts: (string | null)[] = [
    place,
    coverage && coverageInWords(coverage, insured),
    free_at && `podés ${wallTimeInWords(free_at, now)}`,
  ];
  return parts.filter((part) => part !== null);
}

type Care = { preferred_modality: Modality | null; location_city: string | null; poster_city: string | null };

/** Where the patient wants to be attended, as the specialist who may attend reads it. */
export function careInWords({ preferred_modality, location_city, poster_city }: Care): string {
  const home = location_city ?? poster_city;
  switch (preferred_modality) {
    case "online":
      return "Online";
    case "domicilio":
      return home ? `A domicilio en ${home}` : "A domicilio";
    case "consultorio":
      return "En tu consultorio";
    case null:
      return "Cualquier modalidad";
  }
}

/** "busca en Flores · vive en Avellaneda"; a place that is both is said once. */
export function placesInWords({ location_city, poster_city }: Omit<Care, "preferred_modality">): string[] {
  const isElsewhere = location_city !== null && location_city !== poster_city;
  return [isElsewhere && `busca en ${location_city}`, poster_city !== null && `vive en ${poster_city}`].filter(
    (part) => part !== false,
  );
}

type Applications = { seats: number | null; seats_taken: number | null; application_count: number };

/** "2 de 5 postulaciones" where seats are capped, else how many there are. */
export function applicationsInWords({ seats, seats_taken, application_count }: Applications): string {
  if (seats !== null && seats_taken !== null) return `${seats_taken} de ${seats} postulaciones`;
  return application_count === 0
    ? "Nadie se postuló todavía"
    : plural(application_count, "postulación", "postulaciones");
}

type Line = {
  fit: CaseFit | undefined;
  /** The modality that the case asks for and the reader does not offer, where that is not said above. */
  lacked?: Modality | null;
  /** How many applied, where that is told. */
  applications: string | null;
  insured?: Insured;
};

/** How a case fits, in one line: "A 2 km · aceptás su OSDE · 1 postulación", "No ofrecés Online · 1 postulación". */
export function inALine({ fit, lacked = null, applications, insured }: Line): string {
  const line = [
    lacked && `no ofrecés ${CASE_MODALITY_LABELS[lacked]}`,
    ...(fit ? fitInWords(fit, insured) : []),
    applications,
  ]
    .filter((part) => part !== null)
    .join(DOT);
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}

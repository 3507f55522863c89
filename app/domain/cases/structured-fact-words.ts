/** For how long it has hurt. */
export const SINCE = ["days", "weeks", "months", "years"] as const;
export const SINCE_LABELS = {
  days: "Hace días",
  weeks: "Hace semanas",
  months: "Hace meses",
  years: "Hace más de un año",
} as const satisfies Record<(typeof SINCE)[number], string>;

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const DAY_LABELS: Record<(typeof DAYS)[number], string> = {
  mon: "Lunes",
  tue: "Martes",
  wed: "Miércoles",
  thu: "Jueves",
  fri: "Viernes",
  sat: "Sábado",
  sun: "Domingo",
};
export const HALF_LABELS = { am: "mañana", pm: "tarde" } as const;

export const MOST_ACTIVITIES = 3;

type Written = { operation?: string | null | undefined; activities?: readonly { name: string }[] | null | undefined };

/** The facts that the patient wrote as free text (operation and activities), one per line. */
export function wordsOfFacts(facts: Written | null | undefined): string {
  return [facts?.operation ?? "", ...(facts?.activities ?? []).map(({ name }) => name)].join("\n");
}

/** The first hour of an afternoon. */
const NOON = 13;

/** The half-day of a wall time such as "2026-12-01T15:00": "tue_pm". */
export function halfDayOf(local: string): string {
  const sinceMonday = (new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7;
  return `${DAYS[sinceMonday]}_${Number(local.slice(11, 13)) < NOON ? "am" : "pm"}`;
}

/** Half-days in words, grouped by day: "Lunes mañana y tarde". */
export function timesInWords(times: readonly string[] | undefined): string {
  return DAYS.flatMap((day) => {
    const halves = (["am", "pm"] as const).filter((half) => times?.includes(`${day}_${half}`));
    return halves.length > 0 ? [`${DAY_LABELS[day]} ${halves.map((half) => HALF_LABELS[half]).join(" y ")}`] : [];
  }).join(", ");
}

/** When in a treatment a measure was taken. */
export const MOMENTS = ["start", "along", "end", "after"] as const;
export type Moment = (typeof MOMENTS)[number];
export const MOMENT_LABELS: Record<Moment, string> = {
  start: "Al comienzo",
  along: "Durante el tratamiento",
  end: "Al final",
  after: "Un mes después",
};

/** The most measures that are shown of a case: its last ones. */
export const MOST_MEASURES = 200;
/** The highest score, of pain and of an activity. */
export const HIGHEST = 10;

/** A measure: pain from 0 (none) to 10 (the worst), and each activity from 0 (not at all) to 10 (as before); null for what was not answered. */
export type Scores = { pain: number | null; scores: readonly (number | null)[] };

/** How somebody is, compared with before. */
export type Change = "mejor" | "peor" | "parecido";

/** The least difference that counts: of pain, of the mean of the activities, and of one activity. */
const PAIN_STEP = 2;
const MEAN_STEP = 2;
const ONE_STEP = 3;

/** How pain changed, where less is better; null when either was not answered. */
export function changeOfPain(before: number | null, after: number | null): Change | null {
  if (before === null || after === null) return null;
  return after - before <= -PAIN_STEP ? "mejor" : after - before >= PAIN_STEP ? "peor" : "parecido";
}

/** The activities that have a score both times, by their place. */
function pairedScores(before: Scores["scores"], after: Scores["scores"]) {
  return before.flatMap((from, at) => {
    const to = after[at] ?? null;
    return from === null || to === null ? [] : [{ at, from, to }];
  });
}

/**
 * How the activities changed, where more is better: by their mean, or else by one of them, unless another went as far the other way. Only
 * activities with a score both times count; null without any.
 */
export function changeOfActivities(before: Scores["scores"], after: Scores["scores"]): Change | null {
  const steps = pairedScores(before, after).map(({ from, to }) => to - from);
  if (steps.length === 0) return null;
  const total = steps.reduce((sum, step) => sum + step, 0);
  if (Math.abs(total) >= MEAN_STEP * steps.length) return total > 0 ? "mejor" : "peor";
  const isUp = steps.some((step) => step >= ONE_STEP);
  const isDown = steps.some((step) => step <= -ONE_STEP);
  return isUp === isDown ? "parecido" : isUp ? "mejor" : "peor";
}

/** The rise of pain between two measures, and the pain twice in a row, at which a patient is sent to who treats them. */
const RISE = 3;
const STRONG = 8;

/** Whether the latest measures, oldest first, show a sign that somebody should hear of. Measures without pain are passed over. */
export function hasWarning(measures: readonly { pain: number | null }[]): boolean {
  const [last, before] = measures.flatMap(({ pain }) => pain ?? []).toReversed();
  return last !== undefined && before !== undefined && (last - before >= RISE || (last >= STRONG && before >= STRONG));
}

/** What a patient with such a sign does: it names who treats them, if somebody does. */
export const warning = (name: string | null) =>
  `Contáselo a ${name ?? "quien te atiende"}. Si fue un golpe, tenés fiebre o perdiste fuerza: guardia o 107.`;

type Side = "patient" | "kine";
const SAID: Record<Side, string> = {
  patient: "Lo contaste vos; no es un diagnóstico.",
  kine: "Lo contó tu paciente; no es un diagnóstico.",
};

/** How a patient changed from one measure to another: pain and activities, each in numbers; the last line says whose words they are. */
export function changeLines(before: Scores, after: Scores, activities: readonly string[], side: Side) {
  const scores = pairedScores(before.scores, after.scores);
  const lines = [
    { change: changeOfPain(before.pain, after.pain), text: `Dolor: ${before.pain} → ${after.pain}.` },
    {
      change: changeOfActivities(before.scores, after.scores),
      text: scores.map(({ at, from, to }) => `${activities[at] ?? ""}: ${from} → ${to}.`).join(" "),
    },
  ].flatMap(({ change, text }) => (change ? [{ change, text }] : []));
  return lines.map((line, at) => (at === lines.length - 1 ? { ...line, text: `${line.text} ${SAID[side]}` } : line));
}

/** "3/12", of a day such as "2026-12-03". */
export const asDay = (day: string) => `${Number(day.slice(8, 10))}/${Number(day.slice(5, 7))}`;

/** "Carla lo miró el 3/12 y el 5/12.", a line for each reader; the days as they are given. */
export function viewLines(views: readonly { name: string; day: string }[]): string[] {
  const names = [...new Set(views.map(({ name }) => name))];
  return names.map((reader) => {
    const days = views.filter(({ name }) => name === reader).map(({ day }) => `el ${asDay(day)}`);
    const last = days.pop() ?? "";
    return `${reader} lo miró ${days.length > 0 ? `${days.join(", ")} y ` : ""}${last}.`;
  });
}

/** What an appeal is about: a review, or the answer to one. */
export const APPEAL_ABOUT = ["review", "reply"] as const;
export const APPEAL_OUTCOMES = ["kept", "hidden", "shown"] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** How long a decision can be appealed, in days. The database has the same. */
export const APPEAL_DAYS = 14;
/** After how many hours without a decision an appeal is late. */
export const APPEAL_HOURS = 48;
/** The most characters of an appeal, and of its decision. */
export const APPEAL_MAX = 500;

/** What became of an appeal, for who asked. */
export function appealLine(appeal: { outcome: AppealOutcome | null; decision: string | null }): string {
  if (appeal.outcome === null) return "Pediste otra revisión: la estamos mirando.";
  const said = { kept: "La decisión queda", hidden: "La ocultamos", shown: "Se ve de nuevo" }[appeal.outcome];
  return `Otra revisión. ${said}: ${appeal.decision ?? ""}`;
}

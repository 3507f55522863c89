import { plural } from "../../shared/format.ts";

export const END_REASONS = ["completed", "well", "someone_else", "cost", "other"] as const;
export type EndReason = (typeof END_REASONS)[number];
export const END_LABELS: Record<EndReason, string> = {
  completed: "Completado",
  well: "Ya estoy bien",
  someone_else: "Sigo con otra persona",
  cost: "Cobertura o precio",
  other: "Otro motivo",
};

/** The most sessions of a plan or an authorisation. */
export const MOST_SESSIONS = 100;
/** The most days of an authorisation. */
export const MOST_DAYS = 1_000;
/** Both hear once of an authorisation with so few sessions or days left. */
export const FEW_LEFT = 2;
export const FEW_DAYS = 14;

/** "Esto no es una historia clínica. …", said on each screen about a treatment; `name` is null for the specialist. */
export const noRecord = (name: string | null) =>
  `Esto no es una historia clínica. ${name === null ? "Vos llevás la tuya" : `${name} lleva la suya`}, como manda la Ley 26.529.`;

/** A session that was marked or noted, by its wall time ("2026-12-03T18:00"). */
type Session = { id: string; local_start: string; state: "held" | "no_show"; is_disputed: boolean };
/** What a coverage authorised, on days as "2026-12-30". */
type Authorised = { id: string; sessions: number; valid_from: string; valid_until: string };
type Standing = "current" | "ahead" | "over";

const keyOf = ({ local_start, id }: Session) => `${local_start} ${id}`;

/**
 * What both sides read of a treatment: which session is which, how many were held, and what is left of each authorisation. Only sessions that were
 * held and that nobody disputed count. `today` is a day as "2026-12-03".
 */
export function foldSessions<S extends Session, A extends Authorised>(
  sessions: readonly S[],
  authorisations: readonly A[],
  today: string,
) {
  const held = sessions
    .filter(({ state, is_disputed }) => state === "held" && !is_disputed)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const numbers = new Map(held.map(({ id }, at) => [id, at + 1]));
  const standing = ({ valid_from, valid_until }: A): Standing =>
    valid_until < today ? "over" : valid_from > today ? "ahead" : "current";
  return {
    held: held.length,
    sessions: sessions.map((session) => ({ ...session, number: numbers.get(session.id) ?? null })),
    authorisations: authorisations.map((one) => {
      const days = held.map(({ local_start }) => local_start.slice(0, 10));
      const within = days.filter((day) => day >= one.valid_from && day <= one.valid_until).length;
      const used = Math.min(within, one.sessions);
      return { ...one, used, left: one.sessions - used, standing: standing(one) };
    }),
  };
}

const asDay = (day: string) => `${Number(day.slice(8, 10))}/${Number(day.slice(5, 7))}`;

type Told = {
  held: number;
  /** The sessions of an accepted plan. */
  planned: number | null;
  authorisations: readonly {
    coverage: string;
    sessions: number;
    valid_until: string;
    left: number;
    standing: Standing;
  }[];
};

/** "Sesión 4 de 10. OSDE autorizó 10 hasta el 30/12: quedan 6." */
export function treatmentLine({ held, planned, authorisations }: Told): string {
  const of = planned === null ? "" : ` de ${planned}`;
  const first = held === 0 ? `Todavía no hay sesiones registradas${of && ` (plan${of})`}.` : `Sesión ${held}${of}.`;
  const current = authorisations.find(({ standing }) => standing === "current");
  if (!current) return first;
  const { coverage, sessions, valid_until, left } = current;
  const rest = left === 1 ? "queda 1" : left === 0 ? "no queda ninguna" : `quedan ${left}`;
  return `${first} ${coverage} autorizó ${sessions} hasta el ${asDay(valid_until)}: ${rest}.`;
}

/** "Quedan 2 sesiones autorizadas: pedí la renovación.", or null while enough of it is left. */
export function endingLine({ left, valid_until }: { left: number; valid_until: string }, today: string): string | null {
  if (left <= FEW_LEFT)
    return `${left === 1 ? "Queda" : "Quedan"} ${plural(left, "sesión autorizada", "sesiones autorizadas")}: pedí la renovación.`;
  const days = (Date.parse(valid_until) - Date.parse(today)) / 86_400_000;
  return days <= FEW_DAYS ? `La autorización vence el ${asDay(valid_until)}: pedí la renovación.` : null;
}

/** The queues that wait for a decision of an admin; "Hoy" lists them, and the badges count them. */
export const WAITING_QUEUES = ["requests", "changes", "licences", "reports", "disputes", "replies", "appeals"] as const;
export type WaitingQueue = (typeof WAITING_QUEUES)[number];
export const QUEUES = [...WAITING_QUEUES, "cases"] as const;
export type Queue = (typeof QUEUES)[number];

/** The count limit of what waits in each queue. */
export const MOST_QUEUED = 1_000;
/** The period of demand in "Zonas", in days. */
export const DEMAND_DAYS = 30;
/** The most zones listed. */
export const MOST_ZONES = 200;
/** More cases than this for each active specialist are a shortage. */
const CASES_A_SPECIALIST = 5;

/** When a zone is short, for who reads the list. */
export const SHORTAGE_RULE = `Falta gente donde hubo más de ${CASES_A_SPECIALIST} casos en ${DEMAND_DAYS} días por cada especialista activo, o no hay ninguno.`;

type Zone = { name: string | null; published: number; specialists: number };

/** Whether a known zone has too few specialists for its cases. */
export function isShort({ name, published, specialists }: Zone): boolean {
  if (name === null || published === 0) return false;
  return specialists === 0 || published > CASES_A_SPECIALIST * specialists;
}

/** "Moreno: 12 casos, 1 especialista activo". */
export function shortageWords({ name, published, specialists }: Zone): string {
  const active = specialists === 1 ? "especialista activo" : "especialistas activos";
  return `${name}: ${published} ${published === 1 ? "caso" : "casos"}, ${specialists} ${active}`;
}

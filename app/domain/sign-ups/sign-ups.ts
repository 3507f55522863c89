/** Who signs up by themselves. */
export const SIGN_UP_ROLES = ["patient", "kine"] as const;
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

/** The counted steps, in their order. A step counts within 30 days of the account. */
export const SIGN_UP_STEPS = ["accounts", "confirmed", "begun", "applied", "accepted"] as const;
export type SignUpStep = (typeof SIGN_UP_STEPS)[number];
export type StepCounts = Readonly<Record<SignUpStep, number>>;

export const ROLE_WORDS: Record<SignUpRole, string> = { patient: "Pacientes", kine: "Especialistas" };

/** A step, as several and as one did it, and where those are lost who do not reach it. */
export const STEP_WORDS: Record<SignUpRole, Record<SignUpStep, { done: string; one: string; lost: string }>> = {
  patient: {
    accounts: { done: "Crearon la cuenta", one: "creó la cuenta", lost: "" },
    confirmed: { done: "Confirmaron el email", one: "confirmó el email", lost: "al confirmar el email" },
    begun: { done: "Publicaron un caso", one: "publicó un caso", lost: "al publicar un caso" },
    applied: { done: "Recibieron una postulación", one: "recibió una postulación", lost: "al esperar una postulación" },
    accepted: {
      done: "Aceptaron a un especialista",
      one: "aceptó a un especialista",
      lost: "al aceptar a un especialista",
    },
  },
  kine: {
    accounts: { done: "Crearon la cuenta", one: "creó la cuenta", lost: "" },
    confirmed: { done: "Confirmaron el email", one: "confirmó el email", lost: "al confirmar el email" },
    begun: { done: "Quedaron aprobados", one: "quedó aprobado", lost: "al esperar la aprobación" },
    applied: { done: "Se postularon a un caso", one: "se postuló a un caso", lost: "al postularse" },
    accepted: { done: "Consiguieron un paciente", one: "consiguió un paciente", lost: "al esperar que los acepten" },
  },
};

/** "1 creó la cuenta", "17 crearon la cuenta". */
export function stepWords(role: SignUpRole, step: SignUpStep, n: number): string {
  const { done, one } = STEP_WORDS[role][step];
  return `${n} ${n === 1 ? one : done.charAt(0).toLowerCase() + done.slice(1)}`;
}

/** The step that fewer people reach than the one before it, by most; null where none loses anybody. */
export function worstStep(counts: StepCounts): SignUpStep | null {
  const losses = SIGN_UP_STEPS.slice(1).map((step) => ({ step, lost: counts[stepBefore(step)] - counts[step] }));
  const worst = losses.reduce((most, one) => (one.lost > most.lost ? one : most));
  return worst.lost > 0 ? worst.step : null;
}

/** The step before another one; the first one's is itself. */
const stepBefore = (step: SignUpStep): SignUpStep =>
  SIGN_UP_STEPS[Math.max(0, SIGN_UP_STEPS.indexOf(step) - 1)] ?? "accounts";

/** "De 120 cuentas, 30 llegaron al último paso en 30 días. Donde más se pierde es al publicar un caso: de 100 a 45." */
export function funnelWords(role: SignUpRole, counts: StepCounts, worst: SignUpStep | null): string {
  const reached = `De ${counts.accounts} cuentas, ${counts.accepted} llegaron al último paso en 30 días.`;
  if (worst === null) return reached;
  return `${reached} Donde más se pierde es ${STEP_WORDS[role][worst].lost}: de ${counts[stepBefore(worst)]} a ${counts[worst]}.`;
}

import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import type { CaseAccess } from "../cases/case-access.ts";
import type { MatchStatus } from "./match-words.ts";
import { MatchStatusBadge } from "./match-status-badge.tsx";

const nextSteps: Record<MatchStatus, string | null> = {
  proposed: "El paciente todavía no respondió. Cuando te acepte vas a ver su teléfono. Mientras, podés escribirle.",
  accepted: null,
  rejected: "El paciente eligió no avanzar con tu postulación.",
};

type OwnApplicationProps = {
  match: NonNullable<Answers["cases"]["view"]["match"]>;
  access: CaseAccess;
  /** Whether the case is closed. */ isOver: boolean;
  children: ReactNode;
};

/** The specialist's own application to the viewed case: its status, the next step, and actions (`children`). */
export function OwnApplication({ match, access, isOver, children }: OwnApplicationProps) {
  const step = nextStep(match, access);
  return (
    <section
      aria-labelledby="own-application"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="own-application" className="text-lg">
          Tu postulación
        </h3>
        <MatchStatusBadge status={match.status} endedAt={match.ended_at} isOver={isOver} />
      </div>
      {match.message && (
        <blockquote className="border-l-4 border-line pl-4 whitespace-pre-line">{match.message}</blockquote>
      )}
      {step && <p className="text-sm text-muted">{step}</p>}
      {children}
    </section>
  );
}

function nextStep({ status, ended_at }: OwnApplicationProps["match"], access: CaseAccess): string | null {
  if (ended_at !== null) return "El paciente terminó su atención con vos.";
  return access === "ended" && status !== "rejected" ? "Ya no hay nada que responder en este caso." : nextSteps[status];
}

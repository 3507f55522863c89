import { api } from "../../client/api.ts";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";
import { appealLine, type AppealOutcome } from "./appeal.ts";

export type Appealable = {
  can_appeal: boolean;
  appeal: { outcome: AppealOutcome | null; decision: string | null } | null;
};
export type AppealActionProps = {
  appealed: Appealable;
  review_id: string;
  about: "review" | "reply";
  /** "tu reseña de Carla". */
  what: string;
};

/** "Pedir otra revisión" of a decision about a review or an answer, once; then what became of it. */
export function AppealAction({ appealed: { can_appeal, appeal }, review_id, about, what }: AppealActionProps) {
  if (appeal) return <p className="mt-2 basis-full text-sm wrap-anywhere">{appealLine(appeal)}</p>;
  if (!can_appeal) return null;
  return (
    <ActionWithReason
      label="Pedir otra revisión"
      fullLabel={`Pedir otra revisión de ${what}`}
      icon="refresh"
      tone="primary"
      title="Pedir otra revisión"
      reason={{ label: "Por qué", description: "Lo lee quien revisa.", missing: "Contanos por qué" }}
      act={(text) => api.appeals.ask({ review_id, about, text })}
      done="Vamos a mirarlo de nuevo"
      failure="No se pudo pedir otra revisión"
    >
      <p>Lo mira otra persona, si hay más de un administrador, en unos dos días. Se puede pedir una sola vez.</p>
    </ActionWithReason>
  );
}

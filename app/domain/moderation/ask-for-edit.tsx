import { api } from "../../client/api.ts";
import { ActionWithReason } from "./action-with-reason.tsx";

/** "Pedir que la edite", for a review whose author is there. */
export function AskForEdit({ id, edited_at, author }: { id: string; edited_at: Date | null; author: string }) {
  return (
    <ActionWithReason
      label="Pedir que la edite"
      fullLabel={`Pedir que la edite, reseña de ${author}`}
      icon="edit"
      tone="primary"
      title="Pedir que edite la reseña"
      reason={{ label: "Qué tiene que cambiar", description: "Lo va a leer su autor.", missing: "Escribí qué cambiar" }}
      act={(reason) => api.moderation.askEdit({ id, edited_at, reason })}
      done="Se lo pedimos"
      failure="No se pudo pedir"
    >
      <p>La reseña sigue como está. Su autor tiene siete días para editarla.</p>
    </ActionWithReason>
  );
}

import { api } from "../../client/api.ts";
import { ActionWithReason } from "./action-with-reason.tsx";

type ModeratedReply = {
  /** The review's id. */
  id: string;
  reply_edited_at: Date | null;
  isHeld: boolean;
  isHidden: boolean;
  author: string;
};

/** "Publicar" or "Ocultar" a specialist's answer to a review; both for one that waits. */
export function ReplyModeration({ reply }: { reply: ModeratedReply }) {
  const { id, reply_edited_at: edited_at, isHeld, isHidden, author } = reply;
  return (
    <>
      {(isHeld || isHidden) && (
        <ActionWithReason
          label="Publicar respuesta"
          fullLabel={`Publicar respuesta de ${author}`}
          icon="eye"
          tone="primary"
          title="Publicar la respuesta"
          act={() => api.moderation.showReply({ id, edited_at })}
          done="La respuesta se ve"
          failure="No se pudo publicar la respuesta"
        >
          <p>Se ve debajo de la reseña, en el perfil público.</p>
        </ActionWithReason>
      )}
      {!isHidden && (
        <ActionWithReason
          label="Ocultar respuesta"
          fullLabel={`Ocultar respuesta de ${author}`}
          icon="eyeOff"
          title="Ocultar la respuesta"
          reason={{ label: "Motivo", description: "Lo va a leer su autor.", missing: "Escribí el motivo" }}
          act={(reason) => api.moderation.hideReply({ id, edited_at, reason })}
          done="Respuesta oculta"
          failure="No se pudo ocultar la respuesta"
        >
          <p>Deja de verse en el perfil público. Su autor no la puede editar ni escribir otra.</p>
        </ActionWithReason>
      )}
    </>
  );
}

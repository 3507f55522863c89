import { api } from "../../client/api.ts";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";

/** "Mandar otra invitación" to a specialist who has not accepted the terms. */
export function InviteAgainAction({ person: { id, name } }: { person: { id: string; name: string } }) {
  return (
    <ActionWithReason
      label="Mandar otra invitación"
      fullLabel={`Mandar otra invitación a ${name}`}
      icon="mail"
      tone="primary"
      title={`Mandar otra invitación a ${name}`}
      act={() => api.accounts.inviteAgain({ id })}
      done="Invitación mandada"
      failure="No se pudo mandar la invitación"
    >
      <p>Le llega un enlace nuevo, que sirve una vez durante siete días. El anterior deja de servir.</p>
    </ActionWithReason>
  );
}

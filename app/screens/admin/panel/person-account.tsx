import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { type Answers, queries } from "../../../client/api.ts";
import { InviteAgainAction } from "../../../domain/accounts/invite-again-action.tsx";
import { RoleSelect } from "../../../domain/accounts/role-select.tsx";
import { SuspensionAction } from "../../../domain/moderation/moderation-actions.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Outcome, Outcomes } from "../../../ui/outcomes.tsx";

type Person = Answers["dossiers"]["person"];

/** Where else a person is seen, the role, and what is done to the account, after what was read. */
export function PersonAccount({ person }: { person: Person }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const queryClient = useQueryClient();
  const { revalidate } = useRevalidator();
  const onAssigned = () => {
    void queryClient.invalidateQueries({ queryKey: queries.dossiers.key() });
    if (me.data?.id === person.id) void revalidate();
  };
  const isSuspended = person.suspended_at !== null;
  const isPublic = person.role === "kine" && person.approval_status === "approved" && !isSuspended && !person.terms_due;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap gap-x-5">
        {isPublic && (
          <ButtonLink to={`/kines/${person.id}`} variant="link" size="inline">
            Perfil público
          </ButtonLink>
        )}
        <ButtonLink
          to={`/dashboard/admin/audit?buscar=${encodeURIComponent(person.email)}`}
          variant="link"
          size="inline"
        >
          Auditoría
        </ButtonLink>
      </div>
      <RoleSelect person={person} onAssigned={onAssigned} />
      <Outcomes>
        {person.terms_due && !isSuspended && (
          <Outcome act={<InviteAgainAction person={person} />}>
            Le llega un enlace nuevo; el anterior deja de servir.
          </Outcome>
        )}
        {me.data && me.data.id !== person.id && (
          <Outcome act={<SuspensionAction person={{ id: person.id, name: person.name, isSuspended }} />}>
            {isSuspended
              ? "Puede iniciar sesión de nuevo; recibe el motivo por email."
              : "Deja de entrar y de verse; recibe el motivo por email."}
          </Outcome>
        )}
      </Outcomes>
    </div>
  );
}

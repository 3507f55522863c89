import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Role, ROLE_LABELS, ROLES } from "../../shared/roles.ts";

const options = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const leavesChoice = new Set(["Enter", " ", "Tab", "Shift", "Escape"]);

type RoleSelectProps = {
  person: { id: string; name: string; email: string; role: Role | null; is_confirmed: boolean };
  onAssigned?: () => void;
};

const CONSEQUENCES: Record<Role, string> = {
  patient: "Va a usar la cuenta como paciente: si atendía o administraba, deja de poder hacerlo en este momento.",
  kine:
    "Va a poder ver los casos que los pacientes publican y postularse. Su perfil se publica recién cuando lo acepte, y " +
    "no lleva la insignia hasta que alguien compruebe su matrícula.",
  admin:
    "Va a poder ver los datos de todas las personas, decidir solicitudes y quitarte tu propio rol. Les avisamos por " +
    "email a los demás administradores.",
};

/** "Rol de {nombre}": assigns the selected role after a confirmation; a role reached by arrow keys waits for Enter or "Asignar". */
export function RoleSelect({ person, onAssigned }: RoleSelectProps) {
  const { assigning, assign } = useAssign(person.id, onAssigned);
  const [asked, setAsked] = useState<Role | null>(null);
  const [considered, setConsidered] = useState<Role | null>(null);
  // Each arrow key in a closed select changes its value: passing "admin" would assign it.
  const isByKey = useRef(false);
  const select = useRef<HTMLSelectElement>(null);
  const confirm = () => {
    if (considered) setAsked(considered);
    setConsidered(null);
    select.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    isByKey.current = !leavesChoice.has(event.key);
    if (event.key === "Enter" && considered) {
      event.preventDefault();
      confirm();
    }
    if (event.key === "Escape") setConsidered(null);
  };
  const onPointerDown = () => {
    isByKey.current = false;
  };
  const choose = (role: Role) => {
    const isOther = role !== (assigning ?? person.role);
    if (isByKey.current) setConsidered(isOther ? role : null);
    else if (isOther) setAsked(role);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div role="presentation" className="min-w-48 grow" onKeyDown={onKeyDown} onPointerDown={onPointerDown}>
        <Select
          label={`Rol de ${person.name}`}
          inputRef={select}
          options={options}
          placeholder={person.role ? undefined : "Sin rol"}
          value={asked ?? considered ?? assigning ?? person.role ?? ""}
          onChange={(role) => role && choose(role as Role)}
        />
      </div>
      {(considered || assigning) && (
        <Button size="small" isPending={assigning !== null} pendingLabel="Asignando…" onPress={confirm}>
          Asignar
        </Button>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={
          asked === "admin"
            ? `¿Dar el rol de administrador a ${person.name}?`
            : `¿Cambiar el rol de ${person.name} a ${asked ? ROLE_LABELS[asked] : ""}?`
        }
        confirmLabel={asked === "admin" ? "Sí, hacer administrador" : "Sí, cambiar el rol"}
        tone="danger"
        onConfirm={() => {
          setAsked(null);
          if (asked) assign(asked);
        }}
      >
        <p>{asked && CONSEQUENCES[asked]}</p>
        {!person.is_confirmed && (
          <p className="mt-3 wrap-anywhere">
            <Badge tone="warning">Email sin confirmar</Badge> Nadie comprobó que {person.email} sea de esta persona.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}

function useAssign(user_id: string, onAssigned?: () => void) {
  const queryClient = useQueryClient();
  const [assigning, setAssigning] = useState<Role | null>(null);
  const { mutate } = useMutation(
    queries.accounts.assignRole.mutationOptions({
      onSuccess: async ({ role }) => {
        toast.success("Rol asignado", { description: `El rol ${ROLE_LABELS[role]} ha sido asignado exitosamente` });
        onAssigned?.();
        await queryClient.invalidateQueries({ queryKey: queries.accounts.key() });
      },
      onError: (error) => {
        toastFailure("No se pudo asignar el rol", error);
      },
      onSettled: (_answer, _error, { role }) => setAssigning((latest) => (latest === role ? null : latest)),
      // Assignments of one user run in order, so the last choice wins.
      scope: { id: `role-of-${user_id}` },
    }),
  );
  const assign = (role: Role) => {
    if (assigning === role) return;
    setAssigning(role);
    mutate({ user_id, role });
  };
  return { assigning, assign };
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Key } from "../../ui/key.tsx";
import { toast } from "../../ui/toast.tsx";
import type { ReadPast } from "../departures/use-past.ts";
import { REASON_MAX } from "../kine-applications/kine-application.ts";

export type ProfileChange = Answers["profileChanges"]["list"]["items"][number];

type ProfileChangeDecisionProps = {
  change: ProfileChange;
  /** Whether the admin checked the licence, so that an approval gives the badge. */
  isChecked?: boolean;
  /** Whether nothing is left to check, so that approving is the next step. */
  isNext: boolean;
  past: ReadPast["given"];
  onDecided: () => void;
};

/** "Aprobar" and "Rechazar" of a change; `onDecided` is called once the list is reloaded and these buttons are unmounted. */
export function ProfileChangeDecision(props: ProfileChangeDecisionProps) {
  const { change, isChecked = false, isNext, past, onDecided } = props;
  const [isAskingWhy, setAskingWhy] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.profileChanges.key() });
  const settle = async (said: string) => {
    setAskingWhy(false);
    toast.success(said);
    await refresh();
    onDecided();
  };
  const approval = useMutation(
    queries.profileChanges.approve.mutationOptions({
      onSuccess: () => settle("Cambio aprobado"),
      onError: (error) => {
        toastFailure("Error al aprobar el cambio", error);
        return refresh();
      },
    }),
  );
  const rejection = useMutation(
    queries.profileChanges.reject.mutationOptions({
      onSuccess: () => settle("Cambio rechazado"),
      onError: (error) => {
        setAskingWhy(false);
        toastFailure("Error al rechazar el cambio", error);
        return refresh();
      },
    }),
  );
  const { id, license_number, asked_license_number, license_jurisdiction } = change;
  const read = { license_number, asked_license_number, license_jurisdiction };
  return (
    <div className={"flex flex-wrap gap-3"}>
      <Button
        icon="check"
        variant={isNext ? "primary" : "secondary"}
        isPending={approval.isPending}
        isDisabled={rejection.isPending}
        aria-describedby={`change-${id}`}
        onPress={() => approval.mutate({ id, read, past, is_checked: isChecked })}
      >
        Aprobar <Key letter="A" />
      </Button>
      <Button
        variant="secondary"
        icon="close"
        isDisabled={approval.isPending}
        aria-describedby={`change-${id}`}
        onPress={() => setAskingWhy(true)}
      >
        Rechazar <Key letter="R" />
      </Button>
      <ConfirmDialog
        isOpen={isAskingWhy}
        onOpenChange={setAskingWhy}
        title={`Rechazar el cambio de ${change.name}`}
        confirmLabel="Rechazar cambio"
        tone="danger"
        isPending={rejection.isPending}
        input={{ label: "Motivo", description: "Lo lee el especialista en su perfil.", counterMax: REASON_MAX }}
        onConfirm={(reason) => rejection.mutate({ id, reason })}
      >
        <p>Su perfil queda como está. Puede pedir otro cambio.</p>
      </ConfirmDialog>
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { formatDay } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** Until when a public agenda shows its next free time, and the button that confirms it for longer. Nothing where it is not public. */
export function AgendaShown({ until }: { until: Date | null }) {
  const [now] = useState(() => new Date());
  const queryClient = useQueryClient();
  const confirm = useMutation(queries.agendas.confirm.mutationOptions());
  if (until === null) return null;
  const submit = async () => {
    try {
      await confirm.mutateAsync(undefined);
      toast.success("Agenda confirmada");
      await queryClient.invalidateQueries({ queryKey: queries.agendas.key() });
    } catch (error) {
      toastFailure("No se pudo confirmar tu agenda", error, true);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-sunken p-3 pl-4">
      <p>
        {until > now
          ? `Los pacientes ven en tu perfil tu próximo horario libre, hasta el ${formatDay(until)}. Confirmá tu agenda para que lo sigan viendo.`
          : "Los pacientes ya no ven tu próximo horario libre: hace dos semanas que no confirmás tu agenda."}
      </p>
      <Button variant="secondary" size="small" isPending={confirm.isPending} onPress={() => void submit()}>
        Mi agenda está al día
      </Button>
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import type { KineApplication } from "./application-decision.tsx";

type ReopenApplicationProps = { application: KineApplication; onReopened: () => void };

/** Reopens a rejected application; `onReopened` is called once the lists are reloaded. */
export function ReopenApplication({ application, onReopened }: ReopenApplicationProps) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.kineApplications.key() });
  const reopening = useMutation(
    queries.kineApplications.reopen.mutationOptions({
      onSuccess: async () => {
        toast.success("La solicitud está pendiente de nuevo");
        await refresh();
        onReopened();
      },
      onError: (error) => {
        toastFailure("No se pudo retomar la solicitud", error);
        return refresh();
      },
    }),
  );
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        icon="refresh"
        isPending={reopening.isPending}
        aria-describedby={`applicant-${application.id}`}
        onPress={() => reopening.mutate({ id: application.id })}
      >
        Retomar solicitud
      </Button>
    </div>
  );
}

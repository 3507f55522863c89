import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";

type FullCaseProps = { caseId: string; seats: number; isQueued: boolean };

/** The notice of a case without a free seat, with a button that joins or leaves the queue for one. */
export function FullCase({ caseId, seats, isQueued }: FullCaseProps) {
  const queryClient = useQueryClient();
  const options = {
    onError: (error: unknown) => toastFailure("No se pudo guardar", error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
  };
  const queue = useMutation(queries.matches.queue.mutationOptions(options));
  const leave = useMutation(queries.matches.leaveQueue.mutationOptions(options));
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
      <p>
        {isQueued
          ? `Ya hay ${seats} postulaciones. Te avisamos si se libera un lugar.`
          : `Ya hay ${seats} postulaciones; te avisamos si se libera un lugar`}
      </p>
      <Button
        variant="secondary"
        isPending={queue.isPending || leave.isPending}
        onPress={() => (isQueued ? leave : queue).mutate({ id: caseId })}
      >
        {isQueued ? "Ya no me avisen" : "Avisarme"}
      </Button>
    </div>
  );
}

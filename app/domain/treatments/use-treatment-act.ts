import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { toast } from "../../ui/toast.tsx";

/** An act on a treatment: what both sides read of it is read again. A failure is said in a toast. */
export function useTreatmentAct(act: () => Promise<unknown>, done: string, failure: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast.success(done),
    onError: (error) => toastFailure(failure, error),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.treatments.key() }),
        queryClient.invalidateQueries({ queryKey: queries.bookings.key() }),
      ]),
  });
}

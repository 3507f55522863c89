import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { toast } from "../../ui/toast.tsx";

/** Runs an act on bookings: says that it was done, or why not, and reads what is true by now. */
export function useBookingActs() {
  const queryClient = useQueryClient();
  const confirm = useMutation(queries.bookings.confirm.mutationOptions());
  const decline = useMutation(queries.bookings.decline.mutationOptions());
  const propose = useMutation(queries.bookings.propose.mutationOptions());
  const move = useMutation(queries.bookings.move.mutationOptions());
  const answer = useMutation(queries.bookings.answer.mutationOptions());
  const cancel = useMutation(queries.bookings.cancel.mutationOptions());
  const mark = useMutation(queries.bookings.mark.mutationOptions());
  const dispute = useMutation(queries.bookings.dispute.mutationOptions());
  const all = { confirm, decline, propose, move, answer, cancel, mark, dispute };

  /** Whether it was done. */
  async function run(act: () => Promise<unknown>, done: string): Promise<boolean> {
    try {
      await act();
      toast.success(done);
      return true;
    } catch (error) {
      toastFailure("No se pudo", error);
      return false;
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.bookings.key() }),
        queryClient.invalidateQueries({ queryKey: queries.agendas.key() }),
        // They say how the pair stands.
        queryClient.invalidateQueries({ queryKey: queries.cases.key() }),
        queryClient.invalidateQueries({ queryKey: queries.matches.key() }),
      ]);
    }
  }

  return { ...all, run, isPending: Object.values(all).some(({ isPending }) => isPending) };
}

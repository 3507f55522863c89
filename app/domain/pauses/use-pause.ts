import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { toast } from "../../ui/toast.tsx";

/** Starts or ends the specialist's pause. */
export function usePause() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(queries.profiles.pause.mutationOptions());
  return {
    isPending,
    /** Resolves to whether it was saved. */
    pause: async (until: string | null): Promise<boolean> => {
      try {
        await mutateAsync({ until });
        toast.success(until ? "Quedaste en pausa" : "Volvés a recibir casos");
        await queryClient.invalidateQueries({ queryKey: queries.profiles.mine.key() });
        return true;
      } catch (error) {
        toastFailure("Error al guardar tu pausa", error, true);
        return false;
      }
    },
  };
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { toast } from "../../ui/toast.tsx";
import { subscribeHere, unsubscribeHere } from "./push-browser.ts";

/** Turns pushes to this browser on and off, with a toast for each outcome. `state` is undefined until it is loaded. */
export function usePushHere() {
  const queryClient = useQueryClient();
  const me = useQuery(queries.accounts.me.queryOptions());
  const { data: state } = useQuery(queries.push.state.queryOptions());
  const onSettled = () => queryClient.invalidateQueries({ queryKey: queries.push.key() });
  const turnOn = useMutation({
    mutationFn: async () => Boolean(me.data && state?.key && (await subscribeHere(me.data.id, state.key))),
    onSuccess: (isOn) => {
      if (isOn) toast.success("Listo: te avisamos en este dispositivo");
      else toast.info("No activamos los avisos: tu navegador no dio permiso.");
    },
    onError: (error) => toastFailure("No se pudieron activar los avisos", error),
    onSettled,
  });
  const turnOff = useMutation({
    mutationFn: unsubscribeHere,
    onSuccess: () => toast.success("Dejamos de avisarte en este dispositivo"),
    onError: (error) => toastFailure("No se pudieron desactivar los avisos", error),
    onSettled,
  });
  return { state, isHere: state?.devices.some(({ is_current }) => is_current) ?? false, turnOn, turnOff };
}

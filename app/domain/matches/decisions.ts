import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { errorCode } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { UNDO_MS } from "../held-decisions/held-decision.ts";
import { showAsItIs, showRejected } from "./held-rejections.ts";

const TOAST_WITH_ACTION_MS = 8000;

/** An application that its patient decides. */
export type Decided = { id: string; kine_id: string; name: string; offered_at: Date | null };

const useRefresh = () => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queries.cases.key() });
};

/** Accepts an application, with notices; `onSettled` follows, once the contact data are loaded. */
export function useAcceptance({ id, kine_id, offered_at }: Decided, onSettled: () => void) {
  const navigate = useNavigate();
  const refresh = useRefresh();
  const accept = useMutation(
    queries.matches.accept.mutationOptions({
      // Said beside the contact data, once the question is closed.
      onSuccess: async () => {
        await refresh();
        onSettled();
        toast.success("¡Especialista aceptado! Ahora podés contactarlo directamente.", {
          duration: TOAST_WITH_ACTION_MS,
          action: { label: "Ver perfil", onPress: () => navigate(`/kines/${kine_id}`) },
        });
      },
      onError: (error) => {
        const isOfTheCase = errorCode(error) === "CASE_CLOSED";
        toastFailure(isOfTheCase ? "Error al actualizar caso" : "Error al aceptar postulación", error);
        return refresh().then(onSettled);
      },
    }),
  );
  // The patient accepts the offer that they see, not a later edit of it.
  const seen = { id, offered_at: offered_at?.toISOString() ?? null };
  return { accept: () => accept.mutate(seen), isAccepting: accept.isPending };
}

/** Rejects an application, with a notice: shown at once, and applied by the server when it can no longer be undone. */
export function useRejection({ id, name }: Decided) {
  const refresh = useRefresh();
  const { mutateAsync: reject } = useMutation(queries.matches.reject.mutationOptions());
  const { mutateAsync: undo } = useMutation(queries.matches.undoReject.mutationOptions());

  return async () => {
    // A fresh id each time: a notice whose rejection was undone closes after a moment, and would close a new one with the same id.
    const notice = `rejected ${id} ${Date.now()}`;
    showRejected(id, async () => {
      toast.dismiss(notice);
      await reject({ id });
    });
    try {
      await reject({ id, can_undo: true });
    } catch (error) {
      showAsItIs(id);
      toastFailure("Error al rechazar postulación", error);
      return refresh();
    }
    const takeBack = async () => {
      try {
        await undo({ id });
        showAsItIs(id);
      } catch (error) {
        toastFailure("No se pudo deshacer", error);
      }
      return refresh();
    };
    toast.success("Postulación rechazada", {
      id: notice,
      description: `${name} lo ve en unos segundos.`,
      duration: UNDO_MS,
      action: { label: "Deshacer", onPress: () => void takeBack() },
    });
  };
}

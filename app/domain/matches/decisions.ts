import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { errorCode } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { holdRejection, takeRejectionBack, UNDO_MS } from "./held-rejections.ts";

const TOAST_WITH_ACTION_MS = 8000;

/** Accepts or rejects one application, with notices. A rejection is shown at once and sent when it can no longer be undone. */
export function useDecision(application: { id: string; kine_id: string; name: string; offered_at: Date | null }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.cases.key() });

  const accept = useMutation(
    queries.matches.accept.mutationOptions({
      onSuccess: () => {
        toast.success("¡Especialista aceptado! Ahora podés contactarlo directamente.", {
          duration: TOAST_WITH_ACTION_MS,
          action: { label: "Ver perfil", onPress: () => navigate(`/kines/${application.kine_id}`) },
        });
      },
      onError: (error) => {
        const isOfTheCase = errorCode(error) === "CASE_CLOSED";
        toastFailure(isOfTheCase ? "Error al actualizar caso" : "Error al aceptar postulación", error);
      },
      // Stays pending until the contact data is loaded.
      onSettled: refresh,
    }),
  );

  const { mutateAsync: sendRejection } = useMutation(
    queries.matches.reject.mutationOptions({
      onError: (error) => toastFailure("Error al rechazar postulación", error),
      onSettled: refresh,
    }),
  );

  function reject() {
    const { id, name } = application;
    // A fresh id each time: a notice whose rejection was undone closes after a moment, and would close a new one with the same id.
    const notice = `rejected ${id} ${Date.now()}`;
    holdRejection(id, async () => {
      toast.dismiss(notice);
      await sendRejection({ id });
    });
    toast.success("Postulación rechazada", {
      id: notice,
      description: `A ${name} le avisamos en unos segundos.`,
      duration: UNDO_MS,
      action: { label: "Deshacer", onPress: () => takeRejectionBack(id) },
    });
  }

  // The patient accepts the offer that they see, not a later edit of it.
  const seen = { id: application.id, offered_at: application.offered_at?.toISOString() ?? null };
  return { accept: () => accept.mutate(seen), reject, isAccepting: accept.isPending };
}

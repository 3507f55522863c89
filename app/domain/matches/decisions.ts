import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { errorCode } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";
import { toastFailure } from "../../client/toast-failure.ts";

const TOAST_WITH_ACTION_MS = 8000;

/** Accepts or rejects one application, with notices; a rejection is shown optimistically. */
export function useDecision(application: { id: string; kine_id: string }, caseId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const caseKey = queries.cases.get.queryKey({ input: { id: caseId } });
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

  const reject = useMutation(
    queries.matches.reject.mutationOptions({
      onMutate: async () => {
        await queryClient.cancelQueries({ queryKey: caseKey });
        const before = queryClient.getQueryData(caseKey);
        queryClient.setQueryData(
          caseKey,
          (now) =>
            now && {
              ...now,
              applications: now.applications.map((each) =>
                each.id === application.id ? { ...each, status: "rejected" as const } : each,
              ),
            },
        );
        return { before };
      },
      onSuccess: () => {
        toast.success("Postulación rechazada");
      },
      onError: (error, _input, context) => {
        queryClient.setQueryData(caseKey, context?.before);
        toastFailure("Error al rechazar postulación", error);
      },
      onSettled: refresh,
    }),
  );

  return {
    accept: () => accept.mutate({ id: application.id }),
    reject: () => reject.mutate({ id: application.id }),
    isAccepting: accept.isPending,
    isRejecting: reject.isPending,
  };
}

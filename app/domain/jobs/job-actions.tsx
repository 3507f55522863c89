import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";

/** "Reintentar", and "Descartar" after a question, of a job that failed for good. */
export function JobActions({ id, label }: { id: string; label: string }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [queries.jobs.key(), queries.status.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const retry = useMutation(
    queries.jobs.retry.mutationOptions({
      onSuccess: () => toast.success("La tarea corre de nuevo"),
      onError: (error) => toastFailure("No se pudo reintentar la tarea", error),
      onSettled,
    }),
  );
  const discard = useMutation(
    queries.jobs.discard.mutationOptions({
      onSuccess: () => toast.success("Tarea descartada"),
      onError: (error) => toastFailure("No se pudo descartar la tarea", error),
      onSettled: () => {
        setAsking(false);
        return onSettled();
      },
    }),
  );
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Reintentar ${label}`}
        isPending={retry.isPending}
        onPress={() => retry.mutate({ id })}
      >
        Reintentar
      </Button>
      <Button variant="secondary" size="small" aria-label={`Descartar ${label}`} onPress={() => setAsking(true)}>
        Descartar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="¿Descartar esta tarea?"
        confirmLabel="Descartar"
        tone="danger"
        isPending={discard.isPending}
        onConfirm={() => discard.mutate({ id })}
      >
        <p>Nadie la va a hacer, y no se puede recuperar. Lo que iba a mandar no sale.</p>
      </ConfirmDialog>
    </>
  );
}

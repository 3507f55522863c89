import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { CoverageField } from "./coverage-field.tsx";

type Entry = Answers["coverages"]["list"][number];
export type VocabularyActionProps = { entry: Entry; isOpen: boolean; onClose: () => void };

/** Asks before a coverage is taken out of use, or put back. */
export function RetireDialog({ entry: { id, short, retired_at }, isOpen, onClose }: VocabularyActionProps) {
  const isRetired = retired_at !== null;
  const queryClient = useQueryClient();
  const retire = useMutation(
    queries.coverages.retire.mutationOptions({
      onSuccess: ({ is_retired }) => {
        onClose();
        toast.success(is_retired ? `${short} está dada de baja` : `${short} está en uso`);
      },
      onError: (error) => toastFailure("No se pudo cambiar la cobertura", error),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={isRetired ? `¿Volver a usar ${short}?` : `¿Dar de baja ${short}?`}
      confirmLabel={isRetired ? "Volver a usar" : "Dar de baja"}
      tone={isRetired ? "primary" : "danger"}
      isPending={retire.isPending}
      onConfirm={() => retire.mutate({ id, is_retired: !isRetired })}
    >
      <p>
        {isRetired
          ? "Vuelve a las búsquedas y a los perfiles que la tienen."
          : "Nadie puede agregarla, y sale de las búsquedas y de los perfiles. Se puede volver a usar."}
      </p>
    </ConfirmDialog>
  );
}

/** Moves all that is stated about one coverage to another one, which takes over its names. */
export function MergeDialog({ entry: { id, short }, isOpen, onClose }: VocabularyActionProps) {
  const [into, setInto] = useState<{ id: number; short: string } | null>(null);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const merge = useMutation(
    queries.coverages.merge.mutationOptions({
      onSuccess: () => {
        onClose();
        toast.success(`${short} ahora es ${into?.short}`);
      },
      onError: (error) => toastFailure("No se pudieron unir las coberturas", error),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const confirm = () => {
    const missing = !into ? "Elegí una cobertura de la lista" : into.id === id ? "Elegí otra cobertura" : undefined;
    setProblem(missing);
    if (into && !missing) merge.mutate({ from: id, into: into.id });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={`Unir ${short} con otra`}
      size="small"
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button variant="danger" isPending={merge.isPending} onPress={confirm}>
            Unir
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p>
          Todo lo que digan los especialistas y los pacientes de {short} pasa a la otra, que también se encuentra por
          sus nombres. Esto no se puede deshacer.
        </p>
        <CoverageField
          label="La cobertura que queda"
          value={into}
          onChange={(chosen) => {
            setInto(chosen);
            setProblem(undefined);
          }}
          errorMessage={problem}
        />
      </div>
    </Dialog>
  );
}

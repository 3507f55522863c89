import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, api, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";
import { CoverageField } from "./coverage-field.tsx";

type Entry = Answers["coverages"]["list"][number];

/** Takes a coverage out of use, or puts it back. */
export function RetireAction({ entry: { id, short, retired_at } }: { entry: Entry }) {
  const isRetired = retired_at !== null;
  return (
    <ActionWithReason
      label={isRetired ? "Volver a usar" : "Dar de baja"}
      fullLabel={isRetired ? `Volver a usar ${short}` : `Dar de baja ${short}`}
      icon={isRetired ? "refresh" : "close"}
      tone={isRetired ? "primary" : "danger"}
      title={isRetired ? `¿Volver a usar ${short}?` : `¿Dar de baja ${short}?`}
      act={() => api.coverages.retire({ id, is_retired: !isRetired })}
      done={isRetired ? `${short} está en uso` : `${short} está dada de baja`}
      failure="No se pudo cambiar la cobertura"
    >
      <p>
        {isRetired
          ? "Vuelve a las búsquedas y a los perfiles que la tienen."
          : "Nadie puede agregarla, y sale de las búsquedas y de los perfiles. Se puede volver a usar."}
      </p>
    </ActionWithReason>
  );
}

/** Moves all that is stated about one coverage to another one, which takes over its names. */
export function MergeAction({ entry: { id, short } }: { entry: Entry }) {
  const [isAsking, setAsking] = useState(false);
  const [into, setInto] = useState<{ id: number; short: string } | null>(null);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const merge = useMutation(
    queries.coverages.merge.mutationOptions({
      onSuccess: () => {
        setAsking(false);
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
    <>
      <Button
        variant="secondary"
        size="small"
        icon="arrow"
        aria-label={`Unir ${short} con otra`}
        onPress={() => setAsking(true)}
      >
        Unir
      </Button>
      <Dialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Unir ${short} con otra`}
        size="small"
        footer={
          <>
            <Button variant="secondary" onPress={() => setAsking(false)}>
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
    </>
  );
}

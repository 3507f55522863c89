import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { useTogether } from "../../ui/together.tsx";
import { noRecord } from "../treatments/treatment.ts";
import { asDay, hasWarning, MOMENT_LABELS, viewLines, warning } from "./measure.ts";
import { MeasureForm } from "./measure-form.tsx";
import { MeasurePicture, type MeasuresView } from "./measure-picture.tsx";

/** "Cómo venís": what the patient of a case says of themselves, and who read it. `?medida=…` leads to it, with its form open. */
export function CaseMeasures({ caseId }: { caseId: string }) {
  const { data, error, refetch, isRefetching, isLoading } = useQuery(
    queries.measures.list.queryOptions({ input: { case_id: caseId } }),
  );
  const [params] = useSearchParams();
  const isAsked = params.has("medida");
  const part = useRef<HTMLElement>(null);
  const isHere = useTogether(isLoading) && data !== undefined;
  useEffect(() => {
    if (isAsked && isHere) part.current?.scrollIntoView();
  }, [isAsked, isHere]);
  if (!data)
    return error ? (
      <ErrorState message="Error al cargar cómo venís" onRetry={() => void refetch()} isRetrying={isRefetching} />
    ) : null;
  const { measures, kines, can_save, views } = data;
  if (!can_save && measures.length === 0) return null;
  const name = kines[0] ?? null;
  return (
    <section
      ref={part}
      aria-label="Cómo venís"
      className="flex scroll-mt-4 flex-col gap-3 rounded-card border border-line p-4 print:hidden"
    >
      <h3 className="text-lg">Cómo venís</h3>
      {hasWarning(measures) && (
        <p className="flex gap-3 rounded-card bg-warning-soft p-3">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
          {warning(name)}
        </p>
      )}
      <MeasurePicture measures={data} />
      {can_save && (
        <Fold title="Contar cómo estoy hoy" isOpen={isAsked}>
          {/* Named activities are another form. */}
          <MeasureForm key={data.activities.join("\n")} measures={data} />
        </Fold>
      )}
      {measures.length > 0 && (
        <Fold title="Lo que contaste">
          <ul role="list" className="flex flex-col gap-1">
            {measures.map((measure) => (
              <Told key={measure.id} measure={measure} />
            ))}
          </ul>
        </Fold>
      )}
      {viewLines(views).map((line) => (
        <p key={line} className="flex items-start gap-2 text-sm text-muted">
          <Icon name="eye" className="mt-0.5 size-4.5 shrink-0" />
          {line}
        </p>
      ))}
      <p className="text-sm text-muted">{noRecord(name ?? "Quien te atiende")}</p>
    </section>
  );
}

/** One measure, which the patient may delete on any day. */
function Told({ measure: { id, day, moment } }: { measure: MeasuresView["measures"][number] }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const removal = useMutation(
    queries.measures.remove.mutationOptions({
      onSuccess: () => toast.success("Lo borramos"),
      onError: (error) => toastFailure("No se pudo borrar", error),
      onSettled: async () => {
        setAsking(false);
        await queryClient.invalidateQueries({ queryKey: queries.measures.key() });
      },
    }),
  );
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3">
      <span>
        {asDay(day)} · {MOMENT_LABELS[moment]}
      </span>
      <Button variant="quiet" size="small" aria-label={`Borrar lo del ${asDay(day)}`} onPress={() => setAsking(true)}>
        Borrar
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`¿Borrar lo del ${asDay(day)}?`}
        confirmLabel="Sí, borrarlo"
        tone="danger"
        isPending={removal.isPending}
        onConfirm={() => removal.mutate({ id })}
      >
        <p>Deja de verlo también quien te atiende. No se puede deshacer.</p>
      </ConfirmDialog>
    </li>
  );
}

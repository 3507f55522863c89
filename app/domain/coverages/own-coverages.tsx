import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useStoredList } from "../../client/stored-list.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { formatShortDay } from "../../shared/format.ts";
import { errorCode } from "../../shared/errors.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { COVERAGE_HOW_LABELS, COVERAGE_HOWS } from "./coverage-labels.ts";
import { COVERAGES_MAX } from "./coverage.ts";
import { CoverageField } from "./coverage-field.tsx";
import { coveragesFields, differencesInWords, itemsOf, statedOf } from "./coverages-form.ts";
import type { CoveragesFields, CoveragesForm } from "./coverages-form-input.ts";
import { ageInWords } from "./coverage-words.ts";

type OwnCoverages = Answers["coverages"]["mine"];
type Own = OwnCoverages["coverages"][number];

const resolver = lateResolver(async () => (await import("./coverages-form-input.ts")).CoveragesForm);

const howOptions = COVERAGE_HOWS.map((value) => ({ value, label: COVERAGE_HOW_LABELS[value] }));

/** "Coberturas" of the specialist's profile: what they attend by, and how; `children` stand under the list. */
export function OwnCoverages({ children }: { children?: ReactNode }) {
  const own = useQuery(queries.coverages.mine.queryOptions());
  if (neverLoaded(own)) {
    return (
      <ErrorState
        message="No se pudieron cargar tus coberturas"
        onRetry={() => void own.refetch()}
        isRetrying={own.isFetching}
      />
    );
  }
  if (!own.data) return <FormSkeleton count={2} />;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Coberturas</h2>
      <p className="mb-5 text-muted">
        Se muestran en tu perfil con la fecha en que las confirmaste. Después de 90 días sin confirmar dejás de aparecer
        en las búsquedas por esa cobertura.
      </p>
      <CoveragesEditor own={own.data}>{children}</CoveragesEditor>
    </Card>
  );
}

function CoveragesEditor({ own, children }: { own: OwnCoverages; children: ReactNode }) {
  const { control, formState, getValues, handleSubmit, reset } = useForm<CoveragesFields, unknown, CoveragesForm>({
    resolver,
    defaultValues: coveragesFields(own),
  });
  const { isDirty, isSubmitting } = formState;
  useWarningBeforeLeaving(isDirty);
  const list = useFieldArray({ control, name: "coverages" });
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const save = useMutation(queries.coverages.replace.mutationOptions());
  const stored = statedOf(own);
  const refill = () => reset(coveragesFields(own));
  const { read, isBehind, setRead, takeOver } = useStoredList({ stored, itemsOf, isDirty, isSubmitting, refill });
  const reload = () => queryClient.invalidateQueries({ queryKey: queries.coverages.mine.key() });

  const submit = useSubmit(
    handleSubmit(async (stated) => {
      try {
        await save.mutateAsync({ ...stated, read });
        setRead(stated);
        // What was saved is what the form begins with.
        reset(getValues(), { keepValues: true });
        toast.success("Coberturas actualizadas");
        await reload();
      } catch (error) {
        toastFailure("Error al guardar tus coberturas", error);
        if (errorCode(error) === "LIST_CHANGED") await reload();
      }
    }),
  );

  const isNew = (id: number) => !own.coverages.some((each) => each.id === id);

  function add(chosen: { id: number; short: string } | null) {
    if (!chosen) return;
    const isListed = list.fields.some(({ coverage_id }) => coverage_id === chosen.id);
    setProblem(isListed ? `${chosen.short} ya está en tu lista` : undefined);
    if (isListed) return;
    list.append({ coverage_id: chosen.id, short: chosen.short, how: "direct", plans: "", extra: "" });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {isBehind && (
        <ChangedElsewhere
          title="Tus coberturas cambiaron mientras las editabas."
          saved={differencesInWords(own, getValues())}
          onUseSaved={takeOver}
          onKeepMine={() => setRead(stored)}
        />
      )}
      {list.fields.length > 0 && (
        <ul role="list" className="flex flex-col gap-3">
          {list.fields.map(({ id, coverage_id, short }, index) => (
            <li key={id} className="flex items-start gap-3 rounded-card border border-line px-4 py-2">
              <div className="min-w-0 grow">
                <Fold
                  isOpen={isNew(coverage_id) || formState.errors.coverages?.[index] !== undefined}
                  title={
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                      <h3 className="text-lg">{short}</h3>
                      <StateBadge own={own.coverages.find((each) => each.id === coverage_id)} />
                    </span>
                  }
                >
                  <Field control={control} name={`coverages.${index}.how`}>
                    {({ onChange, ...wired }) => (
                      <RadioChips
                        label={`Cómo atendés por ${short}`}
                        options={howOptions}
                        onChange={(how) => onChange(how as Own["how"])}
                        {...wired}
                      />
                    )}
                  </Field>
                  <div className="grid gap-4 sm:grid-cols-2">
                    <Field control={control} name={`coverages.${index}.plans`}>
                      {(wired) => <TextField label="Planes" description="Opcional. Vacío: todos." {...wired} />}
                    </Field>
                    <Field control={control} name={`coverages.${index}.extra`}>
                      {(wired) => (
                        <TextField
                          label="Plus que cobrás"
                          description="En pesos. Vacío: nada."
                          inputMode="numeric"
                          {...wired}
                        />
                      )}
                    </Field>
                  </div>
                </Fold>
              </div>
              <IconButton icon="trash" label={`Quitar ${short}`} onPress={() => list.remove(index)} />
            </li>
          ))}
        </ul>
      )}
      {children}
      {list.fields.length < COVERAGES_MAX && (
        <CoverageField
          isAdding
          label="Agregar una cobertura"
          description="Buscala por su nombre o su sigla: OSDE, IOMA, PAMI…"
          value={null}
          onChange={add}
          errorMessage={problem}
        />
      )}
      <Field control={control} name="refund_invoice">
        {({ value, ...wired }) => (
          <Checkbox isSelected={value} {...wired}>
            Hago factura para pedir reintegro a cualquier cobertura
          </Checkbox>
        )}
      </Field>
      <Button type="submit" isPending={formState.isSubmitting} pendingLabel="Guardando…">
        Guardar coberturas
      </Button>
    </form>
  );
}

/** The state of a saved coverage; renders nothing for a new one. */
function StateBadge({ own }: { own: Own | undefined }) {
  if (!own) return null;
  if (own.retired_at) return <Badge tone="danger">Dada de baja</Badge>;
  if (own.disputed_at) return <Badge tone="danger">En revisión desde el {formatShortDay(own.disputed_at)}</Badge>;
  const age = ageInWords(own);
  if (age)
    return <Badge tone="warning">{own.freshness === "aging" ? `Confirmada: ${age}` : `No se busca: ${age}`}</Badge>;
  return <span className="text-sm text-muted">Confirmada el {formatShortDay(own.confirmed_at)}</span>;
}

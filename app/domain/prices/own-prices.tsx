import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { useStoredList } from "../../client/stored-list.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { formatShortDay } from "../../shared/format.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FieldGroup } from "../../ui/field-frame.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ageInWords } from "../coverages/coverage-words.ts";
import { CASE_MODALITY_LABELS, MODALITIES } from "../profiles/modality.ts";
import type { Price } from "./price-input.ts";
import { differencesInWords, pricesFields, statedPrice } from "./prices-form.ts";
import type { PricesFields, PricesForm } from "./prices-form-input.ts";

const resolver = lateResolver(async () => (await import("./prices-form-input.ts")).PricesForm);

type OwnPrice = Answers["prices"]["mine"][number];

/** "Precios" of the specialist's profile: what a session costs in each modality; `children` stand below. */
export function OwnPrices({ children }: { children?: ReactNode }) {
  const own = useQuery(queries.prices.mine.queryOptions());
  if (neverLoaded(own)) {
    return (
      <ErrorState
        message="No se pudieron cargar tus precios"
        onRetry={() => void own.refetch()}
        isRetrying={own.isFetching}
      />
    );
  }
  if (!own.data) return <FormSkeleton count={3} />;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Precios</h2>
      <p className="mb-5 text-muted">
        En pesos, para quien se atiende sin cobertura. Tu rango de precios sale de ellos.
      </p>
      <PricesEditor own={own.data} />
      <div className="mt-3">{children}</div>
    </Card>
  );
}

function PricesEditor({ own }: { own: OwnPrice[] }) {
  const { control, formState, getValues, handleSubmit, reset } = useForm<PricesFields, unknown, PricesForm>({
    resolver,
    defaultValues: pricesFields(own),
  });
  const { errors, isDirty, isSubmitting } = formState;
  useWarningBeforeLeaving(isDirty);
  const queryClient = useQueryClient();
  const save = useMutation(queries.prices.save.mutationOptions());
  const stored = own.map(statedPrice);
  const refill = () => reset(pricesFields(own));
  const { read, isBehind, setRead, takeOver } = useStoredList({ stored, itemsOf, isDirty, isSubmitting, refill });
  const reload = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queries.prices.key() }),
      queryClient.invalidateQueries({ queryKey: queries.profiles.mine.key() }),
    ]);
  const submit = useSubmit(
    handleSubmit(async ({ rows }) => {
      try {
        await save.mutateAsync({ prices: rows, read });
        setRead(rows);
        // What was saved is what the form begins with.
        reset(getValues(), { keepValues: true });
        toast.success("Precios actualizados");
        await reload();
      } catch (error) {
        toastFailure("Error al guardar tus precios", error);
        if (errorCode(error) === "LIST_CHANGED") await reload();
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {isBehind && (
        <ChangedElsewhere
          title="Tus precios cambiaron mientras los editabas."
          saved={differencesInWords(own, getValues())}
          onUseSaved={takeOver}
          onKeepMine={() => setRead(stored)}
        />
      )}
      {MODALITIES.map((modality, index) => {
        const price = own.find((each) => each.modality === modality);
        const group = (
          <FieldGroup isTitle key={modality} label={CASE_MODALITY_LABELS[modality]} description={stateOf(price)}>
            <div className="grid grid-cols-2 gap-4 max-sm:*:first:col-span-2 sm:grid-cols-3">
              <Field control={control} name={`rows.${index}.session`}>
                {(wired) => <TextField label="Sesión" inputMode="numeric" placeholder="28.000" {...wired} />}
              </Field>
              <Field control={control} name={`rows.${index}.first`}>
                {(wired) => <TextField label="Primera sesión" inputMode="numeric" isOptional {...wired} />}
              </Field>
              <Field control={control} name={`rows.${index}.ten`}>
                {(wired) => <TextField label="Diez sesiones" inputMode="numeric" isOptional {...wired} />}
              </Field>
            </div>
          </FieldGroup>
        );
        if (price || own.length === 0) return group;
        return (
          <Fold
            key={modality}
            title={`Agregar precio: ${CASE_MODALITY_LABELS[modality]}`}
            isOpen={errors.rows?.[index] !== undefined}
          >
            {group}
          </Fold>
        );
      })}
      <Button type="submit" isPending={isSubmitting} pendingLabel="Guardando…">
        Guardar precios
      </Button>
    </form>
  );
}

const itemsOf = (prices: readonly Price[]) => prices;

function stateOf(price: OwnPrice | undefined): string | undefined {
  if (!price) return undefined;
  const age = ageInWords(price);
  return age ? `Precio ${age}` : `Confirmado el ${formatShortDay(price.confirmed_at)}`;
}

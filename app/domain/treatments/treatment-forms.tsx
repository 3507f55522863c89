import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type Resolver, useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { api, queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { type ErrorCode, errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { CoverageField } from "../coverages/coverage-field.tsx";
import { END_LABELS, END_REASONS } from "./treatment.ts";
import { Authorisation, End, NotedSession, Plan } from "./treatment-input.ts";
import type { TreatmentView } from "./treatment-view.ts";

type OfTreatment = { treatment: TreatmentView };
type Schema = z.ZodType<object, Record<string, unknown>>;
type ActOf<S extends Schema> = {
  act: (given: z.output<S>) => Promise<unknown>;
  done: string;
  /** Where a refusal stands that `fields` does not name. */
  field: string;
  fields?: Partial<Record<ErrorCode, string>>;
};

/** A form of one act; a refusal stands at the field that it is about, and what was typed stays. */
function useAct<S extends Schema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
  { act, done, field, fields = {} }: ActOf<S>,
) {
  const queryClient = useQueryClient();
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema as never) as unknown as Resolver<z.input<S>, unknown, z.output<S>>,
    defaultValues,
  });
  const submit = useSubmit(
    form.handleSubmit(async (given) => {
      try {
        await act(given);
        toast.success(done);
        form.reset();
      } catch (error) {
        const at = fields[errorCode(error) ?? "INTERNAL_SERVER_ERROR"] ?? field;
        form.setError(at as never, { message: failureMessage(error, true) }, { shouldFocus: true });
      }
      await queryClient.invalidateQueries({ queryKey: queries.treatments.key() });
      await queryClient.invalidateQueries({ queryKey: queries.bookings.key() });
    }),
  );
  return { ...form, submit };
}

const asCount = (text: string) => (text.trim() === "" ? undefined : Number(text));
const shownCount = (count: unknown) => (typeof count === "number" && !Number.isNaN(count) ? String(count) : "");

/** "Anotar sesión" of the last thirty days. */
export function NoteForm({ treatment: { match_id, today }, isMain }: OfTreatment & { isMain: boolean }) {
  const form = useAct(
    NotedSession,
    { match_id, day: today },
    { act: api.treatments.noteSession, done: "Sesión anotada", field: "day" },
  );
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-wrap items-end gap-3">
      <Field control={form.control} name="day">
        {({ value, onChange, ...field }) => (
          <DateField
            {...field}
            value={value ?? null}
            onChange={(day) => onChange(day ?? "")}
            label="Día de la sesión"
            max={today}
          />
        )}
      </Field>
      <Button type="submit" variant={isMain ? "primary" : "secondary"} isPending={form.formState.isSubmitting}>
        Anotar sesión
      </Button>
    </form>
  );
}

/** "Proponer plan" of so many sessions. */
export function PlanForm({ treatment: { match_id, planned } }: OfTreatment) {
  const form = useAct(
    Plan,
    { match_id, planned: planned ?? undefined },
    { act: api.treatments.plan, done: "Le proponemos tu plan a tu paciente", field: "planned" },
  );
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-wrap items-end gap-3">
      <Field control={form.control} name="planned">
        {({ value, onChange, ...field }) => (
          <TextField
            {...field}
            value={shownCount(value)}
            onChange={(text) => onChange(asCount(text) as number)}
            label="Sesiones del plan"
            inputMode="numeric"
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" isPending={form.formState.isSubmitting}>
        Proponer plan
      </Button>
    </form>
  );
}

/** What a coverage authorised. */
export function AuthoriseForm({ treatment: { match_id, coverage, today, authorisations } }: OfTreatment) {
  const [chosen, setChosen] = useState(coverage);
  const form = useAct(
    Authorisation,
    { match_id, ...(coverage && { coverage_id: coverage.id }), number: "", valid_from: today },
    {
      act: async (given) => {
        await api.treatments.authorise(given);
        setChosen(coverage);
      },
      done: "Autorización guardada",
      field: "valid_from",
      fields: { COVERAGE_RETIRED: "coverage_id" },
    },
  );
  const { control } = form;
  return (
    <Fold title="Agregar autorización" isOpen={authorisations.length === 0}>
      <form onSubmit={form.submit} noValidate className="grid gap-4 sm:grid-cols-2">
        <Field control={control} name="coverage_id">
          {({ onChange, errorMessage }) => (
            <CoverageField
              label="Cobertura"
              value={chosen}
              onChange={(next) => {
                setChosen(next);
                onChange(next?.id as number);
              }}
              {...(errorMessage && { errorMessage })}
            />
          )}
        </Field>
        <Field control={control} name="sessions">
          {({ value, onChange, ...field }) => (
            <TextField
              {...field}
              value={shownCount(value)}
              onChange={(text) => onChange(asCount(text) as number)}
              label="Sesiones autorizadas"
              inputMode="numeric"
            />
          )}
        </Field>
        <Field control={control} name="valid_from">
          {({ value, onChange, ...field }) => (
            <DateField {...field} value={value ?? null} onChange={(day) => onChange(day ?? "")} label="Desde" />
          )}
        </Field>
        <Field control={control} name="valid_until">
          {({ value, onChange, ...field }) => (
            <DateField {...field} value={value ?? null} onChange={(day) => onChange(day ?? "")} label="Hasta" />
          )}
        </Field>
        <Field control={control} name="number">
          {({ value, ...field }) => (
            <TextField {...field} value={value ?? ""} label="Número de autorización" isOptional />
          )}
        </Field>
        <div className="self-end">
          <Button type="submit" variant="secondary" isPending={form.formState.isSubmitting}>
            Guardar autorización
          </Button>
        </div>
      </form>
    </Fold>
  );
}

/** "Terminar tratamiento", for either side; what is ahead is asked about. */
export function EndForm({ treatment: { match_id, ahead, side } }: OfTreatment) {
  const form = useAct(
    End,
    { match_id, cancels: true },
    { act: api.treatments.end, done: "Tratamiento terminado", field: "reason" },
  );
  return (
    <Fold title="Terminar tratamiento">
      <form onSubmit={form.submit} noValidate className="flex flex-col items-start gap-4">
        <p className="text-sm text-muted">
          El caso sigue abierto hasta que {side === "patient" ? "lo cierres" : "lo cierre tu paciente"}.
        </p>
        <Field control={form.control} name="reason">
          {({ value, onChange, ...field }) => (
            <Select
              {...field}
              value={value ?? ""}
              onChange={(reason) => onChange(reason as (typeof END_REASONS)[number])}
              label="Motivo"
              placeholder="Elegí un motivo"
              options={END_REASONS.map((each) => ({ value: each, label: END_LABELS[each] }))}
              isRequired
            />
          )}
        </Field>
        {ahead > 0 && (
          <Field control={form.control} name="cancels">
            {({ value, ...field }) => (
              <Checkbox {...field} isSelected={value ?? false} value="">
                Cancelar también {ahead === 1 ? "el turno" : `los ${ahead} turnos`} por delante
              </Checkbox>
            )}
          </Field>
        )}
        <Button type="submit" variant="secondary" isPending={form.formState.isSubmitting}>
          Terminar tratamiento
        </Button>
      </form>
    </Fold>
  );
}

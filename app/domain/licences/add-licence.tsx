import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { CITY, JURISDICTIONS_BY_NAME } from "../places/jurisdictions.ts";
import type { LicenceKind } from "./licence.ts";
import type { NewLicence } from "./licence-input.ts";
import { KIND_OPTIONS } from "./licence-words.ts";

const resolver = lateResolver(async () => (await import("./licence-input.ts")).NewLicence);

const PROVINCES = JURISDICTIONS_BY_NAME.filter(({ value }) => value !== CITY);

const EMPTY = { kind: "MP", jurisdiction: "", number: "" } as const;

/** The form that declares another licence. */
export function AddLicence() {
  const { control, formState, handleSubmit, reset } = useForm<
    z.input<typeof NewLicence>,
    unknown,
    z.output<typeof NewLicence>
  >({ resolver, defaultValues: EMPTY });
  const kind = useWatch({ control, name: "kind" });
  const queryClient = useQueryClient();
  const adding = useMutation(queries.licences.add.mutationOptions());
  const submit = useSubmit(
    handleSubmit(async (licence) => {
      try {
        await adding.mutateAsync(licence);
        reset(EMPTY);
        toast.success("Matrícula agregada", { description: "Cuando la comprobemos, lo vas a ver acá." });
        await queryClient.invalidateQueries({ queryKey: queries.licences.key() });
      } catch (error) {
        toastFailure("No se pudo agregar la matrícula", error);
      }
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field control={control} name="kind">
        {({ onChange, ...field }) => (
          <RadioChips
            {...field}
            label="Tipo"
            options={KIND_OPTIONS}
            onChange={(chosen) => onChange(chosen as LicenceKind)}
          />
        )}
      </Field>
      {kind === "MP" && (
        <Field control={control} name="jurisdiction">
          {({ value, ...field }) => (
            <Select
              {...field}
              value={value ?? ""}
              label="Provincia"
              placeholder="Elegí la provincia"
              options={PROVINCES}
              isRequired
            />
          )}
        </Field>
      )}
      <Field control={control} name="number">
        {(field) => <TextField {...field} label="Número" placeholder="12345" autoComplete="off" isRequired />}
      </Field>
      <div>
        <Button type="submit" variant="secondary" icon="plus" isPending={formState.isSubmitting}>
          Agregar matrícula
        </Button>
      </div>
    </form>
  );
}

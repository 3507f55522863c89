import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { type Answers, queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { useStoredList } from "../../client/stored-list.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { COVERAGE_KIND_LABELS, COVERAGE_KINDS, type CoverageKind } from "./coverage-labels.ts";
import { VocabularyForm, type VocabularyFields } from "./vocabulary.ts";

type Entry = Answers["coverages"]["list"][number];

const kinds = COVERAGE_KINDS.map((value) => ({ value, label: COVERAGE_KIND_LABELS[value] }));

const fieldsOf = (entry: Entry | null): VocabularyFields => ({
  kind: entry?.kind ?? "obra_social",
  short: entry?.short ?? "",
  name: entry?.name ?? "",
  aliases: entry?.aliases.join(", ") ?? "",
  code: entry?.code ?? "",
});
const storedOf = ({ kind, short, name, aliases, code }: Entry) => ({ kind, short, name, aliases, code });
const itemsOf = (entry: object | null) => (entry ? [entry] : []);

const LABELS = {
  kind: "Tipo",
  short: "Sigla o nombre corto",
  name: "Nombre",
  aliases: "Otros nombres",
  code: "Código",
};

/** The stored fields that are not the same in the form. */
const differencesInWords = (stored: VocabularyFields, typed: VocabularyFields) =>
  (["kind", "short", "name", "aliases", "code"] as const)
    .filter((field) => stored[field] !== typed[field])
    .map((field) => ({
      name: LABELS[field],
      text: (field === "kind" ? COVERAGE_KIND_LABELS[stored.kind] : stored[field]) ?? "",
    }));

export type VocabularyDialogProps = { isOpen: boolean; entry: Entry | null; onClose: () => void };

/** Adds a coverage to the vocabulary, or changes one. Use its id as the key. */
export function VocabularyDialog({ isOpen, entry, onClose }: VocabularyDialogProps) {
  const formId = useId();
  const { control, formState, getValues, handleSubmit, reset, setError } = useForm<
    VocabularyFields,
    unknown,
    VocabularyForm
  >({ resolver: zodResolver(VocabularyForm), defaultValues: fieldsOf(entry) });
  const queryClient = useQueryClient();
  const save = useMutation(queries.coverages.save.mutationOptions());
  const { isDirty, isSubmitting } = formState;
  const refill = () => reset(fieldsOf(entry));
  const stored = entry && storedOf(entry);
  const { read, isBehind, setRead, takeOver } = useStoredList({ stored, itemsOf, isDirty, isSubmitting, refill });
  const submit = useSubmit(
    handleSubmit(async (fields) => {
      try {
        await save.mutateAsync({ ...fields, id: entry?.id, read: read ?? undefined });
        toast.success(entry ? "Cobertura actualizada" : "Cobertura agregada");
        onClose();
        await queryClient.invalidateQueries({ queryKey: queries.coverages.key() });
      } catch (error) {
        toastFailure("No se pudo guardar la cobertura", error);
        if (errorCode(error) === "LIST_CHANGED")
          await queryClient.invalidateQueries({ queryKey: queries.coverages.key() });
        if (errorCode(error) === "COVERAGE_TAKEN")
          setError("short", { message: errorMessage(error) }, { shouldFocus: true });
      }
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={entry ? `Editar ${entry.short}` : "Agregar cobertura"}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={formState.isSubmitting} pendingLabel="Guardando…">
            Guardar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {isBehind && (
          <ChangedElsewhere
            title="Esta cobertura cambió mientras la editabas."
            saved={differencesInWords(fieldsOf(entry), getValues())}
            onUseSaved={takeOver}
            onKeepMine={() => setRead(stored)}
          />
        )}
        <Field control={control} name="kind">
          {({ onChange, ...wired }) => (
            <Select label="Tipo" options={kinds} onChange={(kind) => onChange(kind as CoverageKind)} {...wired} />
          )}
        </Field>
        <Field control={control} name="short">
          {(wired) => (
            <TextField
              label="Sigla o nombre corto"
              description="Como la nombra la gente: OSDE, IOMA…"
              isRequired
              {...wired}
            />
          )}
        </Field>
        <Field control={control} name="name">
          {(wired) => <TextField label="Nombre completo" isRequired {...wired} />}
        </Field>
        <Field control={control} name="aliases">
          {(wired) => (
            <TextField
              label="Otros nombres"
              description="Separados por comas. También se encuentra por ellos."
              isMultiline
              rows={3}
              isOptional
              {...wired}
            />
          )}
        </Field>
        <Field control={control} name="code">
          {({ value, ...wired }) => (
            <TextField label="Código del registro oficial" isOptional value={value ?? ""} {...wired} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

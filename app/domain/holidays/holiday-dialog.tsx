import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { api, queries } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { useStoredList } from "../../client/stored-list.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode, errorMessage } from "../../shared/errors.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";
import { HolidayFields } from "./holiday-input.ts";

export type HolidayDialogProps = {
  isOpen: boolean;
  /** The day whose name is changed; null to add one. */
  day: string | null;
  /** Its name as far as is known; null when it is no holiday. */
  stored: string | null;
  /** With the day that was saved. */
  onClose: (saved?: string) => void;
};

const itemsOf = (name: string | null) => (name === null ? [] : [{ name }]);

/** Adds a holiday, or changes its name or removes it. Use its day as the key. */
export function HolidayDialog({ isOpen, day, stored, onClose }: HolidayDialogProps) {
  const formId = useId();
  const fields = { day: day ?? "", name: stored ?? "" };
  const { control, formState, handleSubmit, reset, setError } = useForm<HolidayFields>({
    resolver: zodResolver(HolidayFields),
    defaultValues: fields,
  });
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: queries.holidays.key() });
  const save = useMutation(queries.holidays.save.mutationOptions());
  const { isDirty, isSubmitting } = formState;
  const refill = () => reset(fields);
  const { read, isBehind, setRead, takeOver } = useStoredList({ stored, itemsOf, isDirty, isSubmitting, refill });
  const submit = useSubmit(
    handleSubmit(async (wanted) => {
      try {
        await save.mutateAsync({ ...wanted, read });
        toast.success(day ? "Feriado actualizado" : "Feriado agregado");
        onClose(wanted.day);
        await reload();
      } catch (error) {
        toastFailure("No se pudo guardar el feriado", error);
        if (errorCode(error) === "LIST_CHANGED") await reload();
        if (errorCode(error) === "HOLIDAY_TAKEN") {
          setError("day", { message: errorMessage(error) }, { shouldFocus: true });
          await reload();
        }
      }
    }),
  );
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={day ? formatBirthDate(day) : "Agregar feriado"}
      size="small"
      footer={
        <>
          {day && (
            <div className="flex flex-col sm:mr-auto">
              <ActionWithReason
                label="Quitar"
                fullLabel={`Quitar ${stored ?? ""}, ${formatBirthDate(day)}`}
                icon="trash"
                title={`¿Quitar ${stored ?? "este feriado"}?`}
                act={async () => {
                  await api.holidays.remove({ day, read: stored ?? "" });
                  onClose();
                }}
                done="Feriado quitado"
                failure="No se pudo quitar el feriado"
              >
                <p>{formatBirthDate(day)}: ese día las agendas vuelven a abrir según sus horarios.</p>
              </ActionWithReason>
            </div>
          )}
          <Button variant="secondary" onPress={() => onClose()}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={isSubmitting} pendingLabel="Guardando…">
            Guardar
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {isBehind && (
          <ChangedElsewhere
            title="Este feriado cambió mientras lo editabas."
            saved={[{ name: "Nombre", text: stored ?? "Ya no está en la lista" }]}
            onUseSaved={takeOver}
            onKeepMine={() => setRead(stored)}
          />
        )}
        {!day && (
          <Field control={control} name="day">
            {({ onChange, ...wired }) => (
              <DateField
                label="Día"
                autoComplete="off"
                isRequired
                onChange={(value) => onChange(value ?? "")}
                {...wired}
              />
            )}
          </Field>
        )}
        <Field control={control} name="name">
          {(wired) => <TextField label="Qué se conmemora" isRequired {...wired} />}
        </Field>
      </form>
    </Dialog>
  );
}

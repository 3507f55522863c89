import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { api } from "../../client/api.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { toastFailure } from "../../client/toast-failure.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { DETAILS_MAX, REPORT_REASON_LABELS, type ReportReason, reasonsOf, type Subject } from "./report.ts";
import { NewReport } from "./report-input.ts";

export type ReportFormProps = { subject: Subject; id: string; onDone: () => void };

/** The reason and the details of a report. */
export function ReportForm({ subject, id, onDone }: ReportFormProps) {
  const form = useForm<z.input<typeof NewReport>, unknown, z.output<typeof NewReport>>({
    resolver: zodResolver(NewReport),
    defaultValues: { subject, id, details: "" },
  });
  const submit = useSubmit(
    form.handleSubmit(async (report) => {
      try {
        await api.reports.create(report);
        toast.success("Gracias por avisarnos", {
          description: "Lo vamos a revisar. Quien lo escribió no sabe quién lo denunció.",
        });
        onDone();
      } catch (error) {
        toastFailure("No se pudo enviar la denuncia", error, true);
        if (errorCode(error) === "ALREADY_REPORTED") onDone();
      }
    }),
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field control={form.control} name="reason">
        {({ value, onChange, ...field }) => (
          <Select
            {...field}
            value={value ?? ""}
            onChange={(reason) => onChange(reason as ReportReason)}
            label="Motivo"
            placeholder="Elegí un motivo"
            options={reasonsOf(subject).map((each) => ({ value: each, label: REPORT_REASON_LABELS[each] }))}
            isRequired
          />
        )}
      </Field>
      <Field control={form.control} name="details">
        {({ value, ...field }) => (
          <TextField
            {...field}
            value={value ?? ""}
            label="Contanos más"
            isMultiline
            isOptional
            rows={4}
            counterMax={DETAILS_MAX}
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onPress={onDone}>
          Cancelar
        </Button>
        <Button type="submit" isPending={form.formState.isSubmitting}>
          Enviar denuncia
        </Button>
      </div>
    </form>
  );
}

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { api, queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ConsentField } from "../consents/consent-field.tsx";
import { useAskedConsent } from "../consents/use-asked-consent.ts";
import { HIGHEST } from "./measure.ts";
import { NewMeasure } from "./measure-input.ts";
import type { MeasuresView } from "./measure-picture.tsx";

const options = Array.from({ length: HIGHEST + 1 }, (_, score) => ({ value: String(score), label: String(score) }));
const shown = (score: number | null | undefined) => (typeof score === "number" ? String(score) : "");
const asScore = (chosen: string) => (chosen === "" ? null : Number(chosen));
const PLACES = [0, 1, 2] as const;

/** How the patient is today: their pain and their activities, each of which may be left out. The first time, they name the activities. */
export function MeasureForm({ measures: { case_id, activities, measures, today, kines } }: { measures: MeasuresView }) {
  const queryClient = useQueryClient();
  const consent = useAskedConsent();
  const said = measures.find(({ day }) => day === today);
  const isNaming = activities.length === 0;
  const { control, setError, handleSubmit, formState } = useForm<
    z.input<typeof NewMeasure>,
    unknown,
    z.output<typeof NewMeasure>
  >({
    resolver: zodResolver(NewMeasure),
    values: {
      case_id,
      pain: said?.pain ?? null,
      activities: isNaming
        ? PLACES.map(() => ({ name: "", score: null }))
        : activities.map((name, at) => ({ name, score: said?.scores[at] ?? null })),
    },
    resetOptions: { keepDirtyValues: true },
  });
  const submit = useSubmit(
    handleSubmit(async (given) => {
      if (!consent.check()) return consent.box.current?.focus();
      try {
        await consent.give();
        await api.measures.save(given);
        toast.success("Guardamos cómo estás hoy");
      } catch (error) {
        consent.noteRefusal(error);
        setError("pain", { message: failureMessage(error, true) }, { shouldFocus: true });
      }
      await queryClient.invalidateQueries({ queryKey: queries.measures.key() });
    }),
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-start gap-4">
      <p className="text-sm text-muted">
        Contestá solo lo que quieras. Nadie mira estas respuestas en el momento: si algo te preocupa, contáselo a{" "}
        {kines[0] ?? "quien te atiende"}.
      </p>
      <Field control={control} name="pain">
        {({ value, onChange, ...field }) => (
          <Select
            {...field}
            label="¿Cuánto te duele hoy?"
            description="0 es nada y 10 es lo peor que te imaginás."
            placeholder="Sin decir"
            options={options}
            value={shown(value)}
            onChange={(chosen) => onChange(asScore(chosen))}
          />
        )}
      </Field>
      <fieldset className="flex w-full flex-col gap-3">
        <legend className="mb-1 font-semibold">{isNaming ? "¿Qué te cuesta hacer?" : "¿Cómo te sale hoy?"}</legend>
        <p className="text-sm text-muted">
          {isNaming &&
            "Hasta tres cosas, por ejemplo: subir escaleras. Después te preguntamos siempre por las mismas. "}
          0 es que no podés y 10 es como antes.
        </p>
        {(isNaming ? PLACES : activities).map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={isNaming ? "grid grid-cols-[1fr_6rem] items-end gap-2" : ""}>
            {isNaming && (
              <Field control={control} name={`activities.${at}.name`}>
                {(field) => <TextField {...field} label={`Actividad ${at + 1}`} />}
              </Field>
            )}
            <Field control={control} name={`activities.${at}.score`}>
              {({ value, onChange, ...field }) => (
                <Select
                  {...field}
                  label={isNaming ? "0 a 10" : (activities[at] ?? "")}
                  placeholder={isNaming ? "–" : "Sin decir"}
                  options={options}
                  value={shown(value)}
                  onChange={(chosen) => onChange(asScore(chosen))}
                />
              )}
            </Field>
          </div>
        ))}
      </fieldset>
      <ConsentField consent={consent} />
      <Button type="submit" isPending={formState.isSubmitting}>
        {said ? "Corregir lo de hoy" : "Guardar"}
      </Button>
    </form>
  );
}

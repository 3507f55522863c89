import { useWatch } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ContactNotice } from "../contacts/contact-notice.tsx";
import type { CaseForm } from "./case-form.tsx";
import { DAY_LABELS, DAYS, HALF_LABELS, MOST_ACTIVITIES, SINCE_LABELS, wordsOfFacts } from "./structured-fact-words.ts";
import { IdentityField } from "./identity-field.tsx";

const unsaid = { value: "", label: "Sin decir" };
const sinceOptions = [unsaid, ...Object.entries(SINCE_LABELS).map(([value, label]) => ({ value, label }))];
const scores = Array.from({ length: 11 }, (_, value) => ({ value: String(value), label: String(value) }));
const yesOrNo = [unsaid, { value: "yes", label: "Sí" }, { value: "no", label: "No" }];

/** The optional facts of a case, and the choice of who sees the patient's identity. */
export function FactsFields({ form }: { form: CaseForm }) {
  const { control } = form;
  const [operation, facts] = useWatch({ control, name: ["facts.operation", "facts"] });
  return (
    <div className="flex flex-col gap-6">
      <Field control={control} name="facts.since">
        {({ value, onChange, ...field }) => (
          <RadioChips
            {...field}
            label="¿Desde cuándo?"
            options={sinceOptions}
            value={value ?? ""}
            onChange={(chosen) => onChange((chosen || null) as keyof typeof SINCE_LABELS | null)}
          />
        )}
      </Field>
      <Field control={control} name="facts.pain">
        {({ value, onChange, ...field }) => (
          <Select
            {...field}
            label="¿Cuánto duele?"
            description="0 es nada y 10 es lo peor que te imaginás."
            placeholder="Sin decir"
            options={scores}
            value={typeof value === "number" ? String(value) : ""}
            onChange={(chosen) => onChange(chosen === "" ? null : Number(chosen))}
          />
        )}
      </Field>
      <Activities form={form} />
      <Field control={control} name="facts.has_order">
        {({ value, onChange, ...field }) => (
          <RadioChips
            {...field}
            label="¿Tenés orden médica?"
            options={yesOrNo}
            value={typeof value === "boolean" ? (value ? "yes" : "no") : ""}
            onChange={(chosen) => onChange(chosen === "" ? null : chosen === "yes")}
          />
        )}
      </Field>
      <Field control={control} name="facts.operation">
        {({ value, ...field }) => (
          <TextField
            {...field}
            value={value ?? ""}
            label="¿Te operaron?"
            description="Opcional. De qué, por ejemplo: ligamento cruzado."
          />
        )}
      </Field>
      {operation && (
        <Field control={control} name="facts.operated_on">
          {({ value, onChange, ...field }) => (
            <DateField
              {...field}
              label="Fecha de la operación"
              isOptional
              value={value || null}
              onChange={(date) => onChange(date ?? "")}
            />
          )}
        </Field>
      )}
      <ContactNotice text={wordsOfFacts(facts)}>
        Los especialistas lo leen como •••• hasta que los aceptes. Ahí ven tu teléfono: no hace falta ponerlo.
      </ContactNotice>
      <Times form={form} />
      <IdentityField form={form} />
    </div>
  );
}

/** Up to three things that the patient cannot do as before, each from 0 to 10. */
function Activities({ form }: { form: CaseForm }) {
  return (
    <Field control={form.control} name="facts.activities">
      {({ value, onChange }) => {
        const activities = value ?? [];
        const change = (index: number, next: Partial<(typeof activities)[number]>) =>
          onChange(activities.map((each, place) => (place === index ? { ...each, ...next } : each)));
        return (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-1 font-semibold">¿Qué te cuesta hacer?</legend>
            <p className="text-sm text-muted">
              Hasta tres cosas, por ejemplo: subir escaleras. 0 es que no podés y 10 es como antes.
            </p>
            {activities.map(({ name, score }, index) => (
              <div key={index} className="grid grid-cols-[1fr_5rem_auto] items-end gap-2">
                <TextField
                  label={`Actividad ${index + 1}`}
                  value={name}
                  onChange={(typed) => change(index, { name: typed })}
                />
                <Select
                  label="0 a 10"
                  options={scores}
                  value={String(score)}
                  onChange={(chosen) => change(index, { score: Number(chosen) })}
                />
                <IconButton
                  icon="trash"
                  label={`Quitar la actividad ${index + 1}`}
                  onPress={() => onChange(activities.filter((_, place) => place !== index))}
                />
              </div>
            ))}
            {activities.length < MOST_ACTIVITIES && (
              <div>
                <Button
                  variant="secondary"
                  size="small"
                  icon="plus"
                  onPress={() => onChange([...activities, { name: "", score: 5 }])}
                >
                  Sumar una actividad
                </Button>
              </div>
            )}
          </fieldset>
        );
      }}
    </Field>
  );
}

/** The half-days on which the patient could come. */
function Times({ form }: { form: CaseForm }) {
  return (
    <Field control={form.control} name="facts.times">
      {({ value, onChange }) => (
        <table className="w-full max-w-md">
          <caption className="mb-1 text-left font-semibold">¿Cuándo podés?</caption>
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="text-left font-normal">
                Día
              </th>
              <th scope="col" className="font-normal">
                Mañana
              </th>
              <th scope="col" className="font-normal">
                Tarde
              </th>
            </tr>
          </thead>
          <tbody>
            {DAYS.map((day) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="text-left font-normal">
                  {DAY_LABELS[day]}
                </th>
                {(["am", "pm"] as const).map((half) => {
                  const time = `${day}_${half}` as const;
                  const isChosen = value?.includes(time) ?? false;
                  return (
                    <td key={half} className="text-center">
                      <label className="inline-grid size-11 cursor-pointer place-items-center">
                        <input
                          type="checkbox"
                          checked={isChosen}
                          aria-label={`${DAY_LABELS[day]} a la ${HALF_LABELS[half]}`}
                          onChange={() =>
                            onChange(isChosen ? value?.filter((each) => each !== time) : [...(value ?? []), time])
                          }
                          className="size-6 accent-primary"
                        />
                      </label>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Field>
  );
}

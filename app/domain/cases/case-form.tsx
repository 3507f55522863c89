import { type UseFormReturn, useWatch } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ContactNotice } from "../contacts/contact-notice.tsx";
import { CoverageWithPlan } from "../coverages/coverage-field.tsx";
import { ZoneField } from "../body-zones/zone-field.tsx";
import { PlaceField } from "../places/place-field.tsx";
import type { NewCase } from "./case-input.ts";
import { STUDIES_ACCESS, STUDIES_ACCESS_LABELS } from "./case.ts";
import { CASE_MODALITY_LABELS, MODALITIES } from "../profiles/modality.ts";
import type { CaseFields } from "./case-draft.ts";

export type CaseForm = UseFormReturn<CaseFields, unknown, NewCase>;

const modalityOptions = [
  { value: "", label: "Cualquiera" },
  ...MODALITIES.map((value) => ({ value, label: CASE_MODALITY_LABELS[value] })),
];

const accessReach = {
  verified: "Los puede abrir quien tenga la matrícula comprobada y mire tu caso.",
  accepted: "Los demás ven solo cuántos hay.",
} as const;
const accessOptions = STUDIES_ACCESS.map((value) => ({
  value,
  label: STUDIES_ACCESS_LABELS[value],
  description: accessReach[value],
}));

type TextName = "title" | "description";
type CaseTextProps = {
  form: CaseForm;
  name: TextName;
  label: string;
  description?: string;
  isMultiline?: boolean;
  isRequired?: boolean;
  placeholder?: string | undefined;
  rows?: number;
};

function CaseText({ form, name, rows = 5, ...texts }: CaseTextProps) {
  return (
    <Field control={form.control} name={name}>
      {({ value, ...field }) => <TextField {...field} {...texts} value={value ?? ""} rows={rows} />}
    </Field>
  );
}

/** The title of a case. */
export function TitleField({ form }: { form: CaseForm }) {
  return (
    <CaseText
      form={form}
      name="title"
      label="Título"
      description="En pocas palabras, por ejemplo: dolor de rodilla al subir escaleras."
      isRequired
    />
  );
}

/** The description of a case, with a notice when a text of the case reveals contact data; `isAlone` below the question of a step. */
export function DescriptionField({ form, isAlone = false }: { form: CaseForm; isAlone?: boolean }) {
  const texts = useWatch({ control: form.control, name: ["title", "description"] });
  return (
    <>
      <CaseText
        form={form}
        name="description"
        label="Descripción"
        description={isAlone ? undefined : "Contanos qué te pasa, desde cuándo y qué te cuesta hacer."}
        placeholder={isAlone ? "Con tus palabras" : undefined}
        isMultiline
        isRequired
        rows={isAlone ? 3 : 5}
      />
      <ContactNotice text={texts.join("\n")}>
        Los especialistas lo leen como •••• hasta que los aceptes. Ahí ven tu teléfono: no hace falta ponerlo.
      </ContactNotice>
    </>
  );
}

/** Where the patient prefers to be attended. */
export function WhereFields({ form, isRequired = false }: { form: CaseForm; isRequired?: boolean }) {
  return (
    <>
      <Field control={form.control} name="location_city">
        {({ value, ...field }) => (
          <PlaceField
            {...field}
            value={value ?? ""}
            isRequired={isRequired}
            description={isRequired ? undefined : "Opcional. Dónde preferís atenderte."}
          />
        )}
      </Field>
      <Field control={form.control} name="preferred_modality">
        {({ value, onChange, ...field }) => (
          <RadioChips
            {...field}
            label="Modalidad preferida"
            options={modalityOptions}
            value={value ?? ""}
            onChange={(chosen) => onChange((chosen || null) as NewCase["preferred_modality"])}
          />
        )}
      </Field>
    </>
  );
}

/** The text fields of a case's form on one page; the files are separate. */
export function CaseTexts({ form }: { form: CaseForm }) {
  return (
    <>
      <TitleField form={form} />
      <DescriptionField form={form} />
      <Field control={form.control} name="injury_area">
        {({ value, ...field }) => (
          <ZoneField {...field} value={value ?? ""} description="Opcional. Por ejemplo: rodilla derecha." />
        )}
      </Field>
      <WhereFields form={form} />
    </>
  );
}

/** The patient's coverage in a case; it follows the main fields. */
export function CaseCoverageField({ form }: { form: CaseForm }) {
  return (
    <Field control={form.control} name="coverage">
      {({ value, onChange }) => (
        <CoverageWithPlan
          label="Cobertura"
          description="Opcional. Tu obra social o prepaga: la ven los especialistas que pueden ver tu caso."
          value={value ?? null}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** Who may open the studies. Its label avoids the word used by the file field. */
export function StudiesAccessField({ form }: { form: CaseForm }) {
  return (
    <Field control={form.control} name="studies_access">
      {({ value, onChange, ...field }) => (
        <RadioGroup
          {...field}
          label="Quién puede abrirlos"
          description="Son datos de tu salud: vos decidís. Solo se abren con cuenta y nunca quedan públicos."
          options={accessOptions}
          value={value ?? STUDIES_ACCESS[0]}
          onChange={(chosen) => onChange(chosen as NewCase["studies_access"])}
        />
      )}
    </Field>
  );
}

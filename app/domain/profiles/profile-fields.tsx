import { getLocalTimeZone, today } from "@internationalized/date";
import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Modality } from "../cases/case.ts";
import { BIO_MAX, PRICE_RANGES, SIGN_UP_MODALITIES } from "./profile.ts";

/** The part of any form that a field is about: pass `partOf(control)`. */
type Part<Values extends object> = { control: Control<Values> };

/** Off where somebody fills in the data of another person, whom the browser does not know. */
type Filling = { isRequired?: boolean; autoComplete?: "off" };

export function NameField({ control, autoComplete }: Part<{ name: string }> & Pick<Filling, "autoComplete">) {
  return (
    <Field control={control} name="name">
      {(wired) => <TextField label="Nombre completo" autoComplete={autoComplete ?? "name"} isRequired {...wired} />}
    </Field>
  );
}

export function PhoneField({ control, isRequired, autoComplete }: Part<{ phone: string }> & Filling) {
  return (
    <Field control={control} name="phone">
      {(wired) => (
        <TextField
          label="Teléfono"
          type="tel"
          autoComplete={autoComplete ?? "tel"}
          placeholder="11 5555-5555"
          isRequired={isRequired}
          {...wired}
        />
      )}
    </Field>
  );
}

export function CityField({ control, isRequired, autoComplete }: Part<{ location_city: string }> & Filling) {
  return (
    <Field control={control} name="location_city">
      {(wired) => (
        <TextField
          label="Barrio"
          autoComplete={autoComplete ?? "address-level2"}
          placeholder="Palermo"
          isRequired={isRequired}
          {...wired}
        />
      )}
    </Field>
  );
}

/** A birth date that has to be given. */
export function BirthDateField({ control }: Part<{ birth_date: string }>) {
  return (
    <Field control={control} name="birth_date">
      {({ onChange, ...wired }) => (
        <DateField
          label="Fecha de nacimiento"
          max={today(getLocalTimeZone()).toString()}
          isRequired
          onChange={(date) => onChange(date ?? "")}
          {...wired}
        />
      )}
    </Field>
  );
}

type Practice = { license_number: string; specialty: string; price_range: string; modalities: Modality[] };
type PracticeFieldsProps = Part<Practice> & {
  /** A price range in use that may be none of ours: it stays among the options. */
  priceRange?: string | null;
  modalities?: readonly { value: Modality; label: string }[];
};

/** What a specialist says of their practice, besides the bio. */
export function PracticeFields({ control, priceRange, modalities = SIGN_UP_MODALITIES }: PracticeFieldsProps) {
  const ranges: readonly string[] = PRICE_RANGES;
  const options = [...ranges, ...(priceRange && !ranges.includes(priceRange) ? [priceRange] : [])];
  return (
    <>
      <Field control={control} name="license_number">
        {(wired) => <TextField label="Matrícula" placeholder="MN 12345" isRequired {...wired} />}
      </Field>
      <Field control={control} name="specialty">
        {(wired) => <TextField label="Especialidad" placeholder="Kinesiología deportiva" isRequired {...wired} />}
      </Field>
      <Field control={control} name="price_range">
        {(wired) => (
          <Select
            label="Rango de precios"
            options={options.map((range) => ({ value: range, label: range }))}
            placeholder="Elegí un rango"
            isRequired
            {...wired}
          />
        )}
      </Field>
      <Field control={control} name="modalities">
        {({ onChange, ...wired }) => (
          <CheckboxGroup
            label="Modalidades"
            options={modalities}
            onChange={(chosen) => onChange(chosen as Modality[])}
            {...wired}
          />
        )}
      </Field>
    </>
  );
}

/** A specialist's words about themself. */
export function BioField({ control, description }: Part<{ bio: string }> & { description?: string }) {
  return (
    <Field control={control} name="bio">
      {(wired) => (
        <TextField
          label="Sobre mí"
          description={description ?? "Opcional. Contá tu experiencia y cómo trabajás."}
          isMultiline
          counterMax={BIO_MAX}
          {...wired}
        />
      )}
    </Field>
  );
}

import { getLocalTimeZone, today } from "@internationalized/date";
import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { plural } from "../../shared/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { ProfileFields, ProfileUpdate } from "./own-profile.ts";
import { ageInYears, BIO_MAX, PRICE_RANGES, SIGN_UP_MODALITIES } from "./profile.ts";

type Fields = { control: Control<ProfileFields, unknown, ProfileUpdate> };

/** The name, and the e-mail as the account has it. */
export function IdentityFields({ control, email }: Fields & { email: string }) {
  return (
    <>
      <Field control={control} name="name">
        {(wired) => <TextField label="Nombre completo" autoComplete="name" isRequired {...wired} />}
      </Field>
      <TextField label="Email" type="email" value={email} isReadOnly />
    </>
  );
}

export function PhoneField({ control }: Fields) {
  return (
    <Field control={control} name="phone">
      {(wired) => <TextField label="Teléfono" type="tel" autoComplete="tel" placeholder="11 5555-5555" {...wired} />}
    </Field>
  );
}

export function CityField({ control }: Fields) {
  return (
    <Field control={control} name="location_city">
      {(wired) => <TextField label="Barrio" autoComplete="address-level2" placeholder="Palermo" {...wired} />}
    </Field>
  );
}

/** The birth date, with the age that it makes. */
export function BirthDateField({ control }: Fields) {
  return (
    <Field control={control} name="birth_date">
      {(wired) => (
        <DateField
          label="Fecha de nacimiento"
          max={today(getLocalTimeZone()).toString()}
          description={wired.value ? `Edad: ${plural(ageInYears(wired.value), "año", "años")}` : undefined}
          {...wired}
        />
      )}
    </Field>
  );
}

/** What a specialist says of their practice. A price range that is none of ours stays among the options. */
export function PracticeFields({ control, priceRange }: Fields & { priceRange: string | null }) {
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
            options={SIGN_UP_MODALITIES}
            onChange={(modalities) => onChange(modalities as typeof wired.value)}
            {...wired}
          />
        )}
      </Field>
      <Field control={control} name="bio">
        {(wired) => (
          <TextField
            label="Sobre mí"
            description="Opcional. Contá tu experiencia y cómo trabajás."
            isMultiline
            counterMax={BIO_MAX}
            {...wired}
          />
        )}
      </Field>
    </>
  );
}

/** Whether patients find the phone in the list of specialists. */
export function PhoneListedField({ control }: Fields) {
  return (
    <Field control={control} name="phone_listed">
      {({ value, ...wired }) => (
        <Checkbox isSelected={value} {...wired}>
          Mostrar mi número a los pacientes en la lista de especialistas
        </Checkbox>
      )}
    </Field>
  );
}

import { getLocalTimeZone, today } from "@internationalized/date";
import { Field } from "../../client/form.tsx";
import {
  ACTIVITY_LEVEL_LABELS,
  ACTIVITY_LEVELS,
  BIO_MAX,
  PRICE_RANGES,
  SIGN_UP_MODALITIES,
} from "../../domain/profiles/profile.ts";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { SignUpControl } from "./sign-up-form.tsx";

const activityLevels = ACTIVITY_LEVELS.map((value) => ({ value, label: ACTIVITY_LEVEL_LABELS[value] }));
const priceRanges = PRICE_RANGES.map((range) => ({ value: range, label: range }));

/** What everybody fills in: who they are and how they will sign in. */
export function PersonFields({ control }: { control: SignUpControl }) {
  return (
    <>
      <Field control={control} name="name">
        {(wired) => <TextField label="Nombre completo" autoComplete="name" isRequired {...wired} />}
      </Field>
      <Field control={control} name="email">
        {(wired) => <TextField label="Email" type="email" autoComplete="email" isRequired {...wired} />}
      </Field>
      <Field control={control} name="password">
        {(wired) => (
          <TextField
            label="Contraseña"
            type="password"
            autoComplete="new-password"
            description="8 caracteres o más, con una mayúscula y un número."
            isRequired
            {...wired}
          />
        )}
      </Field>
      <Field control={control} name="phone">
        {(wired) => (
          <TextField
            label="Teléfono"
            type="tel"
            autoComplete="tel"
            placeholder="11 5555-5555"
            isRequired
            {...wired}
          />
        )}
      </Field>
    </>
  );
}

/** What only a patient fills in. */
export function PatientFields({ control }: { control: SignUpControl }) {
  return (
    <>
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
      <Field control={control} name="activity_level">
        {({ onChange, ...wired }) => (
          <Select
            label="Nivel de actividad"
            options={activityLevels}
            isRequired
            onChange={(level) => onChange(level as typeof wired.value)}
            {...wired}
          />
        )}
      </Field>
    </>
  );
}

/** What only a specialist fills in, besides the bio. */
export function KineFields({ control }: { control: SignUpControl }) {
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
            options={priceRanges}
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
    </>
  );
}

/** A neighbourhood of the city, asked of everybody. */
export function CityField({ control }: { control: SignUpControl }) {
  return (
    <Field control={control} name="location_city">
      {(wired) => (
        <TextField label="Barrio" autoComplete="address-level2" placeholder="Palermo" isRequired {...wired} />
      )}
    </Field>
  );
}

/** A specialist's words about themself. */
export function BioField({ control }: { control: SignUpControl }) {
  return (
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
  );
}

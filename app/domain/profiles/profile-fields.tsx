import { getLocalTimeZone, today } from "@internationalized/date";
import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { plural } from "../../shared/format.ts";
import { DateField } from "../../ui/date-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { PlaceBox } from "../places/place-box.tsx";
import { ageInYears } from "./profile.ts";

/** The part of any form that a field is about: pass `partOf(control)`. */
export type Part<Values extends object> = { control: Control<Values> };

/** Off where somebody fills in the data of another person, whom the browser does not know. */
type Filling = { isRequired?: boolean; autoComplete?: "off"; description?: string };

export function NameField({ control, autoComplete }: Part<{ name: string }> & Pick<Filling, "autoComplete">) {
  return (
    <Field control={control} name="name">
      {(wired) => <TextField label="Nombre completo" autoComplete={autoComplete ?? "name"} isRequired {...wired} />}
    </Field>
  );
}

export function PhoneField({ control, autoComplete, ...rest }: Part<{ phone: string }> & Filling) {
  return (
    <Field control={control} name="phone">
      {(wired) => (
        <TextField
          label="Teléfono"
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete ?? "tel"}
          placeholder="11 5555-5555"
          {...rest}
          {...wired}
        />
      )}
    </Field>
  );
}

export function CityField({ control, isRequired }: Part<{ location_city: string }> & Pick<Filling, "isRequired">) {
  return (
    <Field control={control} name="location_city">
      {(wired) => <PlaceBox placeholder="Palermo" isRequired={isRequired} {...wired} />}
    </Field>
  );
}

/** A birth date, with the age that it makes; emptied, it is null. */
export function BirthDateField({ control, isRequired }: Part<{ birth_date: string | null }> & Pick<Filling, "isRequired">) {
  return (
    <Field control={control} name="birth_date">
      {(wired) => (
        <DateField
          label="Fecha de nacimiento"
          max={today(getLocalTimeZone()).toString()}
          description={wired.value ? `Edad: ${plural(ageInYears(wired.value), "año", "años")}` : undefined}
          isRequired={isRequired}
          {...wired}
        />
      )}
    </Field>
  );
}

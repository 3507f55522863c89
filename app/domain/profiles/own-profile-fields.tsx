import { getLocalTimeZone, today } from "@internationalized/date";
import type { Control } from "react-hook-form";
import { Field, partOf } from "../../client/form.tsx";
import { plural } from "../../shared/format.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { ProfileChange, ProfileFields } from "./own-profile.ts";
import { ageInYears } from "./profile.ts";
import { NameField } from "./profile-fields.tsx";

type Fields = { control: Control<ProfileFields, unknown, ProfileChange> };

/** The name, and the e-mail as the account has it. */
export function IdentityFields({ control, email }: Fields & { email: string }) {
  return (
    <>
      <NameField control={partOf(control)} />
      <TextField label="Email" type="email" value={email} isReadOnly />
    </>
  );
}

/** The birth date, with the age that it makes. */
export function OwnBirthDateField({ control }: Fields) {
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

import { getLocalTimeZone, today } from "@internationalized/date";
import { Field } from "../../client/form.tsx";
import { plural } from "../../shared/format.ts";
import { DateField } from "../../ui/date-field.tsx";
import { ageInYears } from "./profile.ts";
import type { Filling, Part } from "./profile-fields.tsx";

/** A birth date with the resulting age; empty becomes null. */
export function BirthDateField({
  control,
  isRequired,
}: Part<{ birth_date: string | null }> & Pick<Filling, "isRequired">) {
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

import { useState } from "react";
import { Field } from "../../client/form.tsx";
import { plural } from "../../shared/format.ts";
import { DateField } from "../../ui/date-field.tsx";
import { readDate } from "../../ui/typed-date.ts";
import { ageInYears, defaultBirthDate } from "./profile.ts";
import type { Filling, Part } from "./profile-fields.tsx";

/** A birth date with the resulting age; empty becomes null. */
export function BirthDateField({
  control,
  isRequired,
  autoComplete = "bday",
}: Part<{ birth_date: string | null }> & Pick<Filling, "isRequired"> & { autoComplete?: "bday" | "off" }) {
  const [today] = useState(() => new Date().toLocaleDateString("sv-SE"));
  return (
    <Field control={control} name="birth_date">
      {(wired) => (
        <DateField
          label="Fecha de nacimiento"
          max={today}
          opensAt={defaultBirthDate()}
          description={ageLine(wired.value) ?? "Día, mes y año completo, por ejemplo 24/03/1990."}
          isRequired={isRequired}
          autoComplete={autoComplete}
          {...wired}
        />
      )}
    </Field>
  );
}

/** The age that follows from a date of birth, or null when nobody can be that old. */
function ageLine(value: string | null): string | null {
  const date = readDate(value ?? "");
  const age = date ? ageInYears(date) : -1;
  return age >= 0 && age <= 120 ? `Edad: ${plural(age, "año", "años")}` : null;
}

import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { lacksAreaCode } from "./argentine-phone.ts";

/** The part of a form's control that a field needs: pass `partOf(control)`. */
export type Part<Values extends object> = { control: Control<Values> };

/** "off" when a user fills in another person's data, which the browser must not autofill. */
export type Filling = { isRequired?: boolean; autoComplete?: "off"; description?: string };

export function NameField({
  control,
  autoComplete,
  description,
}: Part<{ name: string }> & Omit<Filling, "isRequired">) {
  return (
    <Field control={control} name="name">
      {(wired) => (
        <TextField
          label="Nombre completo"
          autoComplete={autoComplete ?? "name"}
          description={description}
          isRequired
          {...wired}
        />
      )}
    </Field>
  );
}

export function PhoneField({ control, autoComplete, ...rest }: Part<{ phone: string }> & Filling) {
  return (
    <Field control={control} name="phone">
      {(wired) => (
        <div className="flex flex-col gap-1.5">
          <TextField
            label="Teléfono"
            type="tel"
            inputMode="tel"
            autoComplete={autoComplete ?? "tel"}
            placeholder="11 5555-5555"
            {...rest}
            {...wired}
          />
          <p role="status" className="text-sm text-warning empty:hidden">
            {!wired.errorMessage &&
              lacksAreaCode(wired.value) &&
              "Sumale el código de área (por ejemplo, 11 5555-5555): sin él no funcionan ni WhatsApp ni las llamadas de otra zona."}
          </p>
        </div>
      )}
    </Field>
  );
}

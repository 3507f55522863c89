import type { ReactNode } from "react";
import type { Control } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ACTIVITY_LEVEL_LABELS, ACTIVITY_LEVELS, type ActivityLevel } from "../profiles/profile.ts";
import { PASSWORD_HINT } from "./credentials.ts";

const activityLevels = ACTIVITY_LEVELS.map((value) => ({ value, label: ACTIVITY_LEVEL_LABELS[value] }));

type EmailFieldProps = { control: Control<{ email: string }>; autoComplete?: "email" | "off" };

/** The e-mail address of a new account. */
export function EmailField({ control, autoComplete = "email" }: EmailFieldProps) {
  return (
    <Field control={control} name="email">
      {(wired) => <TextField label="Email" type="email" autoComplete={autoComplete} isRequired {...wired} />}
    </Field>
  );
}

type NewPasswordFieldProps = { control: Control<{ password: string }>; label?: string; children?: ReactNode };

/** A password to be set, with its rules; `children` stand below it. */
export function NewPasswordField({ control, label = "Contraseña", children }: NewPasswordFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1 *:first:w-full">
      <Field control={control} name="password">
        {(wired) => (
          <TextField
            label={label}
            type="password"
            autoComplete="new-password"
            description={PASSWORD_HINT}
            isRequired
            {...wired}
          />
        )}
      </Field>
      {children}
    </div>
  );
}

/** How much a patient moves. */
export function ActivityLevelField({ control }: { control: Control<{ activity_level: ActivityLevel }> }) {
  return (
    <Field control={control} name="activity_level">
      {({ onChange, ...wired }) => (
        <Select
          label="Nivel de actividad"
          options={activityLevels}
          isRequired
          onChange={(level) => onChange(level as ActivityLevel)}
          {...wired}
        />
      )}
    </Field>
  );
}

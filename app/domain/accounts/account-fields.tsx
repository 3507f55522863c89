import { type ReactNode, useEffect, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { Field } from "../../client/form.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { loadingLate } from "../../ui/late.tsx";
import { StrengthMeter } from "../../ui/strength-meter.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ACTIVITY_LEVEL_LABELS, ACTIVITY_LEVELS, type ActivityLevel } from "../profiles/profile.ts";
import { PASSWORD_HINT } from "../../shared/password-rules.ts";
import { passwordStrength } from "./password-strength.ts";

/** The list is larger than the form around it. */
const loadCommon = loadingLate(async () => (await import("../../shared/common-passwords.ts")).isCommonPassword, false);

const activityLevels = ACTIVITY_LEVELS.map((value) => ({ value, label: ACTIVITY_LEVEL_LABELS[value] }));

type EmailFieldProps = { control: Control<{ email: string }>; autoComplete?: "email" | "off"; description?: string };

/** The e-mail address of a new account. */
export function EmailField({ control, autoComplete = "email", description }: EmailFieldProps) {
  return (
    <Field control={control} name="email">
      {(wired) => (
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          description={description}
          isRequired
          {...wired}
        />
      )}
    </Field>
  );
}

type NewPasswordFieldProps = {
  control: Control<{ password: string }>;
  label?: string;
  description?: string;
  isRequired?: boolean;
  /** The line of its strength is kept free, so that nothing moves. */
  isStill?: boolean;
  /** Facts about the user that others know: name, e-mail. */
  known?: readonly string[];
  children?: ReactNode;
};

/** A new password with its rules and its strength; `children` are shown below it. */
export function NewPasswordField({
  control,
  label = "Contraseña",
  description,
  isRequired = true,
  isStill = false,
  known,
  children,
}: NewPasswordFieldProps) {
  const password = useWatch({ control, name: "password" });
  const [isCommon, setCommon] = useState<(password: string) => boolean>();
  useEffect(
    () =>
      void loadCommon().then(
        (check) => setCommon(() => check),
        () => undefined,
      ),
    [],
  );
  const strength = passwordStrength(password, known, isCommon);
  return (
    <div className="flex flex-col gap-1">
      <Field control={control} name="password">
        {(wired) => (
          <TextField
            label={label}
            type="password"
            autoComplete="new-password"
            description={description ?? PASSWORD_HINT}
            isRequired={isRequired}
            {...wired}
          />
        )}
      </Field>
      <div className={isStill ? "min-h-11" : "contents"}>
        <StrengthMeter level={strength.level} words={password === "" ? "" : strength.words} />
      </div>
      {children}
    </div>
  );
}

/** The patient's level of physical activity. */
export function ActivityLevelField({ control }: { control: Control<{ activity_level: ActivityLevel }> }) {
  return (
    <Field control={control} name="activity_level">
      {({ onChange, ...wired }) => (
        <RadioChips
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

import { type UseFormReturn, useWatch } from "react-hook-form";
import { partOf } from "../../client/form.tsx";
import { EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { NameField } from "../../domain/profiles/profile-fields.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { SignUpRole, SignUpValues } from "./sign-up.ts";
import { rememberSignUpRole } from "./sign-up-role.ts";

const roles = [
  { value: "patient", label: "Soy paciente", description: "Contá tu caso y recibí postulaciones." },
  { value: "kine", label: "Soy especialista", description: "Encontrá pacientes que necesitan tu ayuda." },
] as const;

type FirstStepFieldsProps<Account> = { form: UseFormReturn<SignUpValues, unknown, Account>; hasCredentials: boolean };

/** The fields of the first sign-up step; without credentials for users of another provider. */
export function FirstStepFields<Account>({ form, hasCredentials }: FirstStepFieldsProps<Account>) {
  const { control } = form;
  const [name, email] = useWatch({ control, name: ["name", "email"] });
  return (
    <>
      <RoleField form={form} />
      <NameField control={partOf(control)} />
      {hasCredentials && (
        <>
          <EmailField control={partOf(control)} />
          <NewPasswordField control={partOf(control)} known={[name, email]} />
        </>
      )}
    </>
  );
}

function RoleField<Account>({ form }: { form: UseFormReturn<SignUpValues, unknown, Account> }) {
  const { control, setValue, clearErrors } = form;
  const role = useWatch({ control, name: "role" });

  function choose(chosen: SignUpRole) {
    setValue("role", chosen);
    clearErrors();
    // This browser stores the choice.
    rememberSignUpRole(chosen);
  }

  return (
    <RadioGroup
      label="¿Cómo vas a usar tu cuenta?"
      options={roles}
      value={role}
      onChange={(chosen) => choose(chosen === "kine" ? "kine" : "patient")}
    />
  );
}

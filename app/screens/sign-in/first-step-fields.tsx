import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { partOf } from "../../client/form.tsx";
import { EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { NameField } from "../../domain/profiles/profile-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { SignUpRole, SignUpValues } from "./sign-up-input.ts";
import { rememberSignUpRole } from "./sign-up-role.ts";

const roles = [
  { value: "patient", label: "Soy paciente", description: "Contá tu caso y recibí postulaciones." },
  { value: "kine", label: "Soy especialista", description: "Encontrá pacientes que necesitan tu ayuda." },
] as const;

type FirstStepFieldsProps<Account> = {
  form: UseFormReturn<SignUpValues, unknown, Account>;
  hasCredentials: boolean;
  isRoleGiven: boolean;
};

/** The fields of the first sign-up step; without credentials for users of another provider. */
export function FirstStepFields<Account>({ form, hasCredentials, isRoleGiven }: FirstStepFieldsProps<Account>) {
  const { control } = form;
  const [role, name, email] = useWatch({ control, name: ["role", "name", "email"] });
  const [isAsked, setAsked] = useState(!isRoleGiven);
  return (
    <>
      {isAsked ? <RoleField form={form} /> : <GivenRole role={role} onChange={() => setAsked(true)} />}
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

function GivenRole({ role, onChange }: { role: SignUpRole; onChange: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-card bg-sunken px-4 py-1">
      <span>
        Tu cuenta: <strong>{role === "kine" ? "especialista" : "paciente"}</strong>
      </span>
      <Button variant="link" size="inline" onPress={onChange}>
        Cambiar
      </Button>
    </p>
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

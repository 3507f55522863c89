import type { Control, UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { partOf } from "../../client/form.tsx";
import { ActivityLevelField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { BioField, BirthDateField, CityField, PhoneField, PracticeFields } from "../../domain/profiles/profile-fields.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { SignUpRole, SignUpValues } from "./sign-up.ts";
import { rememberSignUpRole } from "./sign-up-role.ts";

const roles = [
  { value: "patient", label: "Soy paciente", description: "Contá tu caso y recibí postulaciones." },
  { value: "kine", label: "Soy especialista", description: "Encontrá pacientes que necesitan tu ayuda." },
] as const;

/** Whether a patient or a specialist is signing up; this browser remembers it. */
export function RoleField<Output>({ form }: { form: UseFormReturn<SignUpValues, unknown, Output> }) {
  const { control, setValue, clearErrors } = form;
  const role = useWatch({ control, name: "role" });

  function choose(chosen: SignUpRole) {
    setValue("role", chosen);
    clearErrors();
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

type RoleFieldsProps<Output> = { control: Control<SignUpValues, unknown, Output>; role: SignUpRole };

/** What a new account of a role needs besides name and credentials, the terms at the end. */
export function RoleFields<Output>({ control, role }: RoleFieldsProps<Output>) {
  return (
    <>
      <PhoneField control={partOf(control)} isRequired />
      {role === "patient" ? (
        <>
          <BirthDateField control={partOf(control)} />
          <ActivityLevelField control={partOf(control)} />
        </>
      ) : (
        <PracticeFields control={partOf(control)} />
      )}
      <CityField control={partOf(control)} isRequired />
      {role === "kine" && <BioField control={partOf(control)} />}
      <TermsField control={partOf(control)} />
    </>
  );
}

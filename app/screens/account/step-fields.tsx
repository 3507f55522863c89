import { type UseFormReturn, useWatch } from "react-hook-form";
import { partOf } from "../../client/form.tsx";
import { ActivityLevelField, EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { HeldPhoto, type Photo } from "../../domain/profiles/held-photo.tsx";
import { BioField, PracticeFields } from "../../domain/profiles/practice-fields.tsx";
import { BirthDateField, CityField, NameField, PhoneField } from "../../domain/profiles/profile-fields.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import type { SignUpRole, SignUpValues } from "./sign-up.ts";
import { rememberSignUpRole } from "./sign-up-role.ts";

const roles = [
  { value: "patient", label: "Soy paciente", description: "Contá tu caso y recibí postulaciones." },
  { value: "kine", label: "Soy especialista", description: "Encontrá pacientes que necesitan tu ayuda." },
] as const;

const whoSeesThePhone: Record<SignUpRole, string> = {
  patient: "Lo ven solamente los especialistas que aceptes.",
  kine: "Es para que te contacten los pacientes. Después podés sacarlo de la lista.",
};

type StepFieldsProps<Account> = {
  form: UseFormReturn<SignUpValues, unknown, Account>;
  role: SignUpRole;
  step: number;
  isLast: boolean;
  hasCredentials: boolean;
  photo: Photo | null;
  onHoldPhoto: (photo: Photo) => void;
};

/** The fields of one step of a new account; without credentials for whoever signs in elsewhere. */
export function StepFields<Account>(props: StepFieldsProps<Account>) {
  const { form, role, step, isLast, hasCredentials, photo, onHoldPhoto } = props;
  const { control } = form;
  const [name, email] = useWatch({ control, name: ["name", "email"] });
  if (step === 1) {
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
  if (step === 2) {
    return (
      <>
        <PhoneField control={partOf(control)} description={whoSeesThePhone[role]} isRequired />
        <CityField control={partOf(control)} isRequired />
      </>
    );
  }
  if (!isLast) return <PracticeFields control={partOf(control)} />;
  return (
    <>
      <HeldPhoto name={name} photo={photo} onHold={onHoldPhoto} />
      {role === "kine" ? (
        <BioField control={partOf(control)} />
      ) : (
        <>
          <BirthDateField control={partOf(control)} isRequired />
          <ActivityLevelField control={partOf(control)} />
        </>
      )}
      <TermsField control={partOf(control)} />
    </>
  );
}

function RoleField<Account>({ form }: { form: UseFormReturn<SignUpValues, unknown, Account> }) {
  const { control, setValue, clearErrors } = form;
  const role = useWatch({ control, name: "role" });

  function choose(chosen: SignUpRole) {
    setValue("role", chosen);
    clearErrors();
    // This browser remembers it.
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

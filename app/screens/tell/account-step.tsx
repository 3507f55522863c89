import { useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { partOf } from "../../client/form.tsx";
import { EmailField, NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { StepTitle } from "../../domain/cases/case-steps.tsx";
import { NameField, PhoneField } from "../../domain/profiles/profile-fields.tsx";
import { PASSWORD_MIN } from "../../shared/password-rules.ts";
import { errorCatalogue } from "../../shared/errors.ts";
import type { SignUp, SignUpValues } from "../sign-in/sign-up-input.ts";
import { ACCOUNT_STEPS, type AccountStepName } from "./account-fields.ts";

export type AccountForm = UseFormReturn<SignUpValues, unknown, SignUp>;
export type AccountStepProps = { name: AccountStepName; form: AccountForm };

/** Who a visitor is, and then their account: two fields a screen. The first refused one takes the focus. */
export function AccountStep({ name, form }: AccountStepProps) {
  const { getFieldState, setFocus } = form;
  useEffect(() => {
    const refused = ACCOUNT_STEPS[name].find((field) => getFieldState(field).error);
    if (refused) setFocus(refused);
  }, [name, getFieldState, setFocus]);
  return (
    <div key={name} className="flex flex-col gap-4">
      <StepTitle>{name === "who" ? "¿Quién sos?" : "Creá tu cuenta"}</StepTitle>
      {name === "who" ? <Who form={form} /> : <Account form={form} />}
    </div>
  );
}

function Who({ form: { control } }: { form: AccountForm }) {
  return (
    <>
      <NameField control={partOf(control)} />
      <PhoneField control={partOf(control)} description="Lo ve quien elijas, y nosotros." isRequired />
    </>
  );
}

function Account({ form: { control, formState } }: { form: AccountForm }) {
  const [name, email] = useWatch({ control, name: ["name", "email"] });
  return (
    <>
      <EmailField control={partOf(control)} description="Ahí te avisamos." />
      {formState.errors.email?.message === errorCatalogue.EMAIL_TAKEN.message && (
        <Link to="/auth?mode=signin" className="inline-flex min-h-11 items-center text-primary underline">
          Iniciar sesión y publicarlo
        </Link>
      )}
      <NewPasswordField
        control={partOf(control)}
        description={`Inventá una: ${PASSWORD_MIN} letras, mayúscula y número.`}
        known={[name, email]}
        isStill
      />
    </>
  );
}

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
import { firstProblem } from "./account-fields.ts";

export type AccountForm = UseFormReturn<SignUpValues, unknown, SignUp>;
export type AccountStepProps = { form: AccountForm };

/** Who a visitor is: the four fields that an account needs. The first refused one takes the focus. */
export function AccountStep({ form }: AccountStepProps) {
  const { control, getFieldState, setFocus } = form;
  const [name, email] = useWatch({ control, name: ["name", "email"] });
  useEffect(() => {
    const refused = firstProblem((field) => getFieldState(field).error);
    if (refused) setFocus(refused);
  }, [getFieldState, setFocus]);
  return (
    <div className="flex flex-col gap-4">
      <StepTitle>Tu cuenta</StepTitle>
      <NameField control={partOf(control)} />
      <PhoneField control={partOf(control)} description="Lo ve quien elijas, y nosotros." isRequired />
      <EmailField control={partOf(control)} description="Ahí te avisamos." />
      {form.formState.errors.email?.message === errorCatalogue.EMAIL_TAKEN.message && (
        <Link to="/auth?mode=signin" className="inline-flex min-h-11 items-center text-primary underline">
          Iniciar sesión y publicarlo
        </Link>
      )}
      <NewPasswordField
        control={partOf(control)}
        description={`Mínimo ${PASSWORD_MIN}, mayúscula y número.`}
        known={[name, email]}
      />
    </div>
  );
}

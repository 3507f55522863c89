import type { ComponentProps } from "react";
import { ProviderButtons } from "./providers.tsx";
import { createAccount } from "./sign-up.ts";
import type { SignUp } from "./sign-up-input.ts";
import { SignUpForm } from "./sign-up-form.tsx";

export type NewAccountFormProps = Pick<
  ComponentProps<typeof SignUpForm<SignUp>>,
  "form" | "isRoleGiven" | "photo" | "onHoldPhoto"
>;

/** The sign-up form of a new account with a password, and the providers that need none. */
export function NewAccountForm(props: NewAccountFormProps) {
  return (
    <SignUpForm {...props} onSend={createAccount} hasCredentials>
      <ProviderButtons />
    </SignUpForm>
  );
}

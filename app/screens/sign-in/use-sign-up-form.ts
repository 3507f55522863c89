import { useEffect } from "react";
import { type FieldValues, type Resolver, useForm } from "react-hook-form";
import type { SignUpValues } from "./sign-up-input.ts";
import { keepSignUpDraft } from "./sign-up-draft.ts";

/** The sign-up form: input is stored in this tab, and fields with errors are revalidated. */
export function useSignUpForm<Account extends FieldValues>(
  resolver: Resolver<SignUpValues, unknown, Account>,
  defaultValues: SignUpValues,
) {
  const form = useForm<SignUpValues, unknown, Account>({ resolver, defaultValues, shouldFocusError: false });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          keepSignUpDraft(values);
          const field = name as keyof SignUpValues | undefined;
          if (field && form.getFieldState(field).error) void form.trigger(field);
        },
      }),
    [form],
  );
  return form;
}

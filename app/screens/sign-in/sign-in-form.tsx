import type { UseFormReturn } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { Field, useSubmit } from "../../client/form.tsx";
import type { Credentials } from "../../shared/credentials.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { ProviderButtons } from "./providers.tsx";
import { signIn } from "./sign-in.ts";

/** E-mail and password of an existing account. A toast shows the first violated rule, and each stands under its field. */
export function SignInForm({ form }: { form: UseFormReturn<Credentials> }) {
  const { control, formState, handleSubmit, setError } = form;
  const navigate = useNavigate();

  const submit = useSubmit(
    handleSubmit(
      async (credentials) => {
        const failure = await signIn(credentials);
        if (failure) {
          toast.error(failure);
          setError("password", { message: failure });
          return;
        }
        toast.success("Sesión iniciada!");
        await navigate("/dashboard", { replace: true });
      },
      (errors) => {
        const first = errors.email ?? errors.password;
        if (first?.message) toast.error(first.message);
      },
    ),
  );

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field control={control} name="email">
        {(wired) => <TextField label="Email" type="email" autoComplete="email" isRequired {...wired} />}
      </Field>
      <Field control={control} name="password">
        {(wired) => (
          <TextField label="Contraseña" type="password" autoComplete="current-password" isRequired {...wired} />
        )}
      </Field>
      <Link to="/forgot-password" className="-my-2 inline-flex min-h-11 items-center self-start underline">
        ¿Olvidaste tu contraseña?
      </Link>
      <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>
        Iniciar sesión
      </Button>
      <PasskeySignIn />
      <ProviderButtons />
    </form>
  );
}

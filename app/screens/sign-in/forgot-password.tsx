import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, redirect } from "react-router";
import { provingWork } from "../../client/captcha.ts";
import { failureMessage } from "../../client/connection.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/forgot-password.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import { findCurrentUser } from "../shell/current-user.ts";

export { LayoutSkeleton as HydrateFallback };

/** A signed-in user changes the password in "Seguridad" instead. */
export async function clientLoader() {
  if ((await findCurrentUser()).state === "member") throw redirect("/dashboard");
  return null;
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Recuperar contraseña`;
  return [{ title }, { name: "robots", content: "noindex" }];
}

const resolver = lateResolver(async () => (await import("../../shared/credentials.ts")).OnlyEmail);

/** Requests a link to set a new password. */
export default function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { control, formState, handleSubmit } = useForm({ resolver, defaultValues: { email: "" } });

  const submit = useSubmit(
    handleSubmit(async ({ email }) => {
      const { error } = await provingWork(async (captchaToken) =>
        (await auth()).resetPasswordForEmail(email, { captchaToken }),
      );
      if (error) toast.error(failureMessage(error, true));
      else setSentTo(email);
    }),
  );

  return (
    <AccountFrame>
      {sentTo ? (
        <Sent email={sentTo} onAgain={() => setSentTo(null)} />
      ) : (
        <>
          <h1 className="mb-3 text-3xl">Recuperá tu contraseña</h1>
          <p className="mb-6 text-muted">
            Escribí el email de tu cuenta y te mandamos un enlace para elegir una nueva.
          </p>
          <form noValidate onSubmit={submit} className="flex flex-col gap-5">
            <Field control={control} name="email">
              {(wired) => <TextField label="Email" type="email" autoComplete="email" isRequired {...wired} />}
            </Field>
            <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>
              Enviar enlace
            </Button>
          </form>
        </>
      )}
      <p className="mt-6 text-center">
        <Link to="/auth?mode=signin" className="inline-flex min-h-11 items-center underline">
          Volver a iniciar sesión
        </Link>
      </p>
    </AccountFrame>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { contactEmail } = useProduct();
  return (
    <div role="status" className="flex flex-col gap-4">
      <h1 className="text-3xl">Revisá tu correo</h1>
      <p className="break-words">
        Si hay una cuenta con <strong>{email}</strong>, en unos minutos te llega un enlace para elegir una contraseña
        nueva. Sirve una sola vez y vence en una hora.
      </p>
      <p className="text-muted">
        ¿No llegó? Mirá en correo no deseado, o escribinos a{" "}
        <a href={`mailto:${contactEmail}`} className="underline">
          {contactEmail}
        </a>
        .
      </p>
      <Button variant="secondary" onPress={onAgain}>
        Probar con otro email
      </Button>
    </div>
  );
}

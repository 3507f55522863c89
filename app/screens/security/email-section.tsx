import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { provingWork } from "../../client/captcha.ts";
import { failureMessage } from "../../client/connection.ts";
import { Field, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { auth, authAs, currentSession } from "../../client/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { userQuery } from "./protection.ts";
import { Loaded } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

const resolver = lateResolver(async () => (await import("../../shared/credentials.ts")).OnlyEmail);

/** The account's e-mail address: whether it is confirmed, and changing it. */
export function EmailSection() {
  const user = useQuery(userQuery);
  const recently = useRecentSignIn();
  const [isCancelling, setCancelling] = useState(false);
  const { control, formState, handleSubmit, reset } = useForm({ resolver, defaultValues: { email: "" } });

  const submit = useSubmit(
    handleSubmit(async ({ email }) => {
      const answer = await recently(() =>
        provingWork(async (captcha_token) =>
          (await auth()).updateUser({ email, ...(captcha_token && { gotrue_meta_security: { captcha_token } }) }),
        ),
      );
      if (!answer) return;
      const { error } = answer;
      if (error) return void toast.error(failureMessage(error));
      reset();
      toast.success("Te mandamos un enlace", { description: `Confirmá el cambio desde ${email}.` });
      await user.refetch();
    }),
  );

  async function resend(type: "signup" | "email_change", email: string) {
    const session = await currentSession().catch(() => null);
    const client = await (session ? authAs(session) : auth());
    const { error } = await provingWork((captchaToken) => client.resend({ type, email, options: { captchaToken } }));
    if (error) toast.error(failureMessage(error));
    else toast.success("Te mandamos otro enlace");
  }

  async function cancelChange(email: string) {
    setCancelling(true);
    const { error } = await (await auth()).updateUser({ email });
    setCancelling(false);
    if (error) return void toast.error(failureMessage(error));
    toast.success("Cancelaste el cambio de email");
    await user.refetch();
  }

  return (
    <Section
      title="Email"
      fold="email"
      state={user.data && (user.data.email_confirmed_at ? "Está confirmado" : "Falta confirmarlo")}
      isUrgent={user.data !== undefined && (!user.data.email_confirmed_at || user.data.new_email !== undefined)}
    >
      <Loaded asked={user}>
        {({ email = "", email_confirmed_at, new_email }) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="flex min-w-0 flex-wrap items-center gap-2">
                <span className="min-w-0 font-semibold">{email}</span>
                <Badge tone={email_confirmed_at ? "success" : "warning"}>
                  {email_confirmed_at ? "Confirmado" : "Sin confirmar"}
                </Badge>
              </p>
              {!email_confirmed_at && (
                <Button variant="secondary" size="small" onPress={() => void resend("signup", email)}>
                  Enviar enlace para confirmarlo
                </Button>
              )}
            </div>
            {new_email && (
              <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
                <p className="min-w-0 break-words">
                  Falta confirmar <strong>{new_email}</strong> desde esa casilla. Si no lo pediste vos, cancelalo y
                  cambiá tu contraseña.
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button variant="secondary" size="small" onPress={() => void resend("email_change", email)}>
                    Reenviar enlace
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    isPending={isCancelling}
                    onPress={() => void cancelChange(email)}
                  >
                    Cancelar el cambio
                  </Button>
                </div>
              </div>
            )}
          </>
        )}
      </Loaded>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field control={control} name="email">
          {(wired) => <TextField label="Email nuevo" type="email" autoComplete="off" isRequired {...wired} />}
        </Field>
        <div>
          <Button type="submit" isPending={formState.isSubmitting}>
            Cambiar email
          </Button>
        </div>
      </form>
    </Section>
  );
}

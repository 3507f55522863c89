import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { auth } from "../../client/session.ts";
import { NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Section } from "../../ui/section.tsx";

const resolver = lateResolver(async () => (await import("../../shared/new-credentials.ts")).OnlyPassword);

/** Changes the password, which ends the user's other sessions. */
export function PasswordSection() {
  const recently = useRecentSignIn();
  const queryClient = useQueryClient();
  const { control, formState, handleSubmit, reset, setError } = useForm({ resolver, defaultValues: { password: "" } });

  const submit = useSubmit(
    handleSubmit(async ({ password }) => {
      const answer = await recently(async () => (await auth()).updateUser({ password }));
      if (!answer) return;
      const { error } = answer;
      if (error) {
        const isOfField = error.code === "weak_password" || error.code === "same_password";
        if (isOfField) setError("password", { message: error.message }, { shouldFocus: true });
        else toast.error(failureMessage(error, true));
        return;
      }
      reset();
      toast.success("Contraseña cambiada", { description: "Cerramos tus otras sesiones." });
      await queryClient.invalidateQueries({ queryKey: queries.sessions.key() });
    }),
  );

  return (
    <Section title="Contraseña" fold="contrasena" state="Cambiarla">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <NewPasswordField control={control} label="Contraseña nueva" />
        <div>
          <Button type="submit" isPending={formState.isSubmitting}>
            Cambiar contraseña
          </Button>
        </div>
      </form>
    </Section>
  );
}

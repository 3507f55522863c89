import { isAuthError } from "../../client/auth-errors.ts";
import { useForm } from "react-hook-form";
import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { failureMessage } from "../../client/connection.ts";
import { useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { auth } from "../../client/session.ts";
import { NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { PASSWORD_HINT } from "../../shared/password-rules.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/change-password.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { ACCOUNT_GONE, signOutBecause } from "../shell/route-guard.ts";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import { OtherWaysIn } from "../security/other-ways-in.tsx";
import { SignOutFoot, useSignOut } from "../shell/sign-out.tsx";
import { Unreachable } from "../shell/unreachable.tsx";
import { findCurrentUser } from "../shell/current-user.ts";

export { LayoutSkeleton as HydrateFallback };

/** Only for users with a temporary password; null while the server is unreachable. */
export async function clientLoader() {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return null;
  if (visitor.state === "vanished") await signOutBecause(ACCOUNT_GONE);
  if (visitor.state !== "member") throw redirect("/auth");
  if (!visitor.me.must_change_password) throw redirect("/dashboard");
  return { email: visitor.me.email };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: `${matches[0].loaderData?.productName ?? "Kinexo"} | Nueva contraseña` },
    { name: "robots", content: "noindex" },
  ];
}

export default function ChangePassword({ loaderData }: Route.ComponentProps) {
  return <AccountFrame>{loaderData ? <NewPassword email={loaderData.email} /> : <Unreachable />}</AccountFrame>;
}

const resolver = lateResolver(async () => (await import("../../shared/credentials.ts")).OnlyPassword);

function NewPassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const leaving = useSignOut();
  const { control, formState, handleSubmit, setError } = useForm({ resolver, defaultValues: { password: "" } });
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  const submit = useSubmit(
    handleSubmit(async ({ password }) => {
      const { error } = await (await auth()).updateUser({ password });
      if (!error) {
        toast.success("Contraseña actualizada");
        await navigate("/dashboard");
        return;
      }
      const message = failureMessage(error, true);
      toast.error(message);
      if (isAuthError(error) && error.code === "reauthentication_needed") {
        await leaving.leave("/auth?mode=signin");
        return;
      }
      setError("password", { message }, { shouldFocus: true });
    }),
  );

  return (
    <>
      <h1 className="mb-3 text-3xl">Elegí tu contraseña</h1>
      <p className="mb-6 text-muted">Para seguir, elegí una contraseña nueva que solo sepas vos.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        {/* Password managers save the new password under this name. */}
        <TextField label="Email" type="email" autoComplete="username" value={email} isReadOnly />
        <NewPasswordField
          control={control}
          label="Contraseña nueva"
          description={`${PASSWORD_HINT} Distinta de la que tenías.`}
          known={[email]}
        />
        <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>
          Guardar contraseña
        </Button>
      </form>
      <OtherWaysIn />
      <SignOutFoot {...leaving} />
    </>
  );
}

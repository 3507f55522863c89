import { isAuthError } from "../../client/auth-errors.ts";
import type { User, UserAttributes } from "@supabase/auth-js";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { failureMessage } from "../../client/connection.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { lateResolver } from "../../client/late-resolver.ts";
import { readAccount } from "../../client/read-account.ts";
import { auth } from "../../client/session.ts";
import { NewPasswordField } from "../../domain/accounts/account-fields.tsx";
import { TermsField } from "../../domain/accounts/terms-field.tsx";
import { PASSWORD_HINT } from "../../shared/password-rules.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/change-password.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { ACCOUNT_GONE, isHalfway, signOutBecause } from "../shell/route-guard.ts";
import { LayoutSkeleton } from "../shell/layout-skeleton.tsx";
import { type HeldBack, HeldBackWays } from "../security/held-back.tsx";
import { OtherWaysIn } from "../security/other-ways-in.tsx";
import { SignOutFoot, useSignOut } from "../shell/sign-out.tsx";
import { Unreachable } from "../shell/unreachable.tsx";
import { findCurrentUser } from "../shell/current-user.ts";

export { LayoutSkeleton as HydrateFallback };

/** Only for users whose new password is due; null while the server is unreachable. */
export async function clientLoader() {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return null;
  if (visitor.state === "vanished") await signOutBecause(ACCOUNT_GONE);
  if (visitor.state !== "member") throw redirect("/auth");
  if (isHalfway(visitor.me)) throw redirect("/auth/step-up");
  if (!visitor.me.must_change_password) throw redirect("/dashboard");
  // Without this list nobody could choose what to keep.
  const [held, account] = await Promise.all([
    readAccount<HeldBack[]>("/auth/v1/held-back"),
    readAccount<Pick<User, "app_metadata">>("/auth/v1/user"),
  ]);
  return held && account && { email: visitor.me.email, held, asksTerms: account.app_metadata["terms_due"] === true };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: `${matches[0].loaderData?.productName ?? "Kinexo"} | Nueva contraseña` },
    { name: "robots", content: "noindex" },
  ];
}

export default function ChangePassword({ loaderData }: Route.ComponentProps) {
  return <AccountFrame>{loaderData ? <NewPassword {...loaderData} /> : <Unreachable />}</AccountFrame>;
}

/** Where the user sets the password instead, by the code of the refusal. */
const NOT_HERE: Record<string, string> = {
  reauthentication_needed: "/auth?mode=signin",
  recovery_link_required: "/forgot-password",
  otp_expired: "/auth?mode=signin",
};

const resolver = lateResolver(
  async () => (await import("../../domain/accounts/first-password-input.ts")).FirstPassword,
);

function NewPassword({ email, held, asksTerms }: { email: string; held: HeldBack[]; asksTerms: boolean }) {
  const navigate = useNavigate();
  const [keep, setKeep] = useState<string[]>([]);
  const leaving = useSignOut();
  const { control, formState, handleSubmit, setError } = useForm({
    resolver,
    // Who accepted them before is not asked.
    defaultValues: { password: "", accepted_terms: !asksTerms },
  });
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  const submit = useSubmit(
    handleSubmit(async ({ password }) => {
      // The session client sends what it does not know as well.
      const change: UserAttributes & { keep: string[]; accepted_terms?: true } = {
        password,
        keep,
        ...(asksTerms && { accepted_terms: true }),
      };
      const { error } = await (await auth()).updateUser(change);
      if (!error) {
        toast.success("Contraseña actualizada");
        await navigate("/dashboard");
        return;
      }
      const message = failureMessage(error, true);
      toast.error(message);
      const elsewhere = isAuthError(error) && NOT_HERE[error.code ?? ""];
      if (elsewhere) return leaving.leave(elsewhere);
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
          control={partOf(control)}
          label="Contraseña nueva"
          description={`${PASSWORD_HINT} Distinta de la que tenías.`}
          known={[email]}
        />
        {asksTerms && <TermsField control={partOf(control)} />}
        {held.length > 0 && <HeldBackWays ways={held} keep={keep} onKeep={setKeep} />}
        <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>
          Guardar contraseña
        </Button>
      </form>
      <OtherWaysIn held={held.map(({ id }) => id)} />
      <SignOutFoot {...leaving} />
    </>
  );
}

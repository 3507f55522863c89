import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { partOf, useSubmit } from "../../client/form.tsx";
import { NameField } from "../../domain/profiles/profile-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/complete.ts";
import { AccountFrame } from "./account-frame.tsx";
import { RoleField, RoleFields } from "./role-fields.tsx";
import { completeAccount, emptySignUp, FIELDS, ProfileForm, type ProfileOfSignUp, type SignUpValues } from "./sign-up.ts";
import { outcomes } from "./sign-up-form.tsx";
import { initialSignUpRole } from "./sign-up-role.ts";
import { SignOutFoot, useSignOut } from "./sign-out.tsx";
import { Asking } from "./step-up/asking.tsx";
import { Unreachable } from "./unreachable.tsx";
import { findVisitor } from "./visitor.ts";

/** Only for somebody who came from another provider and has no profile yet; null while the server cannot be asked. */
export async function clientLoader() {
  const visitor = await findVisitor();
  if (visitor.state === "unreachable") return null;
  if (visitor.state === "unfinished") return visitor;
  throw redirect(visitor.state === "member" ? "/dashboard" : "/auth");
}
clientLoader.hydrate = true as const;

export { shouldLookAgain as shouldRevalidate } from "./door.ts";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Completá tus datos`;
  return [{ title }, { name: "robots", content: "noindex" }];
}

export function HydrateFallback() {
  return (
    <AccountFrame>
      <Asking />
    </AccountFrame>
  );
}

export default function Complete({ loaderData }: Route.ComponentProps) {
  return <AccountFrame>{loaderData ? <CompleteForm {...loaderData} /> : <Unreachable />}</AccountFrame>;
}

function CompleteForm({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate();
  const leaving = useSignOut();
  const form = useForm<SignUpValues, unknown, ProfileOfSignUp>({
    resolver: zodResolver(ProfileForm),
    defaultValues: { ...emptySignUp(initialSignUpRole(null)), name },
    shouldFocusError: false,
  });
  const { control, formState, handleSubmit, setError, setFocus } = form;
  const role = useWatch({ control, name: "role" });
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  const submit = useSubmit(handleSubmit(
    async (profile) => {
      const failure = await completeAccount(profile);
      if (failure) {
        toast.error(failure.message);
        if (failure.field) setError(failure.field, { message: failure.message }, { shouldFocus: true });
        return;
      }
      toast.success(outcomes[profile.role].message);
      await navigate(outcomes[profile.role].to);
    },
    (errors) => {
      toast.error("Por favor corrige los errores en el formulario");
      const first = FIELDS[role].find((field) => errors[field]);
      if (first) setFocus(first);
    },
  ));

  return (
    <>
      <h1 className="mb-2 text-3xl">Completá tus datos</h1>
      <p className="mb-5 text-muted">Ingresaste con {email}. Nos falta esto para crear tu cuenta.</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <RoleField form={form} />
        <NameField control={partOf(control)} />
        <RoleFields control={control} role={role} />
        <Button type="submit" size="large" isWide isPending={formState.isSubmitting}>Crear cuenta</Button>
      </form>
      <SignOutFoot {...leaving} />
    </>
  );
}

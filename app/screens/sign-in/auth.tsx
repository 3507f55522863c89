import { useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator, useSearchParams } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { hasSessionEnded } from "../../client/session.ts";
import { chosenKine } from "../../client/chosen-kine.ts";
import { useOnline } from "../../client/connection.ts";
import { lateResolver } from "../../client/late-resolver.ts";
import { useSignInElsewhere } from "../../client/stored-session.ts";
import type { Credentials } from "../../shared/credentials.ts";
import type { Photo } from "../../domain/profiles/pending-photo.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { late } from "../../ui/late.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Route } from "./+types/auth.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { ACCOUNT_GONE, redirectFrom, signOutBecause } from "../shell/route-guard.ts";
import { ProviderRefusal } from "./providers.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { draftedSignUp, emptySignUp, forgetSignUpDraft } from "./sign-up-draft.ts";
import type { NewAccountFormProps } from "./new-account-form.tsx";
import { chosenRole, initialSignUpRole } from "./sign-up-role.ts";
import { Unreachable } from "../shell/unreachable.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";
import { findCurrentUser } from "../shell/current-user.ts";

export { shouldLookAgain as shouldRevalidate } from "../shell/route-guard.ts";

/** Redirects a user with a session to the dashboard, or to complete the profile. Ends a session whose profile was deleted. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const visitor = await findCurrentUser();
  if (visitor.state === "member") throw redirectFrom(request, "/dashboard");
  if (visitor.state === "unfinished") throw redirectFrom(request, "/auth/complete");
  if (visitor.state === "vanished") await signOutBecause(ACCOUNT_GONE);
  return { isUnreachable: visitor.state === "unreachable" };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: `${matches[0].loaderData?.productName ?? "Kinexo"} | Ingresar` }];
}

export function HydrateFallback() {
  const { productName } = useProduct();
  return (
    <AccountFrame>
      <h1 className="sr-only">{productName}</h1>
      <FormSkeleton />
    </AccountFrame>
  );
}

function FormSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Cargando…
      </span>
      <div aria-busy="true" className="flex flex-col gap-6">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-14 w-full" />
      </div>
    </>
  );
}

// Not needed for signing in.
const NewAccountForm = late<NewAccountFormProps>(
  async () => (await import("./new-account-form.tsx")).NewAccountForm,
  FormSkeleton,
);

export default function Auth({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useSignInElsewhere(() => void revalidate());
  return <AccountFrame>{loaderData.isUnreachable ? <Unreachable /> : <AuthForms />}</AccountFrame>;
}

const signInResolver = lateResolver(async () => (await import("../../shared/credentials.ts")).Credentials);
const signUpResolver = lateResolver(async () => (await import("./sign-up-input.ts")).SignUpForm);

function AuthForms() {
  const { productName } = useProduct();
  const isOnline = useOnline();
  const [search, setSearch] = useSearchParams();
  const mode = search.get("mode") === "signup" ? "signup" : "signin";
  const [photo, setPhoto] = useState<Photo | null>(null);
  const signIn = useForm<Credentials>({ resolver: signInResolver, defaultValues: { email: "", password: "" } });
  const [given] = useState(() => chosenRole(search.get("role")));
  const [role] = useState(() => initialSignUpRole(given ?? search.get("role")));
  const [chosen] = useState(chosenKine);
  const [isEnded] = useState(hasSessionEnded);
  const signUp = useSignUpForm(signUpResolver, draftedSignUp(role));
  useAuthEvents((event) => {
    if (event !== "SIGNED_OUT") return;
    signIn.reset();
    signUp.reset(emptySignUp(role));
    forgetSignUpDraft();
    setPhoto(null);
  });

  return (
    <>
      <h1 className="mb-5 text-3xl">{mode === "signup" ? "Creá tu cuenta" : `Ingresá a ${productName}`}</h1>
      {chosen && mode === "signup" && (
        <p className="mb-5 rounded-card bg-primary-soft p-4">
          Para contactar a {chosen.name}, creá tu cuenta y publicá tu caso. Es gratis.
        </p>
      )}
      {isEnded && mode === "signin" && (
        <p role="status" className="mb-5 rounded-card bg-primary-soft p-4">
          Tu sesión se cerró. Ingresá de nuevo para seguir.
        </p>
      )}
      <ProviderRefusal />
      {!isOnline && (
        <p role="status" className="mb-5 text-muted">
          Estás sin conexión. Podés seguir escribiendo.
        </p>
      )}
      <Tabs
        label="Acceso"
        selected={mode}
        onSelect={(tab) => setSearch({ mode: tab }, { replace: true, preventScrollReset: true })}
        items={[
          { id: "signin", label: "Iniciar sesión", content: <SignInForm form={signIn} /> },
          {
            id: "signup",
            label: "Registrarse",
            content: <NewAccountForm form={signUp} isRoleGiven={given !== null} photo={photo} onHoldPhoto={setPhoto} />,
          },
        ]}
      />
    </>
  );
}

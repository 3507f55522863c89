import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { lateResolver } from "../../client/late-resolver.ts";
import type { Photo } from "../../domain/profiles/pending-photo.tsx";
import type { Route } from "./+types/complete.ts";
import { AccountFrame } from "../shell/account-frame.tsx";
import { completeAccount } from "./sign-up.ts";
import { draftedSignUp } from "./sign-up-draft.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { initialSignUpRole } from "./sign-up-role.ts";
import { SignOutFoot, useSignOut } from "../shell/sign-out.tsx";
import { Asking } from "../step-up/asking.tsx";
import { Unreachable } from "../shell/unreachable.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";
import { findCurrentUser } from "../shell/current-user.ts";

/** Only for users from another provider without a profile; null while the server is unreachable. */
export async function clientLoader() {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return null;
  if (visitor.state === "unfinished") return visitor;
  throw redirect(visitor.state === "member" ? "/dashboard" : "/auth");
}
clientLoader.hydrate = true as const;

export { shouldLookAgain as shouldRevalidate } from "../shell/route-guard.ts";

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

const resolver = lateResolver(async () => (await import("./sign-up-input.ts")).ProfileForm);

function CompleteForm({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate();
  const leaving = useSignOut();
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [drafted] = useState(() => draftedSignUp(initialSignUpRole(null)));
  const form = useSignUpForm(resolver, { ...drafted, name: name || drafted.name });
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  return (
    <>
      <h1 className="mb-2 text-3xl">Completá tus datos</h1>
      <p className="mb-5 text-muted">Ingresaste con {email}. Nos falta esto para crear tu cuenta.</p>
      <SignUpForm form={form} onSend={completeAccount} hasCredentials={false} photo={photo} onHoldPhoto={setPhoto} />
      <SignOutFoot {...leaving} />
    </>
  );
}

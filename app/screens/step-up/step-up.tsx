import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { auth } from "../../client/session.ts";
import { late } from "../../ui/late.tsx";
import type { Route } from "./+types/step-up.ts";
import type { AddFactorProps } from "../security/add-factor.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import { Asking } from "./asking.tsx";
import { isHalfway } from "../shell/route-guard.ts";
import { SecondStep } from "./second-step.tsx";
import { SignOutFoot, useSignOut } from "../shell/sign-out.tsx";
import { Unreachable } from "../shell/unreachable.tsx";
import { findCurrentUser } from "../shell/current-user.ts";

/** The available factors, none for an admin who owes one; null while the server is unreachable. Redirects users who need no second factor. */
export async function clientLoader() {
  const visitor = await findCurrentUser();
  if (visitor.state === "unreachable") return null;
  if (visitor.state !== "member") throw redirect("/auth");
  if (visitor.me.factor_due) return "due";
  if (!isHalfway(visitor.me)) throw redirect("/dashboard");
  return (await (await auth()).mfa.listFactors()).data;
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `${matches[0].loaderData?.productName ?? "Kinexo"} | Segundo paso`;
  return [{ title }, { name: "robots", content: "noindex" }];
}

export function HydrateFallback() {
  return (
    <AccountFrame>
      <Asking />
    </AccountFrame>
  );
}

const AddFactor = late<AddFactorProps>(async () => (await import("../security/add-factor.tsx")).AddFactor, Asking);

export default function StepUp({ loaderData: factors }: Route.ComponentProps) {
  const navigate = useNavigate();
  const leaving = useSignOut();
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  return (
    <AccountFrame>
      {factors === "due" ? (
        <AddFactor onAdded={() => void navigate("/dashboard")} />
      ) : factors ? (
        <>
          <h1 className="mb-2 text-3xl">Un paso más</h1>
          <SecondStep factors={factors} onShown={() => void navigate("/dashboard")} />
        </>
      ) : (
        <Unreachable />
      )}
      <SignOutFoot {...leaving} />
    </AccountFrame>
  );
}

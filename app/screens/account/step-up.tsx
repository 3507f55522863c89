import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { auth } from "../../client/session.ts";
import type { Route } from "./+types/step-up.ts";
import { AccountFrame } from "./account-frame.tsx";
import { Asking } from "./step-up/asking.tsx";
import { isHalfway } from "./door.ts";
import { SecondStep } from "./step-up/second-step.tsx";
import { SignOutFoot, useSignOut } from "./sign-out.tsx";
import { Unreachable } from "./unreachable.tsx";
import { findVisitor } from "./visitor.ts";

/** The factors to choose from; null while the server cannot be asked. Whoever needs no second step goes on. */
export async function clientLoader() {
  const visitor = await findVisitor();
  if (visitor.state === "unreachable") return null;
  if (visitor.state !== "member") throw redirect("/auth");
  if (!isHalfway(visitor.me)) throw redirect("/dashboard");
  return (await auth().mfa.listFactors()).data;
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

export default function StepUp({ loaderData: factors }: Route.ComponentProps) {
  const navigate = useNavigate();
  const leaving = useSignOut();
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !leaving.isLeaving) void navigate("/auth");
  });

  return (
    <AccountFrame>
      {factors ? <SecondStep factors={factors} onShown={() => void navigate("/dashboard")} /> : <Unreachable />}
      <SignOutFoot {...leaving} />
    </AccountFrame>
  );
}

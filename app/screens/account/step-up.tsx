import { useState } from "react";
import { redirect, useNavigate } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { auth, signOut } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Route } from "./+types/step-up.ts";
import { AccountFrame } from "./account-frame.tsx";
import { Asking } from "./step-up/asking.tsx";
import { isHalfway } from "./door.ts";
import { SecondStep } from "./step-up/second-step.tsx";
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
  const [isLeaving, setLeaving] = useState(false);
  useAuthEvents((event) => {
    if (event === "SIGNED_OUT" && !isLeaving) void navigate("/auth");
  });

  async function leave() {
    setLeaving(true);
    await signOut();
    toast.success("Sesión cerrada");
    await navigate("/");
  }

  return (
    <AccountFrame>
      {factors ? <SecondStep factors={factors} onShown={() => void navigate("/dashboard")} /> : <Unreachable />}
      <div className="mt-6 flex justify-center border-t border-line pt-4">
        <Button variant="quiet" icon="signOut" isPending={isLeaving} onPress={() => void leave()}>Cerrar sesión</Button>
      </div>
    </AccountFrame>
  );
}

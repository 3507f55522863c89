import { late } from "../../ui/late.tsx";
import { Asking } from "../step-up/asking.tsx";
import { AccountFrame } from "../shell/account-frame.tsx";
import { findCurrentUser } from "../shell/current-user.ts";
import { redirectFrom } from "../shell/route-guard.ts";
import { Unreachable } from "../shell/unreachable.tsx";
import type { Route } from "./+types/tell.ts";

export { shouldLookAgain as shouldRevalidate } from "../shell/route-guard.ts";

const loadStory = () => import("./story.tsx");
const Story = late(async () => (await loadStory()).Story, Asking);

/** Visitors tell what hurts them before any account. A patient who is signed in goes on in the dialog, with what they told here. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const story = loadStory();
  const visitor = await findCurrentUser();
  if (visitor.state === "member") {
    const isPatient = visitor.me.role === "patient";
    if (isPatient) (await story).adoptStory(visitor.me.id);
    throw redirectFrom(request, isPatient ? "/dashboard/patient/cases?nuevo=1" : "/dashboard");
  }
  if (visitor.state === "unfinished") throw redirectFrom(request, "/auth/complete");
  return { isUnreachable: visitor.state === "unreachable" };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: `${matches[0].loaderData?.productName ?? "Kinexo"} | Contar qué me pasa` }];
}

export function HydrateFallback() {
  return (
    <AccountFrame>
      <Asking />
    </AccountFrame>
  );
}

export default function Tell({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isUnreachable) return <Story />;
  return (
    <AccountFrame>
      <Unreachable />
    </AccountFrame>
  );
}

import { useEffect, useRef, useState } from "react";
import { Outlet, useRevalidator } from "react-router";
import { useAuthEvents } from "../../client/auth-events.ts";
import { useRetry } from "../../client/connection.ts";
import { noteLeaving } from "../../client/unsaved.ts";
import type { Route } from "./+types/dashboard-layout.ts";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { enter } from "./route-guard.ts";
import { LayoutSkeleton } from "./layout-skeleton.tsx";
import { roleOfPath, titleOf } from "./navigation.ts";
import { Unreachable } from "./unreachable.tsx";

export { shouldLookAgain as shouldRevalidate } from "./route-guard.ts";
export { LayoutSkeleton as HydrateFallback };

/** The route guard of each dashboard: admits only its own role. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const role = roleOfPath(new URL(request.url).pathname);
  return enter(role && [role], request);
}
clientLoader.hydrate = true as const;

export function meta({ matches, location }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: titleOf(matches[0].loaderData, location.pathname) }, { name: "robots", content: "noindex" }];
}

export default function DashboardLayout({ loaderData: entrance }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const isLeaving = useRef(false);
  const lookAgain = () => {
    if (!isLeaving.current) void revalidate();
  };
  // An admitted user keeps the screen and their input while the server is unreachable.
  const [inside, setInside] = useState(entrance.state === "in" ? entrance : null);
  if (entrance.state === "in" && entrance !== inside) setInside(entrance);
  useEffect(() => noteLeaving(false), []);
  const isUnreachable = entrance.state === "unreachable";
  useRetry(isUnreachable && inside !== null, lookAgain);
  useAuthEvents((event, userId) => {
    // The session client also emits SIGNED_IN for the same user, when a tab starts or is shown again.
    if (event !== "SIGNED_IN" || userId !== inside?.me.id) lookAgain();
  });

  if (!inside) {
    return (
      <main className="grid min-h-dvh place-items-center">
        <Unreachable />
      </main>
    );
  }
  return (
    <DashboardFrame
      key={inside.me.id}
      me={inside.me}
      role={inside.role}
      isUnreachable={isUnreachable}
      onRefused={lookAgain}
      onLeaving={(isOnTheWay) => {
        isLeaving.current = isOnTheWay;
        noteLeaving(isOnTheWay);
      }}
    >
      <Outlet />
    </DashboardFrame>
  );
}

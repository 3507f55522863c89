import { readPersonal } from "../../client/personal-storage.ts";
import { lastRoute } from "../../client/last-route.ts";
import type { Route } from "./+types/dashboard.ts";
import { enter, redirectFrom } from "./route-guard.ts";
import { LayoutSkeleton } from "./layout-skeleton.tsx";
import { dashboardOf, titleOf } from "./navigation.ts";
import { Unreachable } from "./unreachable.tsx";

/**
 * Redirects a signed-in user to the subject of a notification (`?aviso=<id>`), to their role's last visited route, or to its first screen.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const entrance = await enter(null, request);
  if (entrance.state !== "in") return entrance;
  const dashboard = dashboardOf(entrance.role, lastRoute());
  const notification = new URL(request.url).searchParams.get("aviso");
  // A patient who told something before signing in goes on with it.
  const hasTold = entrance.role === "patient" && readPersonal("sign-story") !== null;
  if (!notification) throw redirectFrom(request, hasTold ? "/contar" : dashboard);
  const { openNotification } = await import("./opened-notification.ts");
  // When this request fails, the dashboard opens and reports the failure.
  throw redirectFrom(request, await openNotification(notification, entrance.role).catch(() => dashboard));
}
clientLoader.hydrate = true as const;

export function meta({ matches, location }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: titleOf(matches[0].loaderData, location.pathname) }, { name: "robots", content: "noindex" }];
}

export { LayoutSkeleton as HydrateFallback };

export default function Dashboard() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Unreachable />
    </main>
  );
}

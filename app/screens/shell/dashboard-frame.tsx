import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import { queryClientOf } from "../../client/api.ts";
import { useServerAway } from "../../client/server-status.ts";
import { useOnline } from "../../client/connection.ts";
import { LeavingContext } from "../../client/leaving.ts";
import { rememberRoute } from "../../client/last-route.ts";
import { useLive } from "../../client/live.ts";
import { useRefusals } from "../../client/refusals.ts";
import { KeepPushes } from "../../domain/push/keep-pushes.ts";
import type { Role } from "../../shared/roles.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { late } from "../../ui/late.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { GROUPS, isWide, securityOf } from "./navigation.ts";
import { NewBuildNotice } from "./new-build-notice.tsx";
import { pageWidth, widePage } from "./page-width.ts";
import { RecentSignIn } from "../step-up/recent-sign-in.tsx";
import { SectionMenu } from "./section-menu.tsx";
import { useSidePanel } from "./side-panel.ts";
import { useSignOut } from "./sign-out.tsx";
import { TopBar } from "./top-bar.tsx";
import type { Me } from "./current-user.ts";

const PublishBanner = late(async () => (await import("./publish-banner.tsx")).PublishBanner);
const GoKeys = late(async () => (await import("./go-keys.ts")).GoKeys);
const SectionsOfGroup = late(
  async () => (await import("./group-menu.tsx")).SectionsOfGroup,
  () => <div className="min-h-11" />,
);
const OfflineSnapshot = late(async () => (await import("./offline-snapshot.ts")).OfflineSnapshot);
const MailBanner = late(async () => (await import("./mail-banner.tsx")).MailBanner);
const ClaimBanner = late(async () => (await import("./claim-banner.tsx")).ClaimBanner);

/** Where an admin is reminded of what the account lacks. */
const TODAY = "/dashboard/admin/today";

const skipLinkLook =
  "sr-only z-20 rounded-card bg-primary px-4 py-3 font-semibold text-on-primary " +
  "focus:not-sr-only focus:fixed focus:top-2 focus:left-2";

type DashboardFrameProps = {
  me: Me;
  role: Role;
  isUnreachable: boolean;
  onRefused: () => void;
  onLeaving: (isOnTheWay: boolean) => void;
  children: ReactNode;
};

/** The layout of one user's dashboard: bar, connection notice, and the data shared by the screens. */
export function DashboardFrame({ me, role, isUnreachable, onRefused, onLeaving, children }: DashboardFrameProps) {
  const [queryClient] = useState(() => queryClientOf(me));
  const { pathname } = useLocation();
  const { leave } = useSignOut();
  const isOnline = useOnline();
  const groups = GROUPS[role];
  const isWideWindow = useIsWide();
  const { isPanel, toggle } = useSidePanel();
  useRefusals(queryClient, onRefused);
  useLive(queryClient, me.live_position, onRefused);
  const isAway = useServerAway(queryClient);
  // Runs before the paint, because a reload may follow immediately.
  useLayoutEffect(() => rememberRoute(pathname), [pathname]);

  function noteLeaving(isOnTheWay: boolean) {
    onLeaving(isOnTheWay);
    // A read in flight when the session ends would be refused; the browser logs refusals as errors.
    if (isOnTheWay) void queryClient.cancelQueries();
    else void queryClient.invalidateQueries();
  }

  function signOut() {
    noteLeaving(true);
    void leave();
  }

  return (
    <QueryClientProvider client={queryClient}>
      <KeepPushes personId={me.id} />
      <OfflineSnapshot queryClient={queryClient} person={me.id} role={role} />
      <a href="#contenido" className={skipLinkLook}>
        Ir al contenido
      </a>
      <TopBar person={me} role={role} isPanel={isPanel} onTogglePanel={toggle} onSignOut={signOut} />
      {(!isOnline || isUnreachable || isAway) && (
        <Banner>
          {isOnline ? "No podemos comunicarnos con el servicio." : "Estás sin conexión."} Seguimos intentando; lo que
          escribiste no se pierde.
        </Banner>
      )}
      <NewBuildNotice />
      {role === "admin" && <GoKeys />}
      {me.mail_state && <MailBanner me={me} role={role} />}
      {me.claim_due && <ClaimBanner hasFactor={me.has_factor} />}
      {me.publish_due && role === "kine" && <PublishBanner />}
      {role === "admin" && !me.has_factor && pathname === TODAY && (
        <Banner
          tone="info"
          icon="shield"
          action={
            <ButtonLink to={securityOf(role, "segundo-paso")} variant="link" size="inline">
              Activar el segundo paso
            </ButtonLink>
          }
        >
          <span className="max-md:sr-only">
            Tu cuenta ve datos de todas las personas. Protegela con un segundo paso al ingresar.
          </span>
        </Banner>
      )}
      {groups && !isWideWindow && <SectionsOfGroup groups={groups} />}
      <div className={isPanel ? "md:flex" : ""}>
        {isPanel && (
          <div
            className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-60 shrink-0 overflow-y-auto border-r border-line
              bg-surface p-3 md:block"
          >
            {isWideWindow && <SectionMenu role={role} isStacked />}
          </div>
        )}
        <main
          id="contenido"
          tabIndex={-1}
          className={`min-w-0 outline-none ${isWide(pathname) ? widePage : `py-6 md:py-8 ${pageWidth}`} max-md:pb-24`}
        >
          <LeavingContext value={noteLeaving}>
            <RecentSignIn>{children}</RecentSignIn>
          </LeavingContext>
        </main>
      </div>
      <BottomBar role={role} />
    </QueryClientProvider>
  );
}

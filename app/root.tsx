import "./client/trusted-types.ts";
import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { I18nProvider, RouterProvider } from "react-aria-components";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { Document, documentLinks } from "./shared/document.tsx";
import { isChunkError, loadChunk, reloadOnce, useResumeAfterReload } from "./ui/chunk-reload.ts";
import { useOfflinePage } from "./client/offline-page.ts";
import { useHeldNavigation } from "./client/use-held-navigation.ts";
import { FailurePage } from "./screens/public/failure-page.tsx";
import { appContext } from "./shared/app-context.ts";
import { nonceContext } from "./shared/nonce.ts";
import { ProgressLine } from "./ui/progress-line.tsx";
import { ToastRegion } from "./ui/toast.tsx";

const LeaveQuestion = lazy(() => loadChunk(() => import("./ui/leave-question.tsx")));

const NotFoundPage = lazy(() => loadChunk(() => import("./screens/public/not-found-page.tsx")));

export const links: Route.LinksFunction = () => documentLinks;

/** Product data for every page, and the nonce of this response for styles created by scripts. */
export function loader({ context }: Route.LoaderArgs) {
  return { ...context.get(appContext), nonce: context.get(nonceContext) };
}

/** The root's data belongs to the first response: a later nonce would not match this document. */
export function shouldRevalidate() {
  return false;
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: loaderData?.productName ?? "Kinexo" }];
}

// For the document's own script, which tells people when the application does not start.
const noteStart = () => void dispatchEvent(new Event("application-started"));

export function Layout({ children }: { children: ReactNode }) {
  const product = useRouteLoaderData<typeof loader>("root");
  const nonce = product?.nonce || undefined;
  useEffect(noteStart, []);
  return (
    <Document
      product={product}
      head={
        <>
          {/* Empty content: readers use the nonce attribute, which browsers hide from styles. */}
          <meta property="csp-nonce" content="" nonce={nonce} suppressHydrationWarning />
          <Meta />
          <Links nonce={nonce} />
        </>
      }
    >
      {children}
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </Document>
  );
}

// Navigation removes the focused link, so focus moves to the new page for keyboard and screen reader users.
function useFocusInNewPage() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.querySelector("main");
    if (!main || document.activeElement !== document.body) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname]);
}

export default function Root() {
  const navigate = useNavigate();
  const { state } = useNavigation();
  useFocusInNewPage();
  useOfflinePage();
  useResumeAfterReload();
  const question = useHeldNavigation();
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <I18nProvider locale="es-AR">
        {state !== "idle" && <ProgressLine />}
        <Outlet />
        {question && (
          <Suspense fallback={null}>
            <LeaveQuestion {...question} />
          </Suspense>
        )}
        <ToastRegion />
      </I18nProvider>
    </RouterProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (isChunkError(error) && reloadOnce()) return;
    dispatchEvent(new CustomEvent("application-failed", { detail: error }));
  }, [error]);
  if (!isNotFound) return <FailurePage />;
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  );
}

import type { ReactNode } from "react";
import { Link } from "react-router";
import { useStoredSession } from "../../client/stored-session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { PublicFooter } from "./public-footer.tsx";

/** The layout of public pages: the bar with sign-in and sign-up, and the footer. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#contenido"
        className="sr-only z-20 rounded-card bg-primary px-4 py-3 font-semibold text-on-primary
          focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Ir al contenido
      </a>
      <TopBar />
      <main id="contenido" className="grow">
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}

function TopBar() {
  const { productName } = useProduct();
  const hasSession = useStoredSession();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center justify-between gap-2 px-4 md:px-6">
        <Link
          to="/"
          className="inline-flex min-h-11 items-center gap-2.5 rounded-card font-display text-xl font-semibold
            tracking-tight wrap-break-word"
        >
          <LogoMark />
          <span className="max-[359px]:sr-only">{productName}</span>
        </Link>
        <nav aria-label="Principal" className="flex flex-wrap items-center gap-1 md:gap-2">
          {hasSession ? (
            <ButtonLink to="/dashboard" size="small">
              Mi panel
            </ButtonLink>
          ) : (
            <>
              <Link
                to="/auth?mode=signin"
                className="inline-flex min-h-11 items-center rounded-card px-2.5 text-sm font-semibold whitespace-nowrap text-primary
                  hover:bg-primary-soft md:px-4"
              >
                Iniciar sesión
              </Link>
              <ButtonLink to="/auth?mode=signup" size="small">
                Registro
              </ButtonLink>
            </>
          )}
        </nav>
      </div>
    </header>
  );
}

import type { ReactNode } from "react";
import { useStoredSession } from "../../client/stored-session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { LogoMark } from "../../ui/logo.tsx";
import { PublicFooter } from "./public-footer.tsx";

/** The layout of public pages: the bar with sign-in and sign-up, and the footer. Links lead to other documents: most public pages are static. */
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
        <a
          href="/"
          className="inline-flex min-h-11 items-center gap-2.5 rounded-card font-display text-xl font-semibold
            tracking-tight wrap-break-word"
        >
          <LogoMark />
          <span className="max-[359px]:sr-only">{productName}</span>
        </a>
        <nav aria-label="Principal" className="flex flex-wrap items-center gap-1 md:gap-2">
          {/* Both are rendered; /static-page.js chooses. */}
          <span data-session="in" hidden={!hasSession}>
            <a href="/dashboard" className={buttonLook("primary", "small")}>
              Mi panel
            </a>
          </span>
          <span data-session="out" hidden={hasSession} className="contents">
            <a
              href="/auth?mode=signin"
              className="inline-flex min-h-11 items-center rounded-card px-2.5 text-sm font-semibold whitespace-nowrap text-primary
                hover:bg-primary-soft md:px-4"
            >
              Iniciar sesión
            </a>
            <a href="/auth?mode=signup" className={buttonLook("secondary", "small")}>
              Registro
            </a>
          </span>
        </nav>
      </div>
    </header>
  );
}

import { lazy, type ReactNode, Suspense } from "react";
import { buttonLook } from "../../ui/button-look.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { PublicFrame } from "./public-frame.tsx";

const Lost = lazy(() => loadChunk(() => import("../../ui/illustrations/lost.tsx")));

/** The page for an unknown URL; `children` say where else to look. */
export default function NotFoundPage({ children }: { children?: ReactNode }) {
  return (
    <PublicFrame>
      <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-5 py-12 text-center md:py-20">
        <Suspense fallback={null}>
          <Lost />
        </Suspense>
        <h1 className="text-3xl md:text-4xl">Oops! Page not found</h1>
        <p className="text-muted">
          No encontramos la página que buscás. Puede que el enlace esté cortado o que la hayamos movido.
        </p>
        <a href="/" className={buttonLook()}>
          Volver al inicio
        </a>
        {children}
      </div>
    </PublicFrame>
  );
}

import { buttonLook } from "../../ui/button-look.ts";

/** The page for an unexpected error. Self-contained: no other module of the product may be loaded, and each screen's scripts hold it. */
export function FailurePage() {
  return (
    <main className="mx-auto flex max-w-xl flex-col items-center gap-4 px-5 py-12 text-center md:py-20">
      <title>Unexpected Application Error!</title>
      <h1 className="text-3xl md:text-4xl">Unexpected Application Error!</h1>
      <p className="text-muted">
        Algo salió mal de nuestro lado. Probá de nuevo en unos segundos; si sigue igual, volvé al inicio.
      </p>
      <a href="/" className={buttonLook()}>
        Volver al inicio
      </a>
    </main>
  );
}

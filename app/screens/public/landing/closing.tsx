import { buttonLook } from "../../../ui/button-look.ts";

/** The final call to action. */
export function Closing() {
  return (
    <section className="mx-auto flex max-w-3xl flex-col items-center gap-5 px-5 py-16 text-center md:py-24">
      <h2 className="text-3xl md:text-4xl">Empezá hoy a moverte mejor</h2>
      <p className="max-w-lg text-muted">
        Creá tu cuenta, contanos qué te pasa y te avisamos cuando alguien te responda.
      </p>
      <div className="flex w-full flex-col sm:w-auto">
        <a href="/auth?mode=signup" className={buttonLook("primary", "large")}>
          Crear cuenta gratis
        </a>
      </div>
    </section>
  );
}

import { buttonLook } from "../../../ui/button-look.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Hero } from "../../../ui/illustrations/hero.tsx";

/** The opening section: what the product is, for whom, and the two calls to action. */
export function Opening() {
  return (
    <section
      className="mx-auto grid max-w-6xl items-center gap-8 px-5 pt-10 pb-14 md:grid-cols-[1.1fr_1fr] md:px-6 md:pt-16
        md:pb-20"
    >
      <div className="flex flex-col items-start gap-5">
        <h1 className="text-[2.5rem] leading-[1.05] md:text-5xl lg:text-6xl">Conecta con especialistas verificados</h1>
        <p className="max-w-xl text-lg text-muted md:text-xl">
          Contá qué te pasa, recibí postulaciones de kinesiólogos con matrícula vigente y elegí con quién volver a
          moverte.
        </p>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <a href="/auth?mode=signup" data-role="patient" className={buttonLook("primary", "large")}>
            Soy paciente
          </a>
          <a href="/auth?mode=signup&role=kine" data-role="kine" className={buttonLook("secondary", "large")}>
            Soy Especialista
          </a>
        </div>
        <p className="flex items-start gap-2 text-sm text-muted">
          <Icon name="shield" className="size-5 text-primary" />
          Publicar tu caso es gratis. Tus estudios son privados.
        </p>
      </div>
      <Hero className="mx-auto h-auto w-full max-w-md md:max-w-none" />
    </section>
  );
}

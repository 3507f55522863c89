import { PainPicture } from "../../../domain/body-zones/pain-picture.tsx";
import { PAIN_ZONES } from "../../../domain/body-zones/pain-zones.ts";
import { buttonLook } from "../../../ui/button-look.ts";
import { boxLook } from "../../../ui/field-look.tsx";
import { Hero } from "../../../ui/illustrations/hero.tsx";

/** The opening section: what hurts, told before any account, and the ways for those who know what they look for. */
export function Opening() {
  return (
    <section
      className="mx-auto grid max-w-6xl items-center gap-8 px-5 pt-6 pb-12 md:grid-cols-[1.1fr_1fr] md:px-6 md:pt-12
        md:pb-20"
    >
      <div className="flex flex-col gap-4">
        <h1 className="text-2xl md:text-5xl">Conecta con especialistas verificados</h1>
        {/* Without a name the field is not sent: /static-page.js keeps it on the device. */}
        <form action="/contar" className="flex flex-col gap-3">
          <label htmlFor="duele" className="text-lg font-semibold md:text-xl">
            ¿Qué te duele?
          </label>
          <input id="duele" autoComplete="off" maxLength={500} className={boxLook} />
          <ul role="list" aria-label="Zonas" className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {PAIN_ZONES.map((zone) => (
              <li key={zone.name}>
                <a href="/contar" data-pain={zone.name} className="pain-chip">
                  <PainPicture zone={zone} />
                  {zone.name}
                </a>
              </li>
            ))}
          </ul>
          <button type="submit" className={buttonLook("primary", "large", true)}>
            Seguir
          </button>
        </form>
        <p className="text-muted">Es gratis. Elegís vos quién te atiende.</p>
        <div className="-ml-5 flex flex-wrap">
          <a href="/kinesiologos" className={buttonLook("quiet")}>
            Prefiero buscar yo
          </a>
          <a href="/auth?mode=signup" data-role="patient" className={buttonLook("quiet")}>
            Soy paciente
          </a>
          <a href="/auth?mode=signup&role=kine" data-role="kine" className={buttonLook("quiet")}>
            Soy Especialista
          </a>
        </div>
      </div>
      <Hero className="mx-auto h-auto w-full max-w-md max-md:hidden" />
    </section>
  );
}

import { buttonLook } from "../../../ui/button-look.ts";
import { type IconName, Icon } from "../../../ui/icons.tsx";
import { Treatment } from "../../../ui/illustrations/treatment.tsx";

const benefits: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "case",
    title: "Recibí casos directos",
    text: "Pacientes de tu zona cuentan qué necesitan y vos elegís a cuáles postularte.",
  },
  {
    icon: "calendar",
    title: "Elegí cómo y cuándo atender",
    text: "Consultorio, domicilio u online: publicás tus días, horarios y valores, y los cambiás cuando quieras.",
  },
  {
    icon: "star",
    title: "Construí tu reputación",
    text: "Cada caso cerrado puede sumar una reseña visible en tu perfil público.",
  },
  {
    icon: "users",
    title: "Sumate a una comunidad profesional",
    text: "Compartí espacio con colegas que nuestro equipo aprobó, uno por uno.",
  },
];

/** The benefits for specialists, and their sign-up link. */
export function ForSpecialists() {
  return (
    <section aria-labelledby="especialistas" className="bg-[#0f4c5c] text-white dark:bg-[#0c333e]">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-14 md:grid-cols-2 md:px-6 md:py-20">
        <div>
          <h2 id="especialistas" className="text-3xl md:text-4xl">
            ¿Sos kinesiólogo o kinesióloga?
          </h2>
          <ul className="mt-8 grid gap-6">
            {benefits.map(({ icon, title, text }) => (
              <li key={title} className="flex gap-4">
                <span className="grid size-11 shrink-0 place-items-center rounded-card bg-white/12">
                  <Icon name={icon} className="size-6" />
                </span>
                <div>
                  <h3 className="text-lg">{title}</h3>
                  <p className="text-white/85">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-col items-stretch gap-8 md:items-center">
          <Treatment className="mx-auto h-auto w-full max-w-md" />
          <a href="/auth?mode=signup&role=kine" data-role="kine" className={buttonLook("light", "large")}>
            Registrarme como Especialista
          </a>
        </div>
      </div>
    </section>
  );
}

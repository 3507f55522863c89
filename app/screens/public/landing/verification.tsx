import { Icon } from "../../../ui/icons.tsx";
import { Licence } from "../../../ui/illustrations/licence.tsx";

const points: readonly { title: string; text: string }[] = [
  {
    title: "La revisa una persona",
    text: "Nadie entra de forma automática. Alguien de nuestro equipo mira la matrícula y los datos de cada solicitud, y aprueba o rechaza. Si después cambia el nombre o la matrícula, los revisa de nuevo antes de publicarlos.",
  },
  {
    title: "Sin aprobación no hay perfil",
    text: "Hasta ese momento el especialista no aparece en ningún lado, no ve casos y no puede postularse. Aprobar la cuenta y comprobar la matrícula son dos cosas: si falta la segunda, su perfil no lleva la marca.",
  },
  {
    title: "Vos también podés comprobarla",
    text: "Cuando aceptás a alguien, ves su número de matrícula. La misma matrícula de una jurisdicción no se registra dos veces.",
  },
];

/** What "verified" means, and what it does not promise. */
export function Verification() {
  return (
    <section aria-labelledby="verificacion" className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-14 md:grid-cols-[1fr_1.5fr] md:gap-16 md:px-6 md:py-20">
        <Licence className="mx-auto h-auto w-full max-w-72 md:max-w-sm" />
        <div>
          <h2 id="verificacion" className="text-3xl md:text-4xl">
            Qué significa «verificado»
          </h2>
          <ul className="mt-8 grid gap-6">
            {points.map(({ title, text }) => (
              <li key={title} className="flex gap-4">
                <Icon name="circleCheck" className="mt-0.5 size-6 text-accent" />
                <div>
                  <h3 className="text-lg">{title}</h3>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <p className="mt-8 border-l-4 border-accent pl-4 text-muted">
            Verificar la matrícula no es evaluar un tratamiento: de eso hablan las reseñas y la charla que tengas con
            cada especialista.
          </p>
        </div>
      </div>
    </section>
  );
}

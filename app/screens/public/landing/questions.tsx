import { Icon } from "../../../ui/icons.tsx";

const questions: readonly { question: string; answer: string }[] = [
  {
    question: "¿Cuánto cuesta?",
    answer:
      "Crear tu cuenta y publicar tu caso es gratis. Las sesiones se las pagás directamente al especialista; en cada perfil ves su " +
      "rango de precios antes de elegir.",
  },
  {
    question: "¿Quién ve mis estudios?",
    answer:
      "Lo decidís vos al publicar: todos los especialistas verificados o solamente quienes aceptes. Los archivos nunca son públicos: se " +
      "abren con enlaces que vencen y controlamos el permiso cada vez.",
  },
  {
    question: "¿Quién ve mi teléfono?",
    answer:
      "Solamente los especialistas que aceptes en tu caso y nuestro equipo, por si necesitás ayuda. Ningún otro especialista ni visitante.",
  },
  {
    question: "¿Puedo elegir a más de una persona?",
    answer: "Sí. Podés aceptar a varios especialistas en un mismo caso y hablar con cada uno antes de decidir.",
  },
  {
    question: "¿Qué pasa si me arrepiento?",
    answer:
      "Mientras tu caso está abierto podés editarlo o retirarlo. Y podés eliminar tu cuenta cuando quieras, desde tu perfil, con tus " +
      "datos personales y tus archivos.",
  },
  {
    question: "Soy especialista, ¿cuánto tarda la aprobación?",
    answer:
      "Nos comunicamos por WhatsApp en 24-48 horas. Mientras tanto, la página de espera te avisa sola apenas hay novedades.",
  },
  {
    question: "¿Sirve para una urgencia?",
    answer: "No. No damos atención médica. Ante una urgencia llamá al 107 o andá a la guardia más cercana.",
  },
];

/** Frequently asked questions; each expands in place without scripts. */
export function Questions() {
  return (
    <section
      aria-labelledby="preguntas"
      className="mx-auto grid max-w-6xl gap-8 px-5 pt-14 md:grid-cols-[1fr_2fr] md:px-6 md:pt-20"
    >
      <div>
        <h2 id="preguntas" className="text-3xl md:text-4xl">
          Preguntas frecuentes
        </h2>
        <p className="mt-3 text-muted">
          Más sobre tus datos en nuestra{" "}
          <a href="/privacidad" className="text-primary underline underline-offset-4">
            política de privacidad
          </a>
          .
        </p>
      </div>
      <div className="divide-y divide-line border-y border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group" name="preguntas">
            <summary
              className="-mx-2 flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-card px-2 py-3
                font-display text-lg leading-snug font-semibold hover:text-primary [&::-webkit-details-marker]:hidden"
            >
              {question}
              <Icon
                name="chevron"
                className="size-6 text-accent transition-transform duration-150 group-open:rotate-180"
              />
            </summary>
            <p className="pt-1 pr-10 pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

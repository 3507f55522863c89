type Step = { title: string; text: string };

const ofPatients: readonly Step[] = [
  {
    title: "Contá qué te pasa",
    text: "Escribí con tus palabras qué te duele y desde cuándo. Si tenés estudios, sumalos: vos decidís quién los abre.",
  },
  {
    title: "Elegí entre quienes se postulan",
    text: "Mirá su perfil, su rango de precios y lo que opinaron otros pacientes. Aceptás a quien te dé confianza.",
  },
  {
    title: "Coordiná y empezá",
    text: "Recién ahí esa persona ve tu teléfono. Al terminar cerrás el caso y dejás tu reseña.",
  },
];

const ofSpecialists: readonly Step[] = [
  { title: "Registrate con tu matrícula", text: "Completá tu perfil: especialidad, barrio, modalidades y valores." },
  {
    title: "Revisamos tus datos",
    text: "Una persona de nuestro equipo mira tu solicitud y te escribe por WhatsApp en 24-48 horas.",
  },
  {
    title: "Postulate a los casos que te interesan",
    text: "Si el paciente te acepta, se abren los datos de contacto para los dos y coordinan directamente.",
  },
];

/** Three steps for each side. */
export function HowItWorks() {
  return (
    <section aria-labelledby="como-funciona" className="mx-auto max-w-6xl px-5 py-14 md:px-6 md:py-20">
      <h2 id="como-funciona" className="text-3xl md:text-4xl">
        Cómo funciona
      </h2>
      <div className="mt-10 grid gap-12 md:grid-cols-2 md:gap-16">
        <Steps title="Si buscás atención" steps={ofPatients} />
        <Steps title="Si sos especialista" steps={ofSpecialists} />
      </div>
    </section>
  );
}

/** The step numbers are joined by a line, like the joints of a limb. */
function Steps({ title, steps }: { title: string; steps: readonly Step[] }) {
  return (
    <div>
      <h3 className="text-xl text-accent-ink">{title}</h3>
      <ol className="mt-6">
        {steps.map(({ title: step, text }, index) => (
          <li key={step} className="group relative flex gap-5 pb-8 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-5 bottom-0 left-[1.125rem] w-2 -translate-x-px bg-primary group-last:hidden"
            />
            <span
              aria-hidden="true"
              className="relative grid size-10 shrink-0 place-items-center rounded-full border-[6px] border-primary
                bg-ground font-display text-lg leading-none font-bold text-accent-ink"
            >
              {index + 1}
            </span>
            <div className="pt-1.5">
              <h4 className="font-display text-lg leading-snug font-semibold">{step}</h4>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

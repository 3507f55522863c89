import type { ReactNode } from "react";
import { useProduct } from "../../shared/app-context.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { RealReviews, RightMatch, Verified } from "../../ui/illustrations/benefits.tsx";
import { Hero } from "../../ui/illustrations/hero.tsx";
import { Treatment } from "../../ui/illustrations/treatment.tsx";
import type { Route } from "./+types/landing";
import { PublicFrame } from "./public-frame.tsx";

const promise =
  "Contá qué te pasa y recibí postulaciones de kinesiólogos con matrícula vigente en tu zona. Leé reseñas de " +
  "pacientes reales y elegí con quién atenderte.";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { productName = "Kinexo", publicUrl = "" } = matches[0].loaderData ?? {};
  const title = `${productName} | Conecta con especialistas verificados`;
  return [
    { title },
    { name: "description", content: promise },
    { tagName: "link", rel: "canonical", href: `${publicUrl}/` },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: productName },
    { property: "og:locale", content: "es_AR" },
    { property: "og:title", content: title },
    { property: "og:description", content: promise },
    { property: "og:url", content: `${publicUrl}/` },
    { property: "og:image", content: `${publicUrl}/og.png` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export default function Landing() {
  return (
    <PublicFrame>
      <Opening />
      <Benefits />
      <ForSpecialists />
      <Closing />
    </PublicFrame>
  );
}

function Opening() {
  return (
    <section
      className="mx-auto grid max-w-6xl items-center gap-8 px-5 pt-10 pb-14 md:grid-cols-[1.1fr_1fr] md:px-6 md:pt-16
        md:pb-20"
    >
      <div className="flex flex-col items-start gap-5">
        <h1 className="text-[2.5rem] leading-[1.05] md:text-5xl lg:text-6xl">Conecta con especialistas verificados</h1>
        <p className="max-w-xl text-lg text-muted md:text-xl">
          Contá qué te pasa, recibí postulaciones de kinesiólogos con matrícula vigente y elegí con quién volver
          a moverte.
        </p>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <ButtonLink to="/auth?mode=signup" size="large">
            Soy paciente
          </ButtonLink>
          <ButtonLink to="/auth?mode=signup&role=kine" size="large" variant="secondary">
            Soy Especialista
          </ButtonLink>
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

function Benefits() {
  const { productName } = useProduct();
  return (
    <section aria-labelledby="por-que" className="border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-5 py-14 md:px-6 md:py-20">
        <h2 id="por-que" className="text-3xl md:text-4xl">
          Por qué elegir {productName}
        </h2>
        <ul className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12">
          <Benefit picture={<Verified />} title="Profesionales verificados">
            Revisamos cada matrícula antes de habilitar una cuenta. Solo ves especialistas con licencia activa.
          </Benefit>
          <Benefit picture={<RightMatch />} title="El especialista justo para vos">
            Publicás tu caso una sola vez y se postulan quienes pueden ayudarte. Vos aceptás a quien quieras.
          </Benefit>
          <Benefit picture={<RealReviews />} title="Reseñas verificadas">
            Opinan solamente pacientes reales, al cerrar su caso. Lo que leés le pasó a alguien.
          </Benefit>
        </ul>
      </div>
    </section>
  );
}

function Benefit({ picture, title, children }: { picture: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-2">
      {picture}
      <h3 className="mt-2 text-xl">{title}</h3>
      <p className="text-muted">{children}</p>
    </li>
  );
}

const specialistBenefits: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: "case",
    title: "Recibí casos directos",
    text: "Pacientes de tu zona cuentan qué necesitan y vos elegís a cuáles postularte.",
  },
  {
    icon: "calendar",
    title: "Manejá tu agenda con libertad",
    text: "Consultorio, domicilio u online: vos definís días, horarios y valores.",
  },
  {
    icon: "star",
    title: "Construí tu reputación",
    text: "Cada caso cerrado puede sumar una reseña visible en tu perfil público.",
  },
  {
    icon: "users",
    title: "Sumate a una comunidad profesional",
    text: "Compartí espacio con colegas con matrícula vigente y aprobada.",
  },
];

function ForSpecialists() {
  return (
    <section aria-labelledby="especialistas" className="bg-[#0f4c5c] text-white dark:bg-[#0c333e]">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-5 py-14 md:grid-cols-2 md:px-6 md:py-20">
        <div>
          <h2 id="especialistas" className="text-3xl md:text-4xl">
            ¿Sos kinesiólogo o kinesióloga?
          </h2>
          <ul className="mt-8 grid gap-6">
            {specialistBenefits.map(({ icon, title, text }) => (
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
          <ButtonLink to="/auth?mode=signup&role=kine" size="large" variant="light">
            Registrarme como Especialista
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

function Closing() {
  return (
    <section className="mx-auto flex max-w-3xl flex-col items-center gap-5 px-5 py-16 text-center md:py-24">
      <h2 className="text-3xl md:text-4xl">Empezá hoy a moverte mejor</h2>
      <p className="max-w-lg text-muted">
        Creá tu cuenta en dos minutos, contanos qué te pasa y te avisamos apenas llegue la primera postulación.
      </p>
      <div className="flex w-full flex-col sm:w-auto">
        <ButtonLink to="/auth?mode=signup" size="large">
          Crear cuenta gratis
        </ButtonLink>
      </div>
    </section>
  );
}

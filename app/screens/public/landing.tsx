import { bestRated } from "../../domain/profiles/best-rated.server.ts";
import { modalityLabels } from "../../domain/profiles/modality.ts";
import { callContext } from "../../server-api.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Route } from "./+types/landing";
import { Benefits } from "./landing/benefits.tsx";
import { FindSpecialist } from "./landing/find-specialist.tsx";
import { Closing } from "./landing/closing.tsx";
import { ForSpecialists } from "./landing/for-specialists.tsx";
import { HowItWorks } from "./landing/how-it-works.tsx";
import { Opening } from "./landing/opening.tsx";
import { Questions } from "./landing/questions.tsx";
import { SampleSpecialists } from "./landing/sample-specialists.tsx";
import { Verification } from "./landing/verification.tsx";
import { PublicFrame } from "./public-frame.tsx";

const promise =
  "Contá qué te pasa y recibí postulaciones de kinesiólogos con matrícula vigente en tu zona. Leé reseñas de " +
  "pacientes reales y elegí con quién atenderte.";

/** The sample specialists. The page also renders without them, for example while the database is down. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, requestId } = context.get(callContext);
  const specialists = await readPublicly(services, ({ db }) => bestRated(db)).catch((error: unknown) => {
    services.log.warn({ err: error, requestId }, "landing page without specialists");
    return [];
  });
  // Labels are resolved here, so that the page does not bundle the profile validation code.
  return { specialists: specialists.map((one) => ({ ...one, modalities: modalityLabels(one.modalities) })) };
}

/** Client-side navigation, such as after signing out, works offline too. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ specialists: [] }));
}

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
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  return (
    <PublicFrame>
      <Opening />
      <FindSpecialist />
      <Benefits />
      <HowItWorks />
      <Verification />
      <SampleSpecialists specialists={loaderData.specialists} />
      <ForSpecialists />
      <Questions />
      <Closing />
    </PublicFrame>
  );
}

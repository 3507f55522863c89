import { bestRated } from "../../domain/profiles/best-rated.server.ts";
import { callContext } from "../../server-api.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { staticPage } from "./static-page.server.tsx";
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
import { shownToOthers } from "../../domain/contacts/shown-to-others.ts";
import { PageHead } from "./page-head.tsx";
import { PublicFrame } from "./public-frame.tsx";

const PROMISE =
  "Contá qué te duele y recibí postulaciones de kinesiólogos. Leé reseñas de pacientes reales y elegí " +
  "con quién atenderte.";

/** / : explains the product to patients and specialists. It renders without specialists too, for example while the database is down. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const { services, requestId } = args.context.get(callContext);
  return staticPage(args, async (product) => {
    const specialists = await readPublicly(services, ({ db }) => bestRated(db)).catch((error: unknown) => {
      services.log.warn({ err: error, requestId }, "landing page without specialists");
      return [];
    });
    return {
      head: (
        <PageHead
          product={product}
          title={`${product.productName} | Conecta con especialistas verificados`}
          description={PROMISE}
          path="/"
        />
      ),
      body: (
        <PublicFrame>
          <Opening />
          <FindSpecialist />
          <Benefits />
          <HowItWorks />
          <Verification />
          <SampleSpecialists specialists={specialists.map((one) => shownToOthers(services, one))} />
          <ForSpecialists />
          <Questions />
          <Closing />
        </PublicFrame>
      ),
    };
  });
}

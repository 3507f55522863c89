import type { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import type { PatientCoverage } from "../coverages/patient-coverage.server.ts";
import type { StructuredFacts } from "./structured-facts.ts";

/** The free texts of a case. */
export type CaseTexts = {
  title: string;
  description: string;
  injury_area: string | null;
  location_city: string | null;
};

/** The texts of a case, with contact data masked, for a specialist whom the patient has not accepted. */
export function maskedCase({ masked }: Pick<Services, "masked">, texts: CaseTexts): CaseTexts {
  const { title, description, injury_area, location_city } = texts;
  return {
    title: masked(title),
    description: masked(description),
    injury_area: injury_area && masked(injury_area),
    location_city: location_city && masked(location_city),
  };
}

type Coverage = z.output<typeof PatientCoverage>;

/** The same for the page of one case: also masks the facts, the patient's barrio and the plan of their coverage. */
export function maskedView(
  services: Pick<Services, "masked">,
  texts: CaseTexts & { facts: StructuredFacts | null; poster_city: string | null; coverage: Coverage },
) {
  const { masked } = services;
  const { facts, poster_city, coverage } = texts;
  return {
    ...maskedCase(services, texts),
    facts: facts && maskedFacts(masked, facts),
    poster_city: poster_city && masked(poster_city),
    coverage: coverage && { ...coverage, plan: coverage.plan && masked(coverage.plan) },
  };
}

function maskedFacts(masked: Services["masked"], facts: StructuredFacts): StructuredFacts {
  const { operation, activities } = facts;
  return {
    ...facts,
    ...(operation && { operation: masked(operation) }),
    ...(activities && { activities: activities.map(({ name, score }) => ({ name: masked(name), score })) }),
  };
}

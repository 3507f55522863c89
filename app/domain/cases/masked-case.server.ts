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

/** The texts of a case, with contact data masked, also across them, for a specialist whom the patient has not accepted. */
export function maskedCase({ masked }: Pick<Services, "masked">, texts: CaseTexts): CaseTexts {
  const { title, description, injury_area, location_city } = texts;
  const [shownTitle, shownDescription, area, city] = masked.together([title, description, injury_area, location_city]);
  return {
    title: shownTitle ?? "",
    description: shownDescription ?? "",
    injury_area: area ?? null,
    location_city: city ?? null,
  };
}

type Coverage = z.output<typeof PatientCoverage>;

/** The same for the page of one case: also masks the facts, the patient's barrio and the plan of their coverage. */
export function maskedView(
  services: Pick<Services, "masked">,
  texts: CaseTexts & { facts: StructuredFacts | null; poster_city: string | null; coverage: Coverage },
) {
  const { title, description, injury_area, location_city, facts, poster_city, coverage } = texts;
  const { operation, activities = [] } = facts ?? {};
  const [shownTitle, shownDescription, area, city, posterCity, plan, shownOperation, ...names] =
    services.masked.together([
      title,
      description,
      injury_area,
      location_city,
      poster_city,
      coverage?.plan,
      operation,
      ...activities.map(({ name }) => name),
    ]);
  return {
    title: shownTitle ?? "",
    description: shownDescription ?? "",
    injury_area: area ?? null,
    location_city: city ?? null,
    facts: facts && {
      ...facts,
      ...(shownOperation && { operation: shownOperation }),
      ...(facts.activities && { activities: activities.map(({ score }, at) => ({ name: names[at] ?? "", score })) }),
    },
    poster_city: posterCity ?? null,
    coverage: coverage && { ...coverage, plan: plan ?? null },
  };
}

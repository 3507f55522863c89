import { type IconName, Icon } from "../../ui/icons.tsx";
import { coverageInWords } from "../coverages/coverage-words.ts";
import { CASE_MODALITY_LABELS, type Modality } from "../profiles/modality.ts";

type CaseFactsProps = {
  injury_area: string | null;
  location_city?: string | null;
  preferred_modality?: Modality | null;
  /** Set only where a single case is shown, not in lists. */
  coverage?: { short: string; plan: string | null } | null;
};

/** A case's injury area, city, preferred modality and coverage; those that are empty or said elsewhere are left out. */
export function CaseFacts({ injury_area, location_city, preferred_modality, coverage }: CaseFactsProps) {
  const facts: { name: string; icon: IconName; value: string | null }[] = [
    { name: "Zona de la lesión", icon: "user", value: injury_area },
    { name: "Barrio", icon: "pin", value: location_city ?? null },
    {
      name: "Modalidad",
      icon: "calendar",
      value: preferred_modality ? CASE_MODALITY_LABELS[preferred_modality] : null,
    },
    { name: "Cobertura", icon: "shield", value: coverage ? coverageInWords(coverage) : null },
  ];
  const known = facts.filter((fact) => fact.value);
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1.5 text-muted">
      {known.map(({ name, icon, value }) => (
        <div key={name} className="flex min-w-0 items-start gap-1.5">
          <dt className="flex h-lh items-center">
            <Icon name={icon} className="size-4.5 text-primary" />
            <span className="sr-only">{name}:</span>
          </dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

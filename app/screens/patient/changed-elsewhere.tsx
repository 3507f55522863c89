import { type CaseFields } from "../../domain/cases/case-draft.ts";
import { CASE_MODALITY_LABELS, STUDIES_ACCESS_LABELS } from "../../domain/cases/case.ts";
import { Button } from "../../ui/button.tsx";

const NAMES: Record<keyof CaseFields, string> = {
  title: "Título",
  description: "Descripción",
  injury_area: "Zona de la lesión",
  location_city: "Barrio",
  preferred_modality: "Modalidad preferida",
  studies_access: "Quién puede abrirlos",
};

type ChangedElsewhereProps = {
  published: CaseFields;
  conflicts: readonly (keyof CaseFields)[];
  onUseTheirs: () => void;
  onKeepMine: () => void;
};

/** Says that a case was edited elsewhere meanwhile, what is published now, and asks which of both to go on with. */
export function ChangedElsewhere({ published, conflicts, onUseTheirs, onKeepMine }: ChangedElsewhereProps) {
  return (
    <section role="alert" aria-label="El caso cambió" className="flex flex-col gap-3 rounded-card bg-warning-soft p-4">
      <p className="font-semibold text-warning">El caso cambió mientras lo editabas.</p>
      <p>Lo que escribiste sigue acá abajo. Esto es lo que está publicado:</p>
      <dl className="flex max-h-60 flex-col gap-2 overflow-y-auto">
        {conflicts.map((field) => (
          <div key={field}>
            <dt className="text-sm text-muted">{NAMES[field]}</dt>
            <dd className="whitespace-pre-line">{textOf(field, published)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onPress={onKeepMine}>Seguir con lo mío</Button>
        <Button variant="quiet" size="small" onPress={onUseTheirs}>Usar lo publicado</Button>
      </div>
    </section>
  );
}

function textOf(field: keyof CaseFields, { preferred_modality, studies_access, ...texts }: CaseFields): string {
  if (field === "preferred_modality") return preferred_modality ? CASE_MODALITY_LABELS[preferred_modality] : "Me da lo mismo";
  if (field === "studies_access") return studies_access ? STUDIES_ACCESS_LABELS[studies_access] : "";
  return texts[field] || "(vacío)";
}

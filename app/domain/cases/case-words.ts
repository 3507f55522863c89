import { coverageInWords } from "../coverages/coverage-words.ts";
import type { CaseFields } from "./case-draft.ts";
import { STUDIES_ACCESS_LABELS } from "./case.ts";
import { CASE_MODALITY_LABELS } from "../profiles/modality.ts";

const NAMES: Record<keyof CaseFields, string> = {
  title: "Título",
  description: "Descripción",
  injury_area: "Zona de la lesión",
  location_city: "Barrio",
  preferred_modality: "Modalidad preferida",
  studies_access: "Quién puede abrirlos",
  coverage: "Cobertura",
  facts: "Más datos",
  identity_access: "Quién ve tu nombre y tu foto",
};

/** Some fields of a case as display texts. */
export function inWords(published: CaseFields, fields: readonly (keyof CaseFields)[]) {
  return fields.map((field) => ({ name: NAMES[field], text: textOf(field, published) }));
}

function textOf(
  field: keyof CaseFields,
  { preferred_modality: modality, studies_access: access, identity_access, coverage, facts, ...texts }: CaseFields,
) {
  if (field === "coverage") return coverage ? coverageInWords(coverage) : "Ninguna";
  if (field === "facts") return facts ? "Cambiaron" : "Ninguno";
  if (field === "identity_access") return STUDIES_ACCESS_LABELS[identity_access ?? "verified"];
  if (field === "preferred_modality") return modality ? CASE_MODALITY_LABELS[modality] : "Cualquiera";
  if (field === "studies_access") return access ? STUDIES_ACCESS_LABELS[access] : "";
  return texts[field] ?? "";
}

/** The decade of an age: "Entre 30 y 39 años". */
export function decadeInWords(decade: number): string {
  return decade < 10 ? "Menos de 10 años" : `Entre ${decade} y ${decade + 9} años`;
}

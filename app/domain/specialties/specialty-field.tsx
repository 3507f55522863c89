import type { ComponentProps } from "react";
import { useVocabulary } from "../vocabulary/use-vocabulary.ts";
import { loadingLate } from "../../ui/late.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";

const load = loadingLate(async () => (await import("./specialties.ts")).specialtiesLike, false);

/** A specialty as free text, with those of the vocabulary as suggestions. */
export function SpecialtyField(
  props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions" | "onEntered">,
) {
  return <SuggestField {...props} label="Especialidad" {...useVocabulary(load, props.value)} />;
}

import type { ComponentProps } from "react";
import { useVocabulary } from "../vocabulary/use-vocabulary.ts";
import { loadingLate } from "../../ui/late.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";

const load = loadingLate(async () => (await import("./body-zones.ts")).zonesLike, false);

/** A zone of the body as free text, with suggestions from the vocabulary. */
export function ZoneField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions" | "onEntered">) {
  return <SuggestField {...props} label="Zona de la lesión" {...useVocabulary(load, props.value)} />;
}

import type { ComponentProps } from "react";
import { useVocabulary } from "../vocabulary/use-vocabulary.ts";
import { loadingLate } from "../../ui/late.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";

const load = loadingLate(async () => (await import("./places.ts")).placesLike, false);

/** A place as free text, with places of the vocabulary as suggestions. */
export function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions" | "onEntered">) {
  return <SuggestField {...props} label="Barrio" {...useVocabulary(load, props.value)} />;
}

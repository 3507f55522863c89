import type { ComponentProps } from "react";
import { useLoaded } from "../vocabulary/use-loaded.ts";
import { SuggestField } from "../../ui/suggest-field.tsx";

const finding = import("./places.ts").then(
  ({ placesLike }) => placesLike,
  () => undefined,
);

/** A place as free text, with places of the vocabulary as suggestions. */
export function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const find = useLoaded(finding);
  return <SuggestField {...props} label="Barrio" suggestions={find?.(props.value) ?? []} />;
}

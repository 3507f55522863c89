import type { ComponentProps } from "react";
import { useLoaded } from "../vocabulary/use-loaded.ts";
import { SuggestField } from "../../ui/suggest-field.tsx";

const finding = import("./specialties.ts").then(
  ({ specialtiesLike }) => specialtiesLike,
  () => undefined,
);

/** A specialty as free text, with those of the vocabulary as suggestions. */
export function SpecialtyField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const find = useLoaded(finding);
  return <SuggestField {...props} label="Especialidad" suggestions={find?.(props.value) ?? []} />;
}

import type { ComponentProps } from "react";
import { useLoaded } from "../vocabulary/use-loaded.ts";
import { SuggestField } from "../../ui/suggest-field.tsx";

const finding = import("./body-zones.ts").then(
  ({ zonesLike }) => zonesLike,
  () => undefined,
);

/** A zone of the body as free text, with those of the vocabulary as suggestions. */
export function ZoneField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const find = useLoaded(finding);
  return <SuggestField {...props} label="Zona de la lesión" suggestions={find?.(props.value) ?? []} />;
}

import { type ComponentProps, useEffect, useState } from "react";
import { SuggestField } from "../../ui/suggest-field.tsx";
import type { Place } from "./places.ts";

// Loaded in parallel with the form, before the user types; if loading fails, the field is plain text.
const finding = import("./places.ts").then(
  ({ placesLike }) => placesLike,
  () => undefined,
);

/** A place as free text, with the places around Buenos Aires as suggestions. */
export function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const [find, setFind] = useState<(typed: string) => Place[]>();
  useEffect(() => {
    void finding.then((placesLike) => setFind(() => placesLike));
  }, []);
  return <SuggestField {...props} label="Barrio" suggestions={find?.(props.value) ?? []} />;
}

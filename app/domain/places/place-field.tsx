import { type ComponentProps, useEffect, useState } from "react";
import { SuggestField } from "../../ui/suggest-field.tsx";
import type { Place } from "./places.ts";

// Fetched beside the form, so that it is there before anybody types; without it the field is one for text.
const finding = import("./places.ts").then(({ placesLike }) => placesLike, () => undefined);

/** Where somebody lives, works or wants to be seen: free text, with the places around Buenos Aires as suggestions. */
export function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const [find, setFind] = useState<(typed: string) => Place[]>();
  useEffect(() => {
    void finding.then((placesLike) => setFind(() => placesLike));
  }, []);
  return <SuggestField {...props} label="Barrio" suggestions={find?.(props.value) ?? []} />;
}

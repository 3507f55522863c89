import { type ComponentProps, useEffect, useState } from "react";
import { SuggestField } from "../../ui/suggest-field.tsx";
import type { Place } from "./places.ts";

/** Where somebody lives, works or wants to be seen: free text, with the places around Buenos Aires as suggestions. */
export function PlaceBox(props: Omit<ComponentProps<typeof SuggestField>, "label" | "suggestions">) {
  const [find, setFind] = useState<(typed: string) => Place[]>();
  useEffect(() => {
    // Comes after the page; without it the field is one for text.
    import("./places.ts").then(({ placesLike }) => setFind(() => placesLike), () => undefined);
  }, []);
  return <SuggestField {...props} label="Barrio" suggestions={find?.(props.value) ?? []} />;
}

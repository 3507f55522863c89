import { useState } from "react";
import type { Suggestion } from "./vocabulary.ts";

type Find = (typed: string) => Suggestion[];

/**
 * The props of a field whose suggestions are searched in a vocabulary, which loads when the field is entered. Until it is loaded, or if the
 * load fails, the field is plain text.
 */
export function useVocabulary(load: () => Promise<Find>, typed: string) {
  const [find, setFind] = useState<Find>();
  return {
    suggestions: find?.(typed),
    onEntered() {
      load().then(
        (found) => setFind(() => found),
        () => undefined,
      );
    },
  };
}

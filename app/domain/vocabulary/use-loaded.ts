import { useEffect, useState } from "react";
import type { Suggestion } from "./vocabulary.ts";

type Find = (typed: string) => Suggestion[];

/**
 * A search over a vocabulary, which loads in parallel with the form, before the user types. Until then, and if loading fails, there is none:
 * the field is plain text.
 */
export function useLoaded(finding: Promise<Find | undefined>): Find | undefined {
  const [find, setFind] = useState<Find>();
  useEffect(() => {
    void finding.then((found) => setFind(() => found));
  }, [finding]);
  return find;
}

import { useEffect, useState } from "react";
import type { Suggestion } from "./vocabulary.ts";

type Find = (typed: string) => Suggestion[];

/**
 * Returns the search over a vocabulary, which loads in parallel with the form. Returns undefined until it has loaded, or when loading
 * failed: the field is plain text then.
 */
export function useLoaded(finding: Promise<Find | undefined>): Find | undefined {
  const [find, setFind] = useState<Find>();
  useEffect(() => {
    void finding.then((found) => setFind(() => found));
  }, [finding]);
  return find;
}

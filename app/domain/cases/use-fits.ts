import { useQueries } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import type { CaseFit } from "./case-fit.ts";

type Pages = readonly { items: readonly { id: string }[] }[];

/** How the cases of a list fit the specialist, asked page by page; `fitOf` is undefined until it is known. */
export function useFits(pages: Pages): { fitOf: (id: string) => CaseFit | undefined; isLoading: boolean } {
  const answers = useQueries({
    queries: pages
      .filter(({ items }) => items.length > 0)
      .map(({ items }) => queries.cases.fits.queryOptions({ input: { ids: items.map(({ id }) => id) } })),
  });
  const fits = new Map(answers.flatMap(({ data }) => data?.items ?? []).map((fit) => [fit.id, fit]));
  return { fitOf: (id) => fits.get(id), isLoading: answers.some(({ isLoading }) => isLoading) };
}

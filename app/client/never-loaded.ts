import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Whether a query has only failed so far, or waits for the network. Stays true during a refetch, when the library reports it as pending again:
 * otherwise the error state would flicker to a skeleton and back.
 */
export function neverLoaded({
  data,
  errorUpdateCount,
  isPaused,
}: Pick<UseQueryResult, "data" | "errorUpdateCount" | "isPaused">): boolean {
  return data === undefined && (errorUpdateCount > 0 || isPaused);
}

import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Whether a query has only failed so far. Stays true during a refetch, when the library reports it as pending again:
 * otherwise the error state would flicker to a skeleton and back.
 */
export function neverLoaded({ data, errorUpdateCount }: Pick<UseQueryResult, "data" | "errorUpdateCount">): boolean {
  return data === undefined && errorUpdateCount > 0;
}

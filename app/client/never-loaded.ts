import type { UseQueryResult } from "@tanstack/react-query";

/**
 * Whether a question never got an answer, only failures. Stays so while it is asked again, when the library calls it
 * pending once more: what says that it failed would give way to a skeleton and come back.
 */
export function neverLoaded({ data, errorUpdateCount }: Pick<UseQueryResult, "data" | "errorUpdateCount">): boolean {
  return data === undefined && errorUpdateCount > 0;
}

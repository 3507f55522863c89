import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { errorCode, type ErrorCode } from "../shared/errors.ts";

const ACCESS_REFUSALS: readonly (ErrorCode | null)[] = [
  "NOT_SIGNED_IN",
  "SECOND_FACTOR_NEEDED",
  "PASSWORD_CHANGE_REQUIRED",
  "APPROVAL_PENDING",
  "NOT_ALLOWED",
];

/** Calls `onRefused` when a query or mutation is refused because of the user's access, not because of the input. */
export function useRefusals(queryClient: QueryClient, onRefused: () => void): void {
  const handle = useEffectEvent(onRefused);
  useEffect(() => {
    const hear = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      const { action } = event;
      if (event.type !== "updated" || action?.type !== "error") return;
      if (ACCESS_REFUSALS.includes(errorCode(action.error))) handle();
    };
    const stops = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
}

import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isServerAway } from "../shared/errors.ts";
import { api, READ } from "./api.ts";

const RETRY_MS = 3_000;

/**
 * Whether a query or mutation found the server unavailable. Polls until it answers, then refetches the active queries that
 * failed so. Mutations are not retried; the user still has the input.
 */
export function useServerAway(queryClient: QueryClient): boolean {
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const hear = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type === "updated" && event.action?.type === "error" && isServerAway(event.action.error)) setAway(true);
    };
    const stops = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);

  useEffect(() => {
    if (!isAway) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const ask = async () => {
      const isStillAway = await api.accounts.me(undefined, READ).then(() => false, isServerAway);
      if (isOver) return;
      if (isStillAway) return wait();
      setAway(false);
      const predicate = ({ state }: { state: { error: unknown } }) => isServerAway(state.error);
      await queryClient.refetchQueries({ type: "active", predicate });
    };
    const wait = () => {
      timer = setTimeout(() => void ask(), RETRY_MS * (0.75 + Math.random() / 2));
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAway, queryClient]);

  return isAway;
}

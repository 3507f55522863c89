import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { api, queries } from "../../client/api.ts";
import type { Conversation } from "./conversation-answer.ts";

function subscribe(onChange: () => void) {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** Marks the shown messages of the other side as read, while the page is visible. */
export function useSeen(conversation: Conversation | undefined): void {
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible",
    () => false,
  );
  const id = conversation?.id;
  // The newest message may be an own one: the other side's messages up to it are marked.
  const newest = conversation?.items[0]?.id;
  const isDue = isVisible && (conversation?.unread ?? 0) > 0;
  useEffect(() => {
    if (!isDue || !id || !newest) return;
    const settle = () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queries.conversations.key() }),
        queryClient.invalidateQueries({ queryKey: queries.notifications.key() }),
      ]);
    // Without an answer the messages stay unread.
    api.conversations.seen({ id, up_to: newest }).then(settle, () => undefined);
  }, [id, newest, isDue, queryClient]);
}

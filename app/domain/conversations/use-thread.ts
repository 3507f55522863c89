import type { InfiniteData } from "@tanstack/react-query";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { inPages } from "../lists/in-pages.ts";
import type { Conversation } from "./conversation-answer.ts";

/** The refetch interval. File links expire after five minutes; they are renewed after twice this at most, so they stay valid while shown. */
const FRESH_LINKS_MS = 2 * 60_000;

/**
 * The pages of a conversation, newest first. Messages never change: a loaded page is read again only when the acceptance reveals its masked
 * data, or for new file links. So the first page grows as messages arrive, and the cursors after it stay valid.
 */
export function useThread(id: string, isShown: boolean) {
  const options = queries.conversations.read.infiniteOptions({
    input: (before: string | null) => ({ id, before }),
    ...inPages,
    enabled: isShown,
    refetchInterval: FRESH_LINKS_MS,
  });
  // A refetch requests its pages in sequence, starting with the newest.
  const reading = useRef({ keepsOlder: false, linkedAt: 0 });
  return useInfiniteQuery({
    ...options,
    queryFn: async (context): Promise<Conversation> => {
      const known = context.client.getQueryData<InfiniteData<Conversation, string | null>>(options.queryKey);
      if (context.pageParam !== null) {
        const kept = known?.pages[known.pageParams.indexOf(context.pageParam)];
        return reading.current.keepsOlder && kept ? kept : options.queryFn(context);
      }
      const newest = await options.queryFn(context);
      const first = known?.pages[0];
      const hasLinks = known?.pages.some(({ items }) => items.some(({ file }) => file));
      const isFresh = !hasLinks || Date.now() - reading.current.linkedAt < FRESH_LINKS_MS;
      const keepsOlder = first?.is_accepted === newest.is_accepted && isFresh;
      reading.current = { keepsOlder, linkedAt: keepsOlder ? reading.current.linkedAt : Date.now() };
      return keepsOlder ? joined(newest, first) : newest;
    },
  });
}

/** The newest page, extended by the older messages of the previous first page if the two overlap. */
function joined(newest: Conversation, before: Conversation): Conversation {
  const oldest = newest.items.at(-1);
  const end = oldest ? before.items.findIndex(({ id }) => id === oldest.id) : -1;
  if (end < 0) return newest;
  return { ...newest, items: [...newest.items, ...before.items.slice(end + 1)], next: before.next };
}

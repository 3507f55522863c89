import type { InfiniteData } from "@tanstack/react-query";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { inPages } from "../lists/in-pages.ts";
import type { Conversation } from "./conversation-answer.ts";

/** Links to files expire after five minutes: read again at most twice this later, they stay valid while the thread is shown. */
const FRESH_LINKS_MS = 2 * 60_000;

/**
 * The pages of a conversation, newest first. Messages never change: a page that was loaded is read again only when the acceptance shows
 * what it hides, or for new links to its files. So the first page grows while messages come, and the cursors after it stay.
 */
export function useThread(id: string, isShown: boolean) {
  const options = queries.conversations.read.infiniteOptions({
    input: (before: string | null) => ({ id, before }),
    ...inPages,
    enabled: isShown,
    refetchInterval: FRESH_LINKS_MS,
  });
  // The pages of one reading are asked for one after the other, beginning with the newest.
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

/** The newest page with what the one before it had beyond, where the two meet. */
function joined(newest: Conversation, before: Conversation): Conversation {
  const oldest = newest.items.at(-1);
  const end = oldest ? before.items.findIndex(({ id }) => id === oldest.id) : -1;
  if (end < 0) return newest;
  return { ...newest, items: [...newest.items, ...before.items.slice(end + 1)], next: before.next };
}

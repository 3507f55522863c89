import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answers, api, queries } from "../../client/api.ts";
import type { Kind } from "./notification.ts";

type Read = { case_id: string } | { kinds: Kind[] };

/** Marks as read what a screen shows anyway, and again when more of it comes. `what` is null while it shows nothing yet. */
export function useRead(what: Read | null): void {
  const queryClient = useQueryClient();
  const { data } = useQuery(queries.notifications.unseen.queryOptions());
  const count = data?.count ?? 0;
  const words = JSON.stringify(what);
  useEffect(() => {
    const asked = JSON.parse(words) as Read | null;
    if (!asked || count === 0) return;
    const settle = ({ count: read }: Answers["notifications"]["seen"]) => {
      if (read > 0) void queryClient.invalidateQueries({ queryKey: queries.notifications.key() });
    };
    // Unanswered, they stay unread.
    api.notifications.seen(asked).then(settle, () => undefined);
  }, [words, count, queryClient]);
}

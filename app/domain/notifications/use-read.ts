import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answers, api, queries } from "../../client/api.ts";
import type { Kind } from "./notification.ts";

type Read = { case_id: string } | { kinds: Kind[] };

/** Marks notifications of what a screen shows as read, and again when more arrive. `what` is null while it shows nothing yet. */
export function useRead(what: Read | null): void {
  const queryClient = useQueryClient();
  const { data } = useQuery(queries.notifications.unseen.queryOptions());
  const count = data?.count ?? 0;
  const serialized = JSON.stringify(what);
  useEffect(() => {
    const read = JSON.parse(serialized) as Read | null;
    if (!read || count === 0) return;
    const settle = ({ count: newlyRead }: Answers["notifications"]["seen"]) => {
      if (newlyRead > 0) void queryClient.invalidateQueries({ queryKey: queries.notifications.key() });
    };
    // If the call fails, they stay unread.
    api.notifications.seen(read).then(settle, () => undefined);
  }, [serialized, count, queryClient]);
}

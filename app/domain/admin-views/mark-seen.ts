import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { queries } from "../../client/api.ts";
import { isRefusal } from "../../shared/errors.ts";
import { MOST_MARKED, type ViewedEntity } from "./admin-view.ts";

/** Records the listed items as seen, each once. Retries until the server answers: a list that reloads unchanged does not send its items again. */
export function useMarkSeen(entity_type: ViewedEntity, ids: readonly string[]): void {
  const queryClient = useQueryClient();
  const marked = useRef(new Set<string>());
  const { mutateAsync } = useMutation(
    queries.adminViews.markSeen.mutationOptions({
      retry: (_failures, error) => !isRefusal(error),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.adminViews.unseen.key() }),
    }),
  );
  const shown = ids.join();
  useEffect(() => {
    const known = marked.current;
    const fresh = shown.split(",").filter((id) => id && !known.has(id));
    for (let start = 0; start < fresh.length; start += MOST_MARKED) {
      const batch = fresh.slice(start, start + MOST_MARKED);
      batch.forEach((id) => known.add(id));
      mutateAsync({ entity_type, ids: batch }).catch(() => batch.forEach((id) => known.delete(id)));
    }
  }, [entity_type, shown, mutateAsync]);
}

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queries } from "../../client/api.ts";

const isAllowed = () => "Notification" in window && Notification.permission === "granted";
/** Loads the code only where pushes are allowed. A failure costs only time: the next page tries again. */
const whereAllowed = (work: () => Promise<void>) => {
  if (isAllowed()) void work().catch(() => undefined);
};

/** Renews a person's subscription in this browser and closes notifications that were read elsewhere; renders nothing. */
export function KeepPushes({ personId }: { personId: string }) {
  const { dataUpdatedAt } = useQuery(queries.notifications.unseen.queryOptions());
  useEffect(() => whereAllowed(async () => (await import("./push-browser.ts")).renewHere(personId)), [personId]);
  useEffect(() => {
    if (dataUpdatedAt > 0) whereAllowed(async () => (await import("./close-read.ts")).closeRead());
  }, [dataUpdatedAt]);
  return null;
}

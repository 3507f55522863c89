import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queries } from "../../client/api.ts";

const isAllowed = () => "Notification" in window && Notification.permission === "granted";
/** What it does is loaded only where pushes are allowed. Without it nothing is lost but time: the next page tries again. */
const whereAllowed = (work: () => Promise<void>) => {
  if (isAllowed()) void work().catch(() => undefined);
};

/** Keeps a person's subscription in this browser, and what it shows in step with what was read; shows nothing itself. */
export function KeepPushes({ personId }: { personId: string }) {
  const { dataUpdatedAt } = useQuery(queries.notifications.unseen.queryOptions());
  useEffect(() => whereAllowed(async () => (await import("./push-browser.ts")).renewHere(personId)), [personId]);
  useEffect(() => {
    if (dataUpdatedAt > 0) whereAllowed(async () => (await import("./close-read.ts")).closeRead());
  }, [dataUpdatedAt]);
  return null;
}

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queries } from "../../client/api.ts";
import type * as pushBrowser from "./push-browser.ts";

const isAllowed = () => "Notification" in window && Notification.permission === "granted";
/** Loaded only where pushes are allowed. Without it nothing is lost but time: the next page tries again. */
const inBrowser = (work: (browser: typeof pushBrowser) => Promise<void>) => {
  if (isAllowed()) void import("./push-browser.ts").then(work).catch(() => undefined);
};

/** Keeps a person's subscription in this browser, and what it shows in step with what was read; shows nothing itself. */
export function KeepPushes({ personId }: { personId: string }) {
  const { dataUpdatedAt } = useQuery(queries.notifications.unseen.queryOptions());
  useEffect(() => inBrowser(({ renewHere }) => renewHere(personId)), [personId]);
  useEffect(() => {
    if (dataUpdatedAt > 0) inBrowser(({ closeRead }) => closeRead());
  }, [dataUpdatedAt]);
  return null;
}

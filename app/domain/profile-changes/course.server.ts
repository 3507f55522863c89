import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { notify } from "../notifications/notify.server.ts";

/** What follows when a change is asked for, or taken back: it joins or leaves the queue of admins. */
export const changeWasAsked = (tx: Tx, kineId: string): Promise<void> =>
  publish(tx, ["counts", "admins"], ["counts", kineId]);

/** What follows from a decision: the specialist is notified. */
export async function changeWasDecided(tx: Tx, kineId: string, isPublished: boolean): Promise<void> {
  await publish(tx, ["counts", "admins"], ["counts", kineId]);
  await notify(tx, { userId: kineId, kind: isPublished ? "change_published" : "change_rejected" });
}

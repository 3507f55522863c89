import { addJob, type Attempt } from "../../platform/jobs.server.ts";
import { isUnknown, readNotifications, VERSION_S } from "../notifications/read-notifications.server.ts";
import type { PushServices } from "./hand-push.server.ts";
import { pushOnce } from "./send-push.server.ts";

/**
 * The job that retries what a push service could not take. Reads the notification again: nothing is pushed once it was read, has ended or
 * last grew more than a day ago; in quiet hours the job waits. Throws while a push service still cannot take it: retries back off.
 */
export async function pushAgain(
  services: PushServices,
  id: string,
  { isLast }: Pick<Attempt, "isLast">,
): Promise<void> {
  const { db } = services;
  const which = { recent: id };
  const [found] = await readNotifications(db, which);
  if (!found && (await isUnknown(db, which)))
    return db.transaction().execute((tx) => addJob(tx, "push_again", { id }, VERSION_S));
  if (!found?.is_due || !found.push) return;
  if (found.quiet_s > 0) return db.transaction().execute((tx) => addJob(tx, "push_again", { id }, found.quiet_s));
  const { later } = await pushOnce(services, found.user_id, found);
  if (later > 0 && !isLast) throw new Error("a push service is busy");
}

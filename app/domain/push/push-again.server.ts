import { addJob, type Attempt, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { isUnknown, readNotifications, VERSION_S } from "../notifications/read-notifications.server.ts";
import type { Pushed, PushServices } from "./hand-push.server.ts";
import { type Outcome, pushOnce } from "./send-push.server.ts";

/** The wait (s) before a push service that could not take a push is tried again. */
const AGAIN_S = 30;

/**
 * Pushes a notification to each browser of its person that has not received it since it last grew. What a push service cannot take now is
 * tried again by a job of its own. A failing push service never makes it throw.
 */
export async function sendPush(services: PushServices, userId: string, pushed: Pushed): Promise<Outcome> {
  const outcome = await pushOnce(services, userId, pushed);
  if (outcome.later > 0)
    await services.db.transaction().execute((tx) => addJob(tx, pushAgainJob, { id: pushed.id }, AGAIN_S));
  return outcome;
}

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
    return db.transaction().execute((tx) => addJob(tx, pushAgainJob, { id }, VERSION_S));
  if (!found?.is_due || !found.push) return;
  if (found.quiet_s > 0) return db.transaction().execute((tx) => addJob(tx, pushAgainJob, { id }, found.quiet_s));
  const { later } = await pushOnce(services, found.user_id, found);
  if (later > 0 && !isLast) throw new Error("a push service is busy");
}

export const pushAgainJob = defineJob("push_again", { priority: YIELDING, run: pushAgain });

import { z } from "zod";
import { adminReads, provenAdmin } from "../../api/guards.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { discardJob, JOB_STATES, jobsInState, retryJob } from "../../platform/job-figures.server.ts";
import { giveUp, sendMessageJob } from "../../platform/mail/mail.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { deliverJob } from "../notifications/deliver.server.ts";
import { setDelivery } from "../notifications/digest.server.ts";

const MOST_LISTED = 50;
const OneJob = z.object({ id: z.string().regex(/^[0-9]{1,18}$/) });

/** The oldest jobs in a state. They name nobody: a kind, a time and the code of the last failure. */
export const list = adminReads
  .meta({ summary: "Lists the oldest background jobs in a state." })
  .input(z.object({ state: z.enum(JOB_STATES) }))
  .output(
    z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.string(),
          task: z.string(),
          run_at: z.date(),
          attempts: z.int(),
          code: z.string().nullable(),
        }),
      ),
    }),
  )
  .handler(async ({ input, context: { db } }) => ({ items: await jobsInState(db, input.state, MOST_LISTED) }));

/** Runs a job again at once, as often as a new one. Throws JOB_GONE, JOB_RUNNING. */
export const retry = provenAdmin
  .meta({ summary: "Runs a background job again.", refuses: ["JOB_GONE", "JOB_RUNNING"], writes: "once" })
  .input(OneJob)
  .output(z.strictObject({ retried: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { task } = unlessRefused(await retryJob(tx, id));
      const { id: user_id, session_id } = viewer;
      await recordEvent(tx, { event: "job_retried", user_id, session_id, reason: task });
      return { retried: true as const };
    }),
  );

/** Removes a job for good, and ends the message or notification that waited for it. Throws JOB_GONE, JOB_RUNNING. */
export const discard = provenAdmin
  .meta({ summary: "Discards a background job.", refuses: ["JOB_GONE", "JOB_RUNNING"], writes: "once" })
  .input(OneJob)
  .output(z.strictObject({ discarded: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { task, key } = unlessRefused(await discardJob(tx, id));
      const waiting = key?.slice(task.length + 1);
      if (waiting) await WAITING[task]?.(tx, waiting);
      const { id: user_id, session_id } = viewer;
      await recordEvent(tx, { event: "job_discarded", user_id, session_id, reason: task });
      return { discarded: true as const };
    }),
  );

/** What waits for a job of a kind, and would wait forever without it. */
const WAITING: Record<string, (tx: Tx, id: string) => Promise<unknown>> = {
  [sendMessageJob.name]: (tx, id) => giveUp(tx, id),
  [deliverJob.name]: (tx, id) => setDelivery(tx, [id], "over"),
};

type Touched = Awaited<ReturnType<typeof retryJob>>;

function unlessRefused(job: Touched): Exclude<Touched, string> {
  if (job === "gone") throw new AppError("JOB_GONE");
  if (job === "running") throw new AppError("JOB_RUNNING");
  return job;
}

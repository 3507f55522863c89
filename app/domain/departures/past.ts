import { z } from "zod";

/** What an admin read of earlier accounts of a person, and answered about them, where a decision needs it. */
export const Past = z
  .object({
    /** The ids of those that were shown. */
    shown: z.array(z.uuid()).max(500),
    answers: z.array(z.object({ id: z.uuid(), is_same: z.boolean() })).max(500),
  })
  .optional();
export type Past = z.output<typeof Past>;

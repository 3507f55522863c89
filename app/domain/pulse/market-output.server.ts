import { z } from "zod";
import { COUNTED_MODALITIES, SHOWN_STEPS } from "./pulse.ts";

/** `n` of `of` cases; null for a few. */
const Part = z.strictObject({ n: z.int(), of: z.int(), percent: z.int().nullable() }).nullable();
/** Cases; null for one to four. */
const cases = z.int().nullable();
/** A bucket of `after`; null for later than seven days. */
const bucket = z.int().nullable();

export const Market = z.strictObject({
  at: z.date(),
  /** Since when withdrawn cases are counted too. */
  counted_since: z.date().nullable(),
  /** The days of a point: weeks of all cases, four weeks of some. */
  days: z.int(),
  /** The share within 24 hours that the operator wants, in percent. */
  target: z.int(),
  /** The oldest first; without weeks that have not ended, and those in which nobody published. */
  points: z.array(
    z.strictObject({
      from: z.iso.date(),
      published: cases,
      /** Of cases whose time is not over for all the share still rises. */
      day: Part,
      two_days: Part,
      week: Part,
      is_running: z.strictObject({ day: z.boolean(), two_days: z.boolean(), week: z.boolean() }),
    }),
  ),
  /** Of the latest four weeks that are over for 24 hours, and the four before them. */
  latest: Part,
  before: Part,
  total: z.strictObject({
    steps: z.array(z.strictObject({ step: z.enum(SHOWN_STEPS), cases })),
    accepted_week: Part,
    accepted_month: Part,
    /** Over the cases of which seven days are over, `of` them; null where those are few. */
    wait: z.strictObject({ of: z.int(), p50: bucket, p75: bucket, p90: bucket }).nullable(),
  }),
  /** The latest eight weeks by place and modality, most cases without an application first, 15 at most. */
  table_from: z.iso.date().nullable(),
  rows: z.array(
    z.strictObject({
      /** The slug; "" for places that are not recognised. */
      place: z.string(),
      modality: z.enum(COUNTED_MODALITIES),
      published: z.int(),
      day: Part,
      unmet: z.int(),
    }),
  ),
});
export type Market = z.output<typeof Market>;

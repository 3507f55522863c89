import { sql } from "kysely";
import { z } from "zod";
import { pageOf } from "../lists/pages.server.ts";
import { APPEAL_ABOUT, APPEAL_DAYS, APPEAL_OUTCOMES } from "./appeal.ts";

/** An own appeal; both null while nobody decided. */
export const OwnAppeal = z
  .strictObject({ outcome: z.enum(APPEAL_OUTCOMES).nullable(), decision: z.string().nullable() })
  .nullable();

/** The appeal of a person about a review `r`, or about the answer to it. */
export const appealOf = (who: string, about: (typeof APPEAL_ABOUT)[number]) => sql<z.output<typeof OwnAppeal>>`(
  select jsonb_build_object('outcome', o.outcome, 'decision', o.decision) from appeals o
  where o.review_id = r.id and o.by_id = ${who} and o.about = ${about})`;

/** Whether a person may appeal a decision of this time about a review `r`. */
export const canAppeal = (at: ReturnType<typeof sql>, who: string, about: (typeof APPEAL_ABOUT)[number]) =>
  sql<boolean>`coalesce(${at} > now() - ${APPEAL_DAYS} * interval '1 day', false) and not exists (
    select from appeals o where o.review_id = r.id and o.by_id = ${who} and o.about = ${about})`;

const text = z.string().nullable();

export const Appeals = pageOf(
  z.strictObject({
    id: z.uuid(),
    about: z.enum(APPEAL_ABOUT),
    text: z.string(),
    created_at: z.date(),
    by_id: z.uuid(),
    by_name: z.string(),
    review_id: z.uuid(),
    case_id: z.uuid(),
    stars: z.int(),
    comment: text,
    reviewed_at: z.date(),
    patient_name: text,
    kine_name: text,
    reply: text,
    replied_at: z.date().nullable(),
    /** The last edit of what the appeal is about. */
    edited_at: z.date().nullable(),
    is_hidden: z.boolean(),
    /** The reason of the decision that is appealed. */
    reason: text,
    /** The caller decided first and another admin can decide: it waits for them. */
    is_for_another: z.boolean(),
  }),
);

import { z } from "zod";
import { CASE_STATUSES } from "../cases/case.ts";
import { pageOf } from "../lists/pages.server.ts";
import { REPORT_REASONS, SUBJECTS } from "./report.ts";

const text = z.string().nullable();

export const Reports = pageOf(
  z.strictObject({
    id: z.uuid(),
    reason: z.enum(REPORT_REASONS),
    details: text,
    created_at: z.date(),
    decided_at: z.date().nullable(),
    decision: text,
    is_upheld: z.boolean().nullable(),
    /** When the report acted before an admin read it: it removed the badge of a licence. */
    acted_at: z.date().nullable(),
    subject_id: z.uuid(),
    subject: z.enum(SUBJECTS),
    /** null when the program itself filed the report. */
    reporter_id: z.uuid().nullable(),
    case_id: z.uuid().nullable(),
    reporter_name: text,
    decided_by_name: text,
    author_id: z.uuid().nullable(),
    author_name: text,
    author_photo_url: text,
    author_suspended_at: z.date().nullable(),
    /** The author's licence, where the report is about it. */
    author_licence: text,
    /** What was reported, as it was then. */
    title: text,
    text,
    text_now: text,
    /** Whether it was withdrawn or deleted since. */
    is_gone: z.boolean(),
    /** The file of a reported message, while it exists. */
    file: z.strictObject({ url: z.string(), kind: z.enum(["image", "pdf"]) }).nullable(),
    stars: z.int().nullable(),
    reviewed_id: z.uuid().nullable(),
    reviewed_name: text,
    hidden_at: z.date().nullable(),
    is_review_waiting: z.boolean(),
    /** The last edit of a review or an answer. */
    edited_at: z.date().nullable(),
    /** Of a reported answer: its review. */
    replied_review_id: z.uuid().nullable(),
    is_reply_held: z.boolean(),
    is_reply_hidden: z.boolean(),
    case_status: z.enum(CASE_STATUSES).nullable(),
    open_count: z.int(),
  }),
);

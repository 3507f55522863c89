import { z } from "zod";
import { OwnAppeal } from "../appeals/appeal-output.server.ts";
import { pageOf } from "../lists/pages.server.ts";
import { SIGNALS } from "./review-words.ts";

const Review = z.strictObject({
  id: z.uuid(),
  stars: z.int(),
  comment: z.string().nullable(),
  created_at: z.date(),
  /** The two had a booking that was held and not disputed when it was written. */
  has_sessions: z.boolean(),
});

/** The specialist's answer in sight, and when it was written. */
const Answer = { reply: z.string().nullable(), replied_at: z.date().nullable() };
/** By which an answer in sight is reported. */
const reply_id = z.uuid().nullable();

/** The public fields of a review; the author is null when their account is deleted or suspended. */
export const PublicReview = Review.extend({
  patient_name: z.string().nullable(),
  edited_at: z.date().nullable(),
  ...Answer,
  reply_id,
});

/** Each with the own answer, also while it waits for an admin or is hidden. */
export const ReceivedReviews = pageOf(
  PublicReview.omit({ reply_id: true }).extend({
    case_title: z.string(),
    is_reply_held: z.boolean(),
    reply_hidden_reason: z.string().nullable(),
    /** Unanswered, and its author's account exists. */
    can_reply: z.boolean(),
    can_edit_reply: z.boolean(),
    /** The caller's report of it was turned down. */
    is_report_rejected: z.boolean(),
    can_appeal: z.boolean(),
    appeal: OwnAppeal,
    can_appeal_reply: z.boolean(),
    reply_appeal: OwnAppeal,
  }),
).extend({ count: z.int(), average: z.number().nullable(), rating_from: z.int() });

export const DueReviews = pageOf(
  z.strictObject({
    id: z.uuid(),
    case_id: z.uuid(),
    kine_id: z.uuid(),
    name: z.string(),
    specialty: z.string().nullable(),
    photo_url: z.string().nullable(),
    case_title: z.string(),
  }),
);

const Written = Review.extend({
  kine_name: z.string().nullable(),
  hidden_at: z.date().nullable(),
  hidden_reason: z.string().nullable(),
  /** Hidden until an admin has read it. */
  is_waiting: z.boolean(),
  /** A later review of the same patient counts in its place. */
  is_replaced: z.boolean(),
  edited_at: z.date().nullable(),
  /** What an admin asks the author to change. */
  asked_to_edit_for: z.string().nullable(),
  ...Answer,
});
export const OwnReviews = pageOf(
  Written.extend({
    case_title: z.string(),
    can_edit: z.boolean(),
    reply_id,
    can_appeal: z.boolean(),
    appeal: OwnAppeal,
  }),
);
export const ListedReviews = pageOf(
  Written.extend({
    case_id: z.uuid(),
    patient_id: z.uuid().nullable(),
    kine_id: z.uuid().nullable(),
    patient_name: z.string().nullable(),
    reply_edited_at: z.date().nullable(),
    is_reply_held: z.boolean(),
    reply_hidden_reason: z.string().nullable(),
    /** What the author wrote before, the first version first, one a line. */
    earlier_versions: z.string().nullable(),
    signals: z.array(z.enum(SIGNALS)),
  }),
);
export const HeldReplies = pageOf(
  Review.extend({
    patient_name: z.string().nullable(),
    kine_name: z.string(),
    reply: z.string(),
    replied_at: z.date(),
    reply_edited_at: z.date().nullable(),
  }),
);

export const ReviewTotals = z.strictObject({
  count: z.int(),
  average: z.number().nullable(),
  /** Those that wait for an admin, and those that one hid; up to a thousand of each. */
  waiting: z.int(),
  hidden: z.int(),
});

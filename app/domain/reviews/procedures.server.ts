import * as ownReview from "./own-review.server.ts";
import * as replies from "./replies.server.ts";
import { reviewList } from "./review-list.server.ts";
import * as reviews from "./reviews.server.ts";

/** The procedures of reviews, as the API names them. */
export const reviewProcedures = {
  create: reviews.create,
  edit: ownReview.edit,
  withdraw: ownReview.withdraw,
  reply: replies.reply,
  editReply: replies.editReply,
  heldReplies: replies.heldReplies,
  received: reviews.received,
  pending: reviews.pending,
  mine: reviews.mine,
  list: reviewList,
  totals: reviews.totals,
};

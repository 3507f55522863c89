import * as answers from "./answers.server.ts";
import * as bookings from "./bookings.server.ts";

/** The procedures of bookings, as the API names them. */
export const bookingProcedures = {
  preview: bookings.preview,
  book: bookings.book,
  confirm: answers.confirm,
  decline: answers.decline,
  propose: answers.propose,
  answer: answers.answer,
  move: answers.move,
  cancel: answers.cancel,
  mark: answers.mark,
  dispute: answers.dispute,
  mine: bookings.mine,
};

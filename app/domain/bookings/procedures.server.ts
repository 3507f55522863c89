import * as times from "../agendas/agenda-times.server.ts";
import * as agendas from "../agendas/agendas.server.ts";
import * as calendars from "../calendars/calendar-feeds.server.ts";
import * as answers from "./answers.server.ts";
import * as bookings from "./bookings.server.ts";

/** The procedures of bookings. */
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

/** The procedures of calendar feeds. */
export const calendarProcedures = { feeds: calendars.feeds, create: calendars.create, revoke: calendars.revoke };

/** The procedures of agendas. */
export const agendaProcedures = {
  mine: agendas.mine,
  save: agendas.save,
  confirm: agendas.confirm,
  savePlace: agendas.savePlace,
  retirePlace: agendas.retirePlace,
  block: agendas.block,
  unblock: agendas.unblock,
  slots: times.slots,
  week: times.week,
};

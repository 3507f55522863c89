import type { Services } from "../api/services.server.ts";
import { answerMessageRequestJob } from "../auth/flows/links/email-link-requests.server.ts";
import { agendaNextJob } from "../domain/agendas/agenda-next.server.ts";
import { removeFilesJob } from "../domain/accounts/delete.server.ts";
import { authorisationLevelJob } from "../domain/treatments/authorisation-levels.server.ts";
import { bookingLevelJob } from "../domain/bookings/booking-levels.server.ts";
import { calendarEntryJob } from "../domain/calendars/keep-calendar.server.ts";
import { askConfirmationJob } from "../domain/confirmations/ask.server.ts";
import { applyDecisionJob } from "../domain/held-decisions/apply-held.server.ts";
import { offerLapseJob } from "../domain/matches/lapse-offer.server.ts";
import { seatFreeJob, seatKeptJob } from "../domain/matches/seats.server.ts";
import { treatmentLevelJob } from "../domain/treatments/treatment-levels.server.ts";
import { tellMovedJob } from "../domain/moved-rows/tell.server.ts";
import { deliverJob } from "../domain/notifications/deliver.server.ts";
import { sendDigestJob } from "../domain/notifications/digest.server.ts";
import { closePushJob } from "../domain/push/close-push.server.ts";
import { pushAgainJob } from "../domain/push/push-again.server.ts";
import { caseLevelJob } from "../domain/service-levels/case-levels.server.ts";
import { matchLevelJob } from "../domain/service-levels/match-levels.server.ts";
import { reportLevelJob, requestLevelJob } from "../domain/service-levels/queue-levels.server.ts";
import type { Job } from "../platform/jobs.server.ts";
import { sendMessageJob } from "../platform/mail/mail.server.ts";

/** Every kind of job. A job without its line here waits forever. */
export const jobs: readonly Job<Services>[] = [
  agendaNextJob,
  answerMessageRequestJob,
  applyDecisionJob,
  askConfirmationJob,
  authorisationLevelJob,
  bookingLevelJob,
  calendarEntryJob,
  caseLevelJob,
  closePushJob,
  deliverJob,
  matchLevelJob,
  offerLapseJob,
  pushAgainJob,
  removeFilesJob,
  reportLevelJob,
  requestLevelJob,
  seatFreeJob,
  seatKeptJob,
  sendDigestJob,
  sendMessageJob,
  tellMovedJob,
  treatmentLevelJob,
];

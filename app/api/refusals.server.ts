import { ORPCError, ValidationError } from "@orpc/server";
import { z } from "zod";
import { isDatabaseAway } from "../platform/database/database.server.ts";
import { isFolderAway } from "../platform/storage/folder-storage.server.ts";
import { AppError } from "../shared/app-error.server.ts";
import type { ErrorCode } from "../shared/errors.ts";
import { allErrors } from "../shared/server-errors.server.ts";
import type { Context } from "./request-context.server.ts";

// Validation rules without a message of their own would answer in English.
z.config({ customError: () => allErrors.BAD_INPUT.message });

/** Error code for each database constraint, by constraint name. */
const RULES: Record<string, ErrorCode> = {
  matches_case_id_kine_id_key: "ALREADY_APPLIED",
  matches_case_id_fkey: "CASE_NOT_FOUND",
  applications_made_case_id_fkey: "CASE_NOT_FOUND",
  matches_within_a_day: "TOO_MANY_APPLICATIONS",
  matches_need_a_case_in_course: "CASE_CLOSED",
  matches_decided_once: "MATCH_DECIDED",
  matches_by_approved_kines: "NOT_ALLOWED",
  licences_verified_key: "LICENSE_TAKEN",
  licences_are_read: "LICENSE_UNREAD",
  star_answers_once: "PROFILE_CHANGED",
  licences_kine_id_key: "ALREADY_DONE",
  licences_at_most_ten: "TOO_MANY_LICENCES",
  licences_stay_as_declared: "BAD_INPUT",
  licences_withdrawn_once: "NOT_FOUND",
  matches_by_checked_kines: "LICENSE_UNCHECKED",
  matches_take_a_seat: "CASE_FULL",
  matches_lapsed: "OFFER_LAPSED",
  seat_queue_case_id_fkey: "CASE_NOT_FOUND",
  matches_go_by_their_kine: "NOT_ALLOWED",
  matches_end_by_their_patient: "NOT_ALLOWED",
  matches_need_an_offered_case: "CASE_NOT_FOUND",
  matches_of_the_suspended_wait: "NOT_FOUND",
  cases_open_matched_closed: "CASE_NOT_MATCHED",
  cases_change_while_open: "CASE_NOT_OPEN",
  cases_change_by_their_patient: "NOT_ALLOWED",
  cases_need_consent: "CONSENT_NEEDED",
  matches_need_consent: "CASE_NOT_FOUND",
  reviews_case_id_kine_id_key: "ALREADY_REVIEWED",
  reviews_withdrawn_once: "ALREADY_REVIEWED",
  reviews_settle_in_seven_days: "REVIEW_SETTLED",
  review_versions_at_most_ten: "TOO_MANY_EDITS",
  review_replies_pkey: "ALREADY_REPLIED",
  review_replies_of_their_specialist: "NOT_FOUND",
  review_replies_settle_in_48_hours: "REPLY_SETTLED",
  appeals_once: "ALREADY_APPEALED",
  appeals_of_decisions: "NOT_FOUND",
  appeals_within_14_days: "APPEAL_OVER",
  appeals_decided_once: "ALREADY_DONE",
  appeals_decided_by_another: "OTHER_ADMIN_DECIDES",
  reviews_of_accepted_in_closed_case: "REVIEW_NOT_DUE",
  profiles_license_number_key: "LICENSE_TAKEN",
  licences_value_key: "LICENSE_TAKEN",
  applications_decided_once: "APPLICATION_DECIDED",
  profiles_change_by_review: "NOT_ALLOWED",
  profile_changes_of_kines: "NOT_ALLOWED",
  calendar_feeds_at_most_two: "TOO_MANY_CALENDARS",
  words_of_the_program_stay: "ALREADY_DONE",
  last_admin_stays: "LAST_ADMIN",
  admins_are_approved: "NOT_APPROVED_YET",
  admins_confirmed_their_address: "NOT_APPROVED_YET",
  only_admins: "NOT_ALLOWED",
  new_admins_wait: "NEW_ADMIN",
  nobody_suspends_themselves: "OWN_ACCOUNT",
  suspensions_one_at_a_time: "ALREADY_DONE",
  matches_need_no_block: "CASE_NOT_FOUND",
  matches_wait_for_the_unblocking: "UNBLOCK_FIRST",
  matches_of_the_blocked_wait: "NOT_FOUND",
  messages_of_their_people: "NOT_FOUND",
  messages_while_open: "CONVERSATION_CLOSED",
  messages_need_consent: "CONSENT_NEEDED",
  messages_at_most_30_a_minute: "TOO_MANY_REQUESTS",
  messages_20_files_a_day: "TOO_MANY_FILES",
  messages_open_ten_a_day: "TOO_MANY_CONVERSATIONS",
  reports_once_as_read: "ALREADY_REPORTED",
  reports_once_while_open: "ALREADY_REPORTED",
  reports_not_of_oneself: "OWN_THING",
  reports_of_things_there: "NOT_FOUND",
  coverages_in_use: "COVERAGE_RETIRED",
  kine_coverages_coverage_id_fkey: "COVERAGE_RETIRED",
  coverages_short_key: "COVERAGE_TAKEN",
  coverages_code_key: "COVERAGE_TAKEN",
  coverage_answers_case_id_kine_id_key: "ALREADY_DONE",
  coverage_answers_of_closed_cases: "NOT_FOUND",
  practice_facts_of_kines: "NOT_ALLOWED",
  handles_look_key: "HANDLE_TAKEN",
  handles_not_reserved: "HANDLE_TAKEN",
  handles_closed_for_a_year: "HANDLE_TAKEN",
  handles_current_key: "HANDLE_TAKEN",
  handles_change_once_in_90_days: "HANDLE_CHANGED_LATELY",
  handles_of_kines: "NOT_ALLOWED",
  booking_claims_one_at_a_time: "SLOT_TAKEN",
  bookings_of_the_accepted: "AGENDA_OFF",
  bookings_keep_their_course: "BOOKING_OVER",
  bookings_noted_within_30_days: "SESSION_TOO_OLD",
  bookings_noted_since_the_acceptance: "SESSION_TOO_EARLY",
  bookings_noted_once_a_day: "SESSION_THERE",
  bookings_noted_are_held: "BOOKING_OVER",
  measures_need_consent: "CONSENT_NEEDED",
  measures_of_their_patient: "NOT_ALLOWED",
  measure_activities_are_fixed: "LIST_CHANGED",
  treatments_end_once: "TREATMENT_OVER",
  authorisations_never_overlap: "AUTHORISATION_OVERLAPS",
  authorisations_at_most_40: "TOO_MANY_AUTHORISATIONS",
  authorisations_coverage_id_fkey: "COVERAGE_RETIRED",
  bookings_marked_once_begun: "NOT_STARTED",
  bookings_marked_within_a_week: "MARK_CLOSED",
};

/** Maps any thrown value to an error of the catalogue. Unknown errors are logged; their answer carries only the request id. */
export function toAppError(error: unknown, { services, requestId }: Pick<Context, "services" | "requestId">): AppError {
  const refusal = asRefusal(error);
  if (refusal) return refusal;
  if (isFolderAway(error)) {
    services.log.error({ err: error, requestId }, "the file store fails");
    return new AppError("UNAVAILABLE");
  }
  services.log.error({ err: error, requestId }, "request failed");
  return new AppError("INTERNAL_SERVER_ERROR", undefined, { request_id: requestId });
}

/** Runs a procedure, in its own span when tracing is on. Throws only errors of the catalogue. */
export async function calling<T>(context: Context, path: readonly string[], work: () => Promise<T>): Promise<T> {
  const refusing = () =>
    work().catch((error: unknown) => {
      throw toAppError(error, context);
    });
  const { traces } = context.services;
  return traces ? traces.procedure(path.join("."), refusing) : refusing();
}

/** The catalogue's error of a thrown value that is a refusal, as by a rule of the database; null for a fault. */
export function asRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof ORPCError) {
    const issue = error.cause instanceof ValidationError ? error.cause.issues[0]?.message : undefined;
    if (error.code === "BAD_REQUEST") return new AppError("BAD_INPUT", issue);
    if (error.code === "PAYLOAD_TOO_LARGE") return new AppError("FILE_TOO_LARGE");
  }
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  const rule = constraint && RULES[constraint];
  if (rule) return new AppError(rule);
  // Text that PostgreSQL cannot store (a NUL byte), or a value that fails a check constraint, is the client's error.
  if (code === "22021" || code === "22P02" || code === "22P05" || code === "23514") return new AppError("BAD_INPUT");
  // Foreign key violation: the referenced row does not exist, or no longer.
  if (code === "23503") return new AppError("NOT_FOUND");
  return isDatabaseAway(error) ? new AppError("UNAVAILABLE") : null;
}

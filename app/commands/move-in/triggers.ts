import type pg from "pg";
import { quoted } from "../../../db/catalogue.ts";

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Triggers that stay on: what they derive from a row is part of it, or goes with it. */
const DERIVE = names(`
  profiles_link_words cases_link_words roles_carry_the_name profiles_start_with_licences licences_keep_their_course handles_are_closed
  directory_follows_insert directory_follows_update directory_follows_delete directory_departs directory_names_change
  cases_take_their_clock matches_take_their_clock kine_applications_take_their_clock reports_take_their_clock former_addresses_are_kept
  free_seats_take_their_job kept_seats_take_their_job offers_take_their_job deliveries_go_with_their_notification names_reach_the_roles
  audit_events_are_chained audit_chain_stays audit_chain_is_not_emptied audit_events_stay audit_events_are_not_emptied audit_head_stays
  audit_head_is_not_emptied audit_reasons_stay bookings_claim_their_time ended_roles_are_kept`);

/** Triggers that are off while `recount()` does the same for all rows at the end. */
const RECOUNTED = names(`
  people_are_tallied approvals_are_tallied departures_are_tallied suspensions_are_tallied kine_roles_given_are_tallied
  kine_roles_changed_are_tallied kine_roles_taken_are_tallied reviews_are_tallied reviews_changed_are_tallied roles_are_counted
  cases_are_counted cases_changed_are_counted case_places_are_counted case_places_changed_are_counted kine_places_are_counted
  kine_places_changed_are_counted matches_are_counted profiles_are_counted`);

/** Triggers that are off because they tell people, schedule something, note for restored backups or serialise writers. */
const TELL = names(`
  accounts_gone_are_noted admin_views_are_told approval_is_told blocks_are_noted blocks_are_told
  cases_gone_are_noted cases_gone_are_told
  confirmed_people_are_ranked deleted_sessions_are_told ended_mails_are_noted ended_mails_changed_are_noted
  ended_sessions_are_told evidence_is_dropped factors_gone_are_noted hidden_reading_is_noted hidden_reviews_are_told
  identities_gone_are_noted kine_applications_are_followed kine_applications_are_notified kine_applications_are_told
  kine_applications_end_notifications kine_applications_taken_up_are_followed kine_applications_taken_up_are_notified licences_are_queued
  licences_change_in_turn licences_start_in_turn matches_gone_are_told message_files_are_dropped
  calendar_feeds_gone_are_noted
  notifications_are_told notifications_read_are_told passkeys_gone_are_noted
  passwords_are_noted profile_changes_are_told pushes_are_closed pushes_of_the_gone_are_closed recovery_codes_replaced_are_noted
  recovery_codes_used_are_noted reports_are_followed reports_are_notified reports_are_told reports_end_notifications reviews_are_notified
  reviews_are_told roles_are_noted roles_changed_are_noted seats_left_are_followed
  settings_are_told studies_are_dropped studies_gone_are_noted suspensions_are_noted user_roles_are_told waiting_reviews_are_queued
  withdrawals_are_noted withdrawn_reviews_are_noted`);

/** Triggers that are off because they hold the way a row takes; what it leads to is checked by `courseProblems` at the end. */
const COURSE = names(`
  acceptance_matches_the_case acceptances_taken_back_open_the_case approval_is_decided_once blocks_keep_the_title
  case_coverages_need_consent cases_change_while_open cases_go_while_open cases_in_course_are_awake cases_keep_their_course
  cases_need_consent changes_end_with_their_session closings_have_a_time closings_keep_contacts confirmed_people_reserve_licences
  consent_texts_stay consents_follow_their_text consents_stay consents_take_effect coverage_answers_follow_a_closed_case
  denials_open_a_dispute departure_opens_the_case email_is_shown_in_the_profile false_licences_are_doubted
  first_licences_have_one_holder handles_are_free handles_change_once_in_90_days handles_of_kines kine_applications_taken_up_are_new
  kine_coverages_are_in_use kine_coverages_stay_disputed kine_roles_wait_for_a_check last_admin_stays licences_are_shown
  licences_become_first matches_go_while_proposed matches_keep_their_course matches_start_their_course
  merged_coverages_take_what_patients_said messages_keep_their_course patient_coverages_need_consent practice_facts_of_kines
  price_range_follows_prices prices_set_the_range profile_changes_of_kines
  profile_versions_rise profiles_declare_licences profiles_follow_consents profiles_show_what_was_checked profiles_start_unchecked
  push_subscriptions_at_most_ten pushes_end_with_their_session rejected_reports_give_back rejection_frees_the_licence
  reports_go_with_who_said_it reports_keep_their_course requests_hold_licences restored_as_written reviews_follow_a_closed_case
  reviews_hidden_by_admins reviews_hidden_replace_nothing reviews_replace_earlier_ones reviews_start_in_sight reviews_weigh_their_author
  settings_by_admins shown_reviews_wait_no_more study_views_stay suspended_as_written suspended_have_no_session suspension_ends_sessions
  suspensions_are_kept suspensions_by_admins verified_licences_have_one_holder withdrawn_consents_take_coverages words_are_decided_by_admins
  bookings_are_of_the_accepted bookings_keep_their_course review_replies_keep_their_course reviews_withdrawn_once
  appeals_keep_their_course treatments_keep_their_course authorisations_never_overlap authorisations_are_in_use
  cases_leave_what_counts`);

/** What each trigger does while rows are moved in. */
export const TRIGGERS = { derive: DERIVE, recounted: RECOUNTED, tell: TELL, course: COURSE } as const;

/** Disables, in the caller's transaction, the triggers that neither derive nor go with a row. Returns the statements that enable them again. */
export async function quietTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; fires: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, t.tgname as name,
      case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as fires
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname in ('public', 'auth') and t.tgname <> all ($1)`,
    [DERIVE],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${quoted(name)}`);
  return rows.map(({ table, name, fires }) => `alter table ${table} ${fires} trigger ${quoted(name)}`);
}

import type pg from "pg";
import { quoted } from "../../../db/catalogue.ts";

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Triggers that stay on: what they derive from a row is part of it, or goes with it. */
const DERIVE = names(`
  audit_chain_is_not_emptied audit_chain_stays audit_events_are_chained audit_events_are_not_emptied audit_events_stay audit_head_stays
  audit_reasons_stay bookings_claim_their_time cases_link_words cases_take_their_jobs directory_departs directory_follows_delete
  directory_follows_insert directory_follows_update directory_names_change ended_roles_are_kept former_addresses_are_kept handles_are_closed
  licences_keep_their_course matches_take_their_jobs names_reach_the_roles profiles_link_words profiles_start_with_licences
  roles_keep_their_course`);

/** Triggers that are off while `settle` counts, or leaves to the directory, all rows at the end. */
const RECOUNTED = names(`
  case_places_are_counted cases_are_counted count_departure count_reviews directory_follows kine_places_are_counted matches_are_counted
  profiles_are_counted roles_are_counted`);

/** Triggers that are off because they tell people, schedule something, note for restored backups or serialise writers. */
const TELL = names(`
  kine_applications_leave_their_queue message_files_are_dropped notifications_end publish_admin_view tombstone_accounts
  tombstone_calendar_feed tombstone_ended_mails tombstone_factor tombstone_hidden_reading tombstone_identity tombstone_passkey
  tombstone_replaced_recovery_codes tombstone_used_recovery_codes`);

/** Triggers that are off because they hold the way a row takes; what it leads to is checked by `courseProblems` at the end. */
const COURSE = names(`
  appeals_keep_their_course authorisations_keep_their_course blocks_take_effect bookings_keep_their_course case_coverages_need_consent
  cases_keep_their_course cases_take_effect consent_texts_stay consents_keep_their_course consents_take_effect
  coverage_answers_follow_a_closed_case denials_open_a_dispute handles_keep_their_course kine_coverages_keep_their_course
  licences_take_effect matches_keep_their_course matches_take_effect measure_activities_keep_their_course measures_keep_their_course
  merged_coverages_take_what_patients_said messages_keep_their_course patient_coverages_need_consent practice_facts_of_kines
  prices_set_the_range profile_changes_keep_their_course profiles_declare_licences profiles_keep_their_course profiles_take_effect
  push_subscriptions_at_most_ten reports_keep_their_course reports_take_effect requests_hold_licences review_replies_keep_their_course
  reviews_keep_their_course reviews_take_effect roles_take_effect sessions_end settings_by_admins study_views_stay suspended_have_no_session
  suspensions_are_kept suspensions_by_admins treatments_keep_their_course users_reach_their_profile verified_licences_have_one_holder
  words_are_decided_by_admins`);

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

-- Stars of a deleted account pass where an admin says that both are the same person, and come back where one says that they are not.

-- What admins answered about a departure and an account, with the stars that pass: those that count in the order, and those that are shown. Without a
-- departure they passed before anybody was asked and their departure is not known, or it has expired.
create table star_answers (
  id uuid default uuid_v7() primary key,
  kine_id uuid not null references profiles (id) on delete cascade,
  departure_id uuid references departures (id) on delete set null,
  is_same boolean not null,
  count integer not null,
  stars integer not null,
  shown_count integer not null,
  shown_stars integer not null,
  at timestamptz not null,
  constraint star_answers_key unique (kine_id, departure_id),
  constraint star_answers_counts check (count >= 0 and stars between count and 5 * count and shown_count >= count
    and shown_stars between shown_count and 5 * shown_count)
);
create index star_answers_departure_id_idx on star_answers (departure_id);
create unique index star_answers_once on star_answers (departure_id) where is_same;

insert into star_answers (kine_id, departure_id, is_same, count, stars, shown_count, shown_stars, at)
  select i.kine_id, (select d.id from departure_authors a join departures d on d.id = a.departure_id where a.kine_id = i.kine_id
      order by d.left_at desc, d.id limit 1), true, i.count, i.stars, i.shown_count, i.shown_stars, i.at from inherited_stars i;
-- Several departures went into one sum: one of them stands for all.
delete from departure_authors a using departure_authors o, star_answers s
  where s.kine_id = a.kine_id and o.kine_id = a.kine_id and o.hash = a.hash and a.departure_id <> s.departure_id
    and (o.departure_id = s.departure_id or o.departure_id > a.departure_id and a.departure_id <> o.departure_id);
update departure_authors a set departure_id = s.departure_id from star_answers s where a.kine_id = s.kine_id and a.departure_id <> s.departure_id;
update departures d set review_count = s.shown_count + r.n, review_stars = s.shown_stars + r.stars,
    ranked_count = s.count + r.ranked_n, ranked_stars = s.stars + r.ranked_stars
  from star_answers s cross join lateral (select count(*) as n, coalesce(sum(a.stars), 0) as stars, count(*) filter (where a.is_ranked) as ranked_n,
      coalesce(sum(a.stars) filter (where a.is_ranked), 0) as ranked_stars
    from departure_authors a where a.kine_id = s.kine_id and a.is_replaced) r
  where d.id = s.departure_id;

drop table inherited_stars;
create view inherited_stars as
  select kine_id, sum(count)::integer as count, sum(stars)::integer as stars, max(at) as at,
    sum(shown_count)::integer as shown_count, sum(shown_stars)::integer as shown_stars
  from star_answers where is_same group by kine_id;

-- The program of before calls it at a check.
create or replace function inherit_stars(_kine uuid, _keys jsonb) returns void language sql as '';

-- A change that waits and asks for the number that the profile had asks for the one that an admin wrote meanwhile.
create or replace function public.profiles_take_effect() returns trigger language plpgsql as $function$
begin
  if tg_op = 'DELETE' then
    <<reports_go_with_who_said_it>>
    begin
      update reports set said_by = null where said_by = old.id and review_id is not null and exists (select from reviews where id = review_id);
      delete from reports where said_by = old.id;
    end reports_go_with_who_said_it;
  end if;
  if tg_op = 'UPDATE' and new.license_number is distinct from old.license_number then
    <<changes_keep_the_licence>>
    begin
      update profile_changes set license_number = new.license_number
        where kine_id = new.id and rejected_at is null and license_number is not distinct from old.license_number;
    end changes_keep_the_licence;
  end if;
  if tg_op = 'UPDATE' and ((new.suspended_at IS DISTINCT FROM old.suspended_at) AND (new.suspended_at IS NOT NULL)) then
    <<suspension_ends_sessions>>
    begin
      -- A sign-in under way holds this row by its foreign key: it is waited for, and its session ends here too.
      perform from auth.users where id = new.id for update;
      update auth.sessions set ended_at = now(), end_reason = 'suspended' where user_id = new.id and ended_at is null;
    end suspension_ends_sessions;
  end if;
  if tg_op = 'UPDATE' and ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL)) then
    <<tombstone_suspensions>>
    declare
      state constant text[] := array['suspended', 'restored'];
    begin
      if new.suspended_at is not null then
        perform note_state('suspended', state, new.id::text);
      elsif is_noted(state, new.id::text) then
        perform note_state('restored', state, new.id::text);
      end if;
    end tombstone_suspensions;
  end if;
  return null;
end $function$;
create or replace trigger profiles_take_effect after delete or update of approval_status, license_number, suspended_at on profiles for each row execute function profiles_take_effect();

alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event check (event in (
  'past_confirmed', 'past_denied', 'job_retried', 'job_discarded', 'mail_state_cleared', 'invitation_sent', 'appeal_decided', 'review_edit_asked',
  'reply_hidden', 'reply_shown', 'moved_in', 'password_upgraded', 'person_read', 'case_read', 'profile_published', 'licence_changed',
  'account_claimed', 'account_recovered', 'way_in_kept', 'way_in_disowned', 'email_restored', 'case_answered_by_link', 'unsubscribed_by_link',
  'list_exported', 'facts_confirmed_by_link', 'coverage_disputed', 'coverage_dispute_decided', 'coverage_saved', 'coverage_merged',
  'coverage_retired', 'coverage_restored', 'licence_added', 'licence_withdrawn', 'licence_verified', 'licence_doubted', 'licence_deactivated',
  'setting_changed', 'profile_change_asked', 'profile_change_withdrawn', 'profile_change_decided', 'application_reopened', 'audit_exported',
  'health_consent_given', 'health_consent_withdrawn', 'data_exported', 'signed_up', 'signed_in', 'sign_in_refused', 'signed_out', 'session_ended',
  'refresh_token_reused', 'password_changed', 'email_change_asked', 'email_changed', 'recovery_asked', 'identity_linked', 'identity_unlinked',
  'factor_added', 'factor_removed', 'factor_verified', 'recovery_codes_made', 'recovery_codes_used', 'passkey_added', 'passkey_removed',
  'role_assigned', 'application_decided', 'account_created_by_admin', 'account_deleted', 'keys_rotated', 'account_suspended', 'account_restored',
  'review_hidden', 'review_shown', 'case_closed_by_admin', 'report_decided')) not valid;

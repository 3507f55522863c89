-- What breaks the terms is reported, and an admin suspends accounts, hides reviews and closes cases, each with a reason.
-- Nothing is deleted: what was suspended or hidden comes back as it was.

-- ── Accounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table profiles add column suspended_at timestamptz;
comment on column profiles.suspended_at is 'as its open row in suspensions has it; null for whoever may act';

create table suspensions (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles (id) on delete cascade,
  reason text not null check (char_length(btrim(reason)) between 1 and 500),
  suspended_at timestamptz not null default now(),
  suspended_by uuid references profiles (id) on delete set null,
  restored_at timestamptz,
  restored_by uuid references profiles (id) on delete set null,
  restored_reason text check (char_length(btrim(restored_reason)) between 1 and 500),
  constraint suspensions_end_has_reason check ((restored_at is null) = (restored_reason is null))
);
create unique index suspensions_one_at_a_time on suspensions (user_id) where restored_at is null;
create index suspensions_user_id_idx on suspensions (user_id);
create index suspensions_suspended_by_idx on suspensions (suspended_by);
create index suspensions_restored_by_idx on suspensions (restored_by);

-- Whoever is suspended has no role: not in lists, not in applying, not in deciding over others.
create or replace function has_role(_user_id uuid, _role app_role) returns boolean
  language sql stable
  return exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = _user_id and r.role = _role and p.approval_status = 'approved' and p.suspended_at is null
  );

create function suspensions_by_admins() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Their people may leave; for the rest, a suspension only ends.
    if (new.id, new.user_id, new.reason, new.suspended_at) is distinct from (old.id, old.user_id, old.reason, old.suspended_at)
      or (new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null)
      or (old.restored_at is not null and (new.restored_at, new.restored_reason) is distinct from (old.restored_at, old.restored_reason)) then
      perform refuse('suspensions_stay_as_written', 'a suspension only ends, once');
    end if;
    if old.restored_at is not null or new.restored_at is null then
      return new;
    end if;
  elsif new.restored_at is not null then
    perform refuse('suspensions_stay_as_written', 'a suspension starts before it ends');
  end if;
  if viewer_id() = new.user_id then
    perform refuse('nobody_suspends_themselves', 'nobody decides over their own account');
  end if;
  if exists (select from user_roles where user_id = new.user_id and role = 'admin') then
    -- As a change of roles does: two admins cannot suspend each other at once.
    lock table user_roles in share row exclusive mode;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin suspends and restores');
  end if;
  return new;
end $$;
create trigger suspensions_by_admins before insert or update on suspensions
  for each row execute function suspensions_by_admins();

create function suspensions_are_kept() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update profiles set suspended_at = null where id = old.user_id and old.restored_at is null;
  else
    update profiles set suspended_at = case when new.restored_at is null then new.suspended_at end
      where id = new.user_id and (tg_op = 'INSERT' or new.restored_at is distinct from old.restored_at);
  end if;
  return null;
end $$;
create trigger suspensions_are_kept after insert or update or delete on suspensions
  for each row execute function suspensions_are_kept();

create function suspended_as_written() returns trigger
  language plpgsql as $$
begin
  if new.suspended_at is distinct from
    (select suspended_at from suspensions where user_id = new.id and restored_at is null) then
    perform refuse('suspended_as_written', 'an account is suspended by a row of suspensions');
  end if;
  if new.suspended_at is not null and has_role(new.id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> new.id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin is not suspended');
  end if;
  return new;
end $$;
create trigger suspended_as_written before insert or update of suspended_at on profiles
  for each row when (new.suspended_at is not null)
  execute function suspended_as_written();
create trigger restored_as_written before update of suspended_at on profiles
  for each row when (old.suspended_at is not null and new.suspended_at is null)
  execute function suspended_as_written();

-- The last admin is the last who may act.
create or replace function last_admin_stays() returns trigger
  language plpgsql as $$
begin
  if not exists (select from user_roles where role = 'admin' and user_id <> old.user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  return old;
end $$;

alter table auth.sessions drop constraint sessions_end_reason, add constraint sessions_end_reason
  check (end_reason in ('signed_out', 'password_changed', 'refresh_token_reused', 'expired', 'suspended'));

create function suspension_ends_sessions() returns trigger
  language plpgsql as $$
begin
  if new.suspended_at is not null then
    -- A sign-in under way holds this row by its foreign key: it is waited for, and its session ends here too.
    perform from auth.users where id = new.id for update;
    update auth.sessions set ended_at = now(), end_reason = 'suspended' where user_id = new.id and ended_at is null;
  end if;
  perform tell(new.id::text, 'person');
  perform tell('admins', 'counts');
  perform tell(c.patient_id::text, 'case', c.id) from matches m join cases c on c.id = m.case_id
    where m.kine_id = new.id and m.status = 'proposed' and c.patient_id is not null;
  if exists (select from cases where patient_id = new.id and status <> 'closed') then
    perform tell('kines', 'cases');
  end if;
  return null;
end $$;
create trigger suspension_ends_sessions after update of suspended_at on profiles
  for each row when (new.suspended_at is distinct from old.suspended_at)
  execute function suspension_ends_sessions();

create function suspended_have_no_session() returns trigger
  language plpgsql as $$
begin
  if exists (select from profiles where id = new.user_id and suspended_at is not null) then
    perform refuse('suspended_have_no_session', 'a suspended account does not sign in');
  end if;
  return null;
end $$;
-- Triggers fire in the order of their names: after the foreign key's, which has waited for a suspension under way.
create trigger suspended_have_no_session after insert on auth.sessions
  for each row execute function suspended_have_no_session();

-- Specialists to choose from are those approved and not suspended.
create or replace function approvals_are_tallied() returns trigger
  language plpgsql as $$
begin
  if exists (select from user_roles where user_id = old.id and role = 'kine') then
    perform tally('specialists', coalesce(new.approval_status = 'approved' and new.suspended_at is null, false)::int
      - (old.approval_status = 'approved' and old.suspended_at is null)::int);
  end if;
  return old;
end $$;
create trigger suspensions_are_tallied after update of suspended_at on profiles
  for each row when ((new.suspended_at is null) <> (old.suspended_at is null) and new.approval_status = old.approval_status)
  execute function approvals_are_tallied();

create or replace function kine_roles_are_tallied() returns trigger
  language plpgsql as $$
declare
  counts boolean;
begin
  select approval_status = 'approved' and suspended_at is null into counts
    from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  if counts then
    perform tally('specialists', coalesce(new.role = 'kine', false)::int - coalesce(old.role = 'kine', false)::int);
  end if;
  return null;
end $$;

-- ── Applications and cases ────────────────────────────────────────────────────────────────────────────────────────────
-- As before; of a suspended patient no case is offered, and no suspended specialist is picked.
create or replace function matches_keep_their_course() returns trigger
  language plpgsql as $$
declare
  the_case cases;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
      perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
    end if;
    if new.status = old.status then
      return new;
    end if;
    if old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
  elsif new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if new.status = 'accepted' and exists (select from profiles where id = new.kine_id and suspended_at is not null) then
    perform refuse('matches_of_the_suspended_wait', 'a suspended specialist is not picked');
  end if;
  if tg_op = 'INSERT' then
    if new.kine_id = the_case.patient_id then
      perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
    end if;
    if not has_role(new.kine_id, 'kine') then
      perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
    end if;
    if exists (select from profiles where id = the_case.patient_id and suspended_at is not null) then
      perform refuse('matches_need_an_offered_case', 'a case of a suspended patient is not offered');
    end if;
  end if;
  return new;
end $$;

alter table cases
  add column closed_reason text check (char_length(btrim(closed_reason)) between 1 and 500),
  add constraint cases_closed_reason_of_closed check (closed_reason is null or status = 'closed');
comment on column cases.closed_reason is 'why an admin closed it; null where its patient did';

-- As before, and closed by an admin from any state, who says why.
create or replace function cases_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      perform refuse('cases_start_open', 'a case starts open');
    end if;
    return new;
  end if;
  if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
    perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
  end if;
  if new.closed_reason is distinct from old.closed_reason and new.patient_id is not null then
    if new.status = old.status or new.closed_reason is null then
      perform refuse('cases_closed_reason_stays', 'why a case was closed is said when it is closed');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin closes a case that is not theirs');
    end if;
    return new;
  end if;
  if new.status <> old.status then
    if old.status = 'open' and new.status = 'matched' then
      if not exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
      end if;
    elsif old.status = 'matched' and new.status = 'open' then
      if exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_open_matched_closed', 'a case with an accepted specialist does not open again');
      end if;
    elsif not (old.status = 'matched' and new.status = 'closed') then
      perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
    end if;
  end if;
  return new;
end $$;

create function closings_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(kine_id::text, 'application', new.id) from matches where case_id = new.id;
  return null;
end $$;
create trigger closings_are_told after update of status on cases
  for each row when (new.closed_reason is not null and old.status <> 'closed')
  execute function closings_are_told();

-- ── Reviews ───────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table reviews
  add column hidden_at timestamptz,
  add column hidden_reason text check (char_length(btrim(hidden_reason)) between 1 and 500),
  add constraint reviews_hidden_has_reason check ((hidden_at is null) = (hidden_reason is null));

create function reviews_hidden_by_admins() returns trigger
  language plpgsql as $$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin hides and shows a review');
  end if;
  return new;
end $$;
create trigger reviews_hidden_by_admins before update of hidden_at, hidden_reason on reviews
  for each row when ((new.hidden_at, new.hidden_reason) is distinct from (old.hidden_at, old.hidden_reason))
  execute function reviews_hidden_by_admins();
create trigger reviews_start_in_sight before insert on reviews
  for each row when (new.hidden_at is not null)
  execute function reviews_hidden_by_admins();

-- As before, of the reviews in sight; one that is hidden leaves, one that is shown again comes back.
create or replace function reviews_are_tallied() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.hidden_at is not null and new.hidden_at is null) then
    perform tally('reviews', 1, new.stars);
    insert into kine_ratings as k (kine_id, count, stars) select new.kine_id, 1, new.stars where new.kine_id is not null
      on conflict (kine_id) do update set count = k.count + 1, stars = k.stars + excluded.stars;
  elsif old.hidden_at is null then
    if tg_op = 'DELETE' or new.hidden_at is not null then
      perform tally('reviews', -1, -old.stars);
    end if;
    update kine_ratings set count = count - 1, stars = stars - old.stars where kine_id = old.kine_id;
  end if;
  return null;
end $$;
create trigger reviews_hidden_are_tallied after update of hidden_at on reviews
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null) and old.kine_id is not distinct from new.kine_id)
  execute function reviews_are_tallied();

create function hidden_reviews_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell('admins', 'counts');
  -- To its author and its specialist a review is news of its case.
  perform tell(who::text, 'case', new.case_id) from unnest(array[new.patient_id, new.kine_id]) who where who is not null;
  return null;
end $$;
create trigger hidden_reviews_are_told after update of hidden_at on reviews
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null))
  execute function hidden_reviews_are_told();

create or replace function recount() returns void
  language plpgsql as $$
begin
  lock table profiles, user_roles, reviews in share mode;
  delete from tallies;
  insert into tallies (total, count) select 'people', count(*) from profiles;
  insert into tallies (total, count)
    select 'specialists', count(*) from user_roles r join profiles p on p.id = r.user_id
    where r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null;
  insert into tallies (total, count, stars)
    select 'reviews', count(*), coalesce(sum(stars), 0) from reviews where hidden_at is null;
  delete from kine_ratings;
  insert into kine_ratings select kine_id, count(*), sum(stars) from reviews
    where kine_id is not null and hidden_at is null group by kine_id;
end $$;

-- ── Reports ───────────────────────────────────────────────────────────────────────────────────────────────────────────
create type report_reason as enum ('false_information', 'offensive', 'misconduct', 'privacy', 'spam', 'other');

create table reports (
  id uuid primary key default uuid_v7(),
  reporter_id uuid not null references profiles (id) on delete cascade,
  profile_id uuid references profiles (id) on delete cascade,
  case_id uuid references cases (id) on delete cascade,
  match_id uuid references matches (id) on delete cascade,
  review_id uuid references reviews (id) on delete cascade,
  subject_id uuid not null generated always as (coalesce(profile_id, case_id, match_id, review_id)) stored,
  reason report_reason not null,
  details text check (char_length(btrim(details)) between 1 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references profiles (id) on delete set null,
  decision text check (char_length(btrim(decision)) between 1 and 500),
  constraint reports_of_one_thing check (num_nonnulls(profile_id, case_id, match_id, review_id) = 1),
  constraint reports_decided check ((decided_at is null) = (decision is null)),
  unique (reporter_id, subject_id)
);
create index reports_open_idx on reports (id) where decided_at is null;
create index reports_open_subject_id_idx on reports (subject_id) where decided_at is null;
create index reports_decided_idx on reports (id desc) where decided_at is not null;
create index reports_profile_id_idx on reports (profile_id) where profile_id is not null;
create index reports_case_id_idx on reports (case_id) where case_id is not null;
create index reports_match_id_idx on reports (match_id) where match_id is not null;
create index reports_review_id_idx on reports (review_id) where review_id is not null;
create index reports_decided_by_idx on reports (decided_by) where decided_by is not null;

create function reports_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.decided_by is not null then
      perform refuse('reports_start_open', 'a report starts open');
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
    ) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    return new;
  end if;
  if (new.id, new.reporter_id, new.profile_id, new.case_id, new.match_id, new.review_id, new.reason, new.details, new.created_at)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.reason, old.details, old.created_at) then
    perform refuse('reports_stay_as_written', 'a report stays as it was written');
  end if;
  if (new.decided_at, new.decision) is distinct from (old.decided_at, old.decision) then
    if old.decided_at is not null then
      perform refuse('reports_decided_once', 'a report is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides a report');
    end if;
  end if;
  return new;
end $$;
create trigger reports_keep_their_course before insert or update on reports
  for each row execute function reports_keep_their_course();
create trigger reports_are_told after insert or delete or update of decided_at on reports
  for each row execute function admins_are_told();

-- ── What is written down ──────────────────────────────────────────────────────────────────────────────────────────────
alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event check (event in (
  'signed_up', 'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused',
  'password_changed', 'email_change_asked', 'email_changed', 'recovery_asked', 'identity_linked', 'identity_unlinked',
  'factor_added', 'factor_removed', 'factor_verified', 'recovery_codes_made', 'recovery_codes_used',
  'passkey_added', 'passkey_removed', 'role_assigned', 'application_decided', 'account_created_by_admin',
  'account_deleted', 'keys_rotated',
  'account_suspended', 'account_restored', 'review_hidden', 'review_shown', 'case_closed_by_admin', 'report_decided'
));

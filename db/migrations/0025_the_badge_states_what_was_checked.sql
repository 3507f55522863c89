-- Name, licence and specialty of an approved specialist change by review, and the badge follows what an admin checked.

-- ── What was checked ──────────────────────────────────────────────────────────────────────────────────────────────────
alter table profiles add column license_checked_at timestamptz,
  add constraint profiles_checked_have_licence check (license_checked_at is null or license_number is not null);
comment on column profiles.license_checked_at is 'when an admin checked name and licence as they stand; null: not checked';

-- Who was approved with a licence through an application counts as checked. Who got the role alone does not.
update profiles p set license_checked_at = a.approved_at
  from (select profile_id, max(approved_at) as approved_at from kine_applications where status = 'approved' group by profile_id) a
  where a.profile_id = p.id and p.approval_status = 'approved' and p.license_number is not null;

-- ── Changes that wait ─────────────────────────────────────────────────────────────────────────────────────────────────
-- One row a specialist: the values they ask for, or their present ones where nobody has checked those. Approval and withdrawal
-- delete it. A rejected one stays with its reason until the next. A licence that is asked for here is not reserved.
create table profile_changes (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null constraint profile_changes_kine_id_key unique references profiles (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 80),
  license_number text check (char_length(license_number) between 3 and 20 and license_number ~ '[[:alnum:]]'),
  specialty text check (char_length(specialty) between 2 and 120),
  asked_at timestamptz not null default now(),
  rejected_at timestamptz,
  rejection_reason text check (char_length(btrim(rejection_reason)) between 1 and 500),
  constraint profile_changes_reason_of_rejection check (rejection_reason is null or rejected_at is not null)
);
create index profile_changes_pending_idx on profile_changes (id desc) where rejected_at is null;
create index profile_changes_rejected_idx on profile_changes (rejected_at) where rejected_at is not null;

create function profile_changes_of_kines() returns trigger
  language plpgsql as $$
begin
  if not exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved'
  ) then
    perform refuse('profile_changes_of_kines', 'only an approved specialist has a change to review');
  end if;
  if new.rejected_at is not null and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin rejects a change');
  end if;
  return new;
end $$;
create trigger profile_changes_of_kines before insert or update on profile_changes
  for each row execute function profile_changes_of_kines();

-- A form that was opened before shows other values: it is out of date.
create function profile_changes_are_told() returns trigger
  language plpgsql as $$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
begin
  update profiles set version = version + 1 where id = kine;
  perform tell('admins', 'counts');
  perform tell(kine::text, 'counts');
  return null;
end $$;
create trigger profile_changes_are_told after insert or update or delete on profile_changes
  for each row execute function profile_changes_are_told();

create or replace function profile_versions_rise() returns trigger
  language plpgsql as $$
begin
  new.version := old.version + case
    when new.version = old.version
      and (new.name, new.phone, new.birth_date, new.location_city, new.license_number, new.specialty, new.price_range,
      new.modalities, new.bio, new.phone_listed)
      is not distinct from
      (old.name, old.phone, old.birth_date, old.location_city, old.license_number, old.specialty, old.price_range,
      old.modalities, old.bio, old.phone_listed)
    then 0 else 1 end;
  return new;
end $$;

-- ── What the database keeps by itself ─────────────────────────────────────────────────────────────────────────────────
create function profiles_show_what_was_checked() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin checks a licence');
    end if;
    return new;
  end if;
  if new.license_checked_at is distinct from old.license_checked_at and new.license_checked_at is not null
    and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin checks a licence');
  end if;
  if (new.name, new.license_number, new.specialty) is not distinct from (old.name, old.license_number, old.specialty) then
    return new;
  end if;
  if old.approval_status = 'approved' and new.approval_status = 'approved'
    and exists (select from user_roles where user_id = new.id and role = 'kine') and not has_role(viewer_id(), 'admin') then
    perform refuse('profiles_change_by_review', 'name, licence and specialty of an approved specialist change by review');
  end if;
  if (new.name, new.license_number) is distinct from (old.name, old.license_number)
    and new.license_checked_at is not distinct from old.license_checked_at then
    new.license_checked_at := null;
  end if;
  return new;
end $$;
create trigger profiles_show_what_was_checked before update of name, license_number, specialty, license_checked_at on profiles
  for each row execute function profiles_show_what_was_checked();
create trigger profiles_start_unchecked before insert on profiles
  for each row when (new.license_checked_at is not null) execute function profiles_show_what_was_checked();

-- A specialist by a change of role waits for a check where there is a licence to check. Without the role nothing waits.
create function kine_roles_wait_for_a_check() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.role = 'kine' then
    delete from profile_changes where kine_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' and new.role = 'kine' then
    insert into profile_changes (kine_id, name, license_number, specialty)
      select id, name, license_number, specialty from profiles
      where id = new.user_id and approval_status = 'approved' and license_number is not null and license_checked_at is null
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger kine_roles_wait_for_a_check after insert or update or delete on user_roles
  for each row execute function kine_roles_wait_for_a_check();

insert into profile_changes (kine_id, name, license_number, specialty)
  select p.id, p.name, p.license_number, p.specialty from profiles p
  where p.approval_status = 'approved' and p.license_number is not null and p.license_checked_at is null
    and exists (select from user_roles r where r.user_id = p.id and r.role = 'kine');

-- ── Decisions ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create function decide_profile_change(_change_id uuid, _approved boolean, _rejection_reason text default null) returns uuid
  language plpgsql as $$
declare
  kine uuid;
  change profile_changes;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides a change');
  end if;
  select kine_id into kine from profile_changes where id = _change_id;
  -- In the order in which the specialist's own edits lock.
  perform from profiles where id = kine for no key update;
  select * into change from profile_changes where id = _change_id and rejected_at is null for update;
  if change.id is null then
    perform refuse('applications_decided_once', 'the change does not exist or is decided already');
  end if;
  if _approved then
    update profiles
      set name = change.name, license_number = change.license_number, specialty = change.specialty,
        license_checked_at = case when change.license_number is not null then clock_timestamp() end
      where id = kine;
    delete from profile_changes where id = _change_id;
  else
    update profile_changes set rejected_at = now(), rejection_reason = nullif(btrim(_rejection_reason), '') where id = _change_id;
  end if;
  return kine;
end $$;

create or replace function approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text default null)
  returns void
  language plpgsql as $$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  applicant uuid;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end
    where id = _application_id and status = 'pending'
    returning profile_id into applicant;
  if applicant is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update profiles
    set approval_status = decision, license_checked_at = case when _approved and license_number is not null then clock_timestamp() end
    where id = applicant;
end $$;

-- ── What happens to accounts ──────────────────────────────────────────────────────────────────────────────────────────
do $$
declare
  was text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''profile_change_asked''::text, ''profile_change_withdrawn''::text, '
      || '''profile_change_decided''::text, ''application_reopened''::text, ');
end $$;

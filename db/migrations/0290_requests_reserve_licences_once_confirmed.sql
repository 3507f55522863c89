-- A request for admission reserves its licence from the confirmed address on, or when an admin approves it or takes it up again. Until then
-- the request holds the number, as a rejected one does, and keeps nobody from it.
alter table kine_applications drop constraint kine_applications_license_of_rejected,
  add constraint kine_applications_license_of_undecided check (license_number is null or status <> 'approved') not valid;
alter table kine_applications validate constraint kine_applications_license_of_undecided;

-- A number that a profile shows is taken too, where no first licence has it.
create or replace function licence_conflict(_text text, _own uuid) returns text
  language sql stable
  return (select case when v.kind = 'MN' or v.jurisdiction is not null or v.number !~ '^[0-9]+$' then 'taken' else 'place_needed' end
    from licence_value(_text) v
    where exists (select from licences o where o.is_first and o.value_number = license_key(v.number) and o.kine_id is distinct from _own
        and case when v.kind = 'MP' and v.jurisdiction is not null then o.value_kind = 'MP' and o.jurisdiction = v.jurisdiction
          else coalesce(o.value_kind = v.kind, true) end)
      or exists (select from profiles p where license_key(p.license_number) = license_key(_text) and p.id is distinct from _own));

-- Stores the licence that a profile states as its specialist's first one.
create function declare_first_licence(_kine uuid) returns void
  language plpgsql as $$
declare
  profile profiles;
  parts record;
  place text;
begin
  select * into profile from profiles where id = _kine;
  parts := licence_value(profile.license_number);
  place := case when parts.jurisdiction is not null then parts.jurisdiction
    when parts.kind = 'MP' then (select nullif(jurisdiction, '02') from places where slug = profile.place_slug) end;
  -- One that was declared besides becomes the first.
  update licences set is_first = true, jurisdiction = coalesce(jurisdiction, parts.jurisdiction) where id = (select id from licences
    where kine_id = _kine and state <> 'withdrawn' and kind = parts.kind and value_number = license_key(parts.number)
      and coalesce(jurisdiction = parts.jurisdiction, true)
    order by jurisdiction is distinct from place limit 1);
  if not found then
    insert into licences (kine_id, is_first, kind, jurisdiction, number) values (_kine, true, parts.kind, place, parts.number);
  end if;
end $$;

create or replace function profiles_declare_licences() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and licence_value(new.license_number) = licence_value(old.license_number) then
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        perform declare_first_licence(new.id);
      end if;
    end if;
  end if;
  if new.license_checked_at is not null then
    update licences set state = 'verified', checked_at = new.license_checked_at, checked_by = viewer_id(), method = 'approval',
        decided_at = clock_timestamp()
      where kine_id = new.id and is_first and state in ('declared', 'verified')
        and (state, checked_at) is distinct from ('verified', new.license_checked_at);
    -- One that is in doubt or inactive is decided among the licences: the profile keeps the newest check of the others.
    update profiles set license_checked_at = newest.checked_at
      from (select max(checked_at) as checked_at from licences where kine_id = new.id and state = 'verified') newest
      where id = new.id and license_checked_at is distinct from newest.checked_at
        and exists (select from licences where kine_id = new.id and is_first and state in ('doubtful', 'inactive'));
  elsif tg_op = 'UPDATE' and old.license_checked_at is not null then
    -- A check is of a name and a number.
    update licences set state = 'declared', declared_at = now() where kine_id = new.id and state = 'verified';
  end if;
  return null;
end $$;

create function requests_hold_licences() returns trigger
  language plpgsql as $$
declare
  held text := new.license_number;
begin
  if tg_op = 'INSERT' then
    if is_confirmed(new.user_id) then
      return new;
    end if;
    held := (select license_number from profiles where id = new.profile_id);
  end if;
  if held is null then
    return new;
  end if;
  perform from profiles where id = new.profile_id for no key update;
  if tg_op = 'INSERT' then
    delete from licences where kine_id = new.profile_id and is_first;
  else
    update licences set state = 'withdrawn' where kine_id = new.profile_id and is_first;
  end if;
  update profiles set license_number = null where id = new.profile_id and license_number is not null;
  new.license_number := held;
  if is_confirmed(new.user_id) then
    perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(held), 0));
    if licence_conflict(held, new.profile_id) is null then
      update profiles set license_number = held where id = new.profile_id;
      perform declare_first_licence(new.profile_id);
      new.license_number := null;
    end if;
  end if;
  return new;
end $$;

create function auth.confirmed_people_reserve_licences() returns trigger
  language plpgsql as $$
begin
  update public.kine_applications set license_number = license_number
    where user_id = new.id and status = 'pending' and license_number is not null;
  return null;
end $$;
create trigger confirmed_people_reserve_licences after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function auth.confirmed_people_reserve_licences();

create or replace function approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text default null) returns void
  language plpgsql as $$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'pending' for update;
  if application.id is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end,
      license_number = case when not _approved then license_number end
    where id = _application_id;
  -- Refused where somebody else has the licence.
  update profiles
    set approval_status = decision,
      license_number = coalesce(license_number, case when _approved then application.license_number end),
      license_checked_at = case when _approved and coalesce(license_number, application.license_number) is not null then clock_timestamp() end
    where id = application.profile_id;
end $$;

-- The requests that wait.
update kine_applications a set license_number = p.license_number from profiles p
  where p.id = a.profile_id and a.status = 'pending' and p.approval_status = 'pending' and p.license_number is not null
    and not is_confirmed(a.user_id);
update profiles p set license_number = null from kine_applications a
  where a.profile_id = p.id and a.status = 'pending' and a.license_number is not null and p.license_number is not null;
create trigger requests_hold_licences before insert or update of license_number on kine_applications
  for each row when (new.status = 'pending') execute function requests_hold_licences();

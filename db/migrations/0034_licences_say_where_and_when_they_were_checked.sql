-- A specialist may hold several licences, each of one jurisdiction, and each says when it was checked. profiles.license_number stays
-- the first of them, and profiles.license_checked_at the newest check of all: both versions of the program may write them.

-- ── What a licence is ─────────────────────────────────────────────────────────────────────────────────────────────────
create table licences (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references profiles (id) on delete cascade,
  -- The one of the profile.
  is_first boolean not null default false,
  -- National or provincial. Unknown of a first one that was written without it.
  kind text constraint licences_kind check (kind in ('MN', 'MP')),
  -- INDEC's code. A national licence is the City's.
  jurisdiction text constraint licences_jurisdiction check (jurisdiction ~ '^[0-9]{2}$'),
  number text not null constraint licences_number check (char_length(number) <= 20 and number ~ '[[:alnum:]]'),
  number_key text not null generated always as (license_key(number)) stored,
  state text not null default 'declared'
    constraint licences_state check (state in ('declared', 'verified', 'doubtful', 'inactive', 'withdrawn')),
  declared_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references profiles (id) on delete set null,
  method text constraint licences_method check (method in ('approval', 'register', 'evidence')),
  -- When an admin last decided anything about it.
  decided_at timestamptz,
  -- When it is due in the queue of the admins; null: not at all.
  recheck_at timestamptz,
  -- A file that only admins see, and that goes 90 days after the decision.
  evidence_path text,
  evidence_at timestamptz,
  -- How many files were sent on the last day on which one was.
  evidence_uploads smallint not null default 0,
  evidence_uploaded_on date,
  constraint licences_verified_when check (state <> 'verified' or (checked_at is not null and method is not null)),
  constraint licences_first_stands check (not is_first or state <> 'withdrawn'),
  constraint licences_kind_has_place check (case when kind = 'MN' then jurisdiction = '02' else jurisdiction is distinct from '02' end),
  constraint licences_evidence_has_date check ((evidence_path is null) = (evidence_at is null))
);
-- One specialist holds a licence that was checked. One that is only declared keeps nobody from it.
create unique index licences_verified_key on licences (kind, jurisdiction, number_key) where state = 'verified';
-- Whether two licences with one number may be the same: what one of them does not say may be what the other says.
create function may_be_one_licence(_kind text, _jurisdiction text, _other_kind text, _other_jurisdiction text) returns boolean
  language sql immutable parallel safe
  return coalesce(_kind = _other_kind, true) and coalesce(_jurisdiction = _other_jurisdiction, true);
create unique index licences_kine_id_key on licences (kine_id, kind, jurisdiction, number_key) where state <> 'withdrawn';
create index licences_kine_id_idx on licences (kine_id);
create unique index licences_first_key on licences (kine_id) where is_first;
create index licences_number_key_idx on licences (number_key) where state <> 'withdrawn';
create index licences_recheck_idx on licences (recheck_at, id) where recheck_at is not null;
create index licences_checked_by_idx on licences (checked_by) where checked_by is not null;
create index licences_evidence_idx on licences (decided_at) where evidence_path is not null;
create index licences_withdrawn_idx on licences (declared_at) where state = 'withdrawn' and checked_at is null and decided_at is null;

-- The days since a check, as they are counted where people live.
create function days_since(_at timestamptz) returns integer
  language sql stable
  return (now() at time zone 'America/Argentina/Buenos_Aires')::date - (_at at time zone 'America/Argentina/Buenos_Aires')::date;

-- What a licence is worth today: 180 days fresh, until 240 due for another check, then lapsed.
create function licence_standing(_state text, _checked_at timestamptz) returns text
  language sql stable
  return case when _state <> 'verified' then _state when days_since(_checked_at) <= 180 then 'fresh'
    when days_since(_checked_at) <= 240 then 'due' else 'lapsed' end;

-- Whether the newest check of a specialist still bears a badge.
create function is_licence_current(_checked_at timestamptz) returns boolean
  language sql stable
  return coalesce(days_since(_checked_at) <= 240, false);

-- The kind and the number of a licence as people write it: "MN 10432", "M.P. 12.345". Anything else is a number without a kind.
create function licence_parts(_text text, out kind text, out number text)
  language sql immutable strict parallel safe as $$
  select case when key ~ '^(mn|mp)[0-9]+$' then upper(left(key, 2)) end, case when key ~ '^(mn|mp)[0-9]+$' then substr(key, 3) else _text end
    from (select license_key(_text) as key) k
$$;

-- ── What is so already ────────────────────────────────────────────────────────────────────────────────────────────────
insert into licences (kine_id, is_first, kind, jurisdiction, number, state, declared_at, checked_at, method, decided_at, recheck_at)
  select p.id, true, l.kind, case when l.kind = 'MN' then '02' end, l.number,
    case when p.license_checked_at is null then 'declared' else 'verified' end, p.created_at, p.license_checked_at,
    case when p.license_checked_at is not null then 'approval' end, p.license_checked_at,
    coalesce(p.license_checked_at + interval '180 days', p.created_at)
  from profiles p, licence_parts(p.license_number) l where p.license_number is not null;

-- ── The course of a licence ───────────────────────────────────────────────────────────────────────────────────────────
create function licences_keep_their_course() returns trigger
  language plpgsql as $$
declare
  is_admin boolean := has_role(viewer_id(), 'admin');
  -- Written by a trigger of the profile or of a report, which has its own rules.
  follows boolean := pg_trigger_depth() > 1;
begin
  if tg_op = 'INSERT' then
    if not follows and (new.state <> 'declared' or new.is_first or new.evidence_path is not null) then
      perform refuse('licences_start_declared', 'a licence starts declared');
    end if;
    if not follows and (select count(*) from licences where kine_id = new.kine_id and state <> 'withdrawn') >= 10 then
      perform refuse('licences_at_most_ten', 'a specialist has ten licences at most');
    end if;
  else
    if new.kine_id <> old.kine_id or (not follows and (new.number, new.is_first) is distinct from (old.number, old.is_first)) then
      perform refuse('licences_stay_as_declared', 'another number is another licence');
    end if;
    if not follows and (new.kind, new.jurisdiction) is distinct from (old.kind, old.jurisdiction)
      and not (is_admin and coalesce(old.kind = new.kind, true) and coalesce(old.jurisdiction = new.jurisdiction, true)) then
      perform refuse('licences_stay_as_declared', 'an admin completes what a licence does not say, and nobody changes what it says');
    end if;
    if old.state = 'withdrawn' and new.state <> 'withdrawn' then
      perform refuse('licences_withdrawn_once', 'a withdrawn licence stays withdrawn');
    end if;
    if not follows and not is_admin
      and ((new.state <> old.state and new.state <> 'withdrawn')
        or (new.checked_at, new.method, new.decided_at) is distinct from (old.checked_at, old.method, old.decided_at)) then
      perform refuse('only_admins', 'only an admin decides about a licence');
    end if;
    if new.state = 'withdrawn' then
      new.is_first := false;
      new.evidence_path := null;
      new.evidence_at := null;
    end if;
  end if;
  new.recheck_at := case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end;
  return new;
end $$;
create trigger licences_keep_their_course before insert or update on licences
  for each row execute function licences_keep_their_course();

-- The unique index takes two licences that do not say their kind or place for different ones.
create function verified_licences_have_one_holder() returns trigger
  language plpgsql as $$
declare
  key text := license_key(new.number);
begin
  -- The lock lets checks of one number at the same time see each other.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || key, 0));
  if exists (select from licences o where o.number_key = key and o.state = 'verified' and o.kine_id <> new.kine_id
    and may_be_one_licence(o.kind, o.jurisdiction, new.kind, new.jurisdiction)) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $$;
create trigger verified_licences_have_one_holder before update on licences
  for each row when (new.state = 'verified' and old.state <> 'verified') execute function verified_licences_have_one_holder();

-- The profile shows the newest check. Its first licence is the one that was verified where it had none.
create function licences_are_shown() returns trigger
  language plpgsql as $$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
  newest licences;
begin
  select * into newest from licences where kine_id = kine and state = 'verified' order by checked_at desc limit 1;
  update profiles set license_checked_at = newest.checked_at,
      license_number = coalesce(license_number, concat_ws(' ', newest.kind, newest.number))
    where id = kine and license_checked_at is distinct from newest.checked_at;
  if tg_op = 'UPDATE' and new.state = 'verified' and new.is_first then
    delete from profile_changes c using profiles p
      where c.kine_id = kine and p.id = kine and c.rejected_at is null
        and (c.name, c.license_number, c.specialty) is not distinct from (p.name, p.license_number, p.specialty);
  end if;
  perform tell(kine::text, 'counts');
  return null;
end $$;
create trigger licences_are_shown after insert or update of state, checked_at or delete on licences
  for each row execute function licences_are_shown();
create trigger licences_are_queued after insert or update of state, checked_at, evidence_path or delete on licences
  for each row execute function admins_are_told();

-- The first licence is what the profile says, and what an admin checked through the profile is verified.
create function profiles_declare_licences() returns trigger
  language plpgsql as $$
declare
  parts record;
  place text;
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and license_key(new.license_number) = license_key(old.license_number) then
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        parts := licence_parts(new.license_number);
        place := case parts.kind when 'MN' then '02'
          when 'MP' then (select nullif(jurisdiction, '02') from places where slug = new.place_slug) end;
        -- One that was declared besides becomes the first.
        update licences set is_first = true where id = (select id from licences
          where kine_id = new.id and state <> 'withdrawn' and kind = parts.kind and number_key = license_key(parts.number)
          order by jurisdiction is distinct from place limit 1);
        if not found then
          insert into licences (kine_id, is_first, kind, jurisdiction, number) values (new.id, true, parts.kind, place, parts.number);
        end if;
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
create trigger profiles_declare_licences after update on profiles
  for each row when (pg_trigger_depth() = 0
    and (old.license_number, old.license_checked_at) is distinct from (new.license_number, new.license_checked_at))
  execute function profiles_declare_licences();
create trigger profiles_start_with_licences after insert on profiles
  for each row when (new.license_number is not null) execute function profiles_declare_licences();

-- As before, and it follows the licences.
create or replace function profiles_show_what_was_checked() returns trigger
  language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
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

-- ── A report of a false licence ───────────────────────────────────────────────────────────────────────────────────────
alter type report_reason add value 'false_licence';
create function false_licences_are_doubted() returns trigger
  language plpgsql as $$
begin
  update licences set state = 'doubtful' where kine_id = new.profile_id and state in ('declared', 'verified');
  return null;
end $$;
create trigger false_licences_are_doubted after insert on reports
  for each row when (new.reason::text = 'false_licence' and new.profile_id is not null)
  execute function false_licences_are_doubted();
alter table reports add constraint reports_licence_of_profile check (reason::text <> 'false_licence' or profile_id is not null)
  not valid;

-- ── Where a licence holds ─────────────────────────────────────────────────────────────────────────────────────────────
-- A session in person needs a licence of the place's jurisdiction, one at a distance any: verified, and not lapsed.
create function may_practise(_kine uuid, _jurisdiction text, _modality modality) returns boolean
  language sql stable
  return exists (select from licences where kine_id = _kine and licence_standing(state, checked_at) in ('fresh', 'due')
    and (_modality = 'online' or jurisdiction = _jurisdiction));

-- Whether the pages of a place leave a specialist out: only where an admin has set licence_rule to strict.
create function is_left_out(_kine uuid, _jurisdiction text, _modality modality) returns boolean
  language sql stable
  return (select value from settings where key = 'licence_rule') is not distinct from '"strict"'::jsonb
    and not may_practise(_kine, _jurisdiction, _modality);

-- ── Evidence ──────────────────────────────────────────────────────────────────────────────────────────────────────────
create table dropped_evidence (
  path text primary key,
  dropped_at timestamptz not null default now()
);
alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in ('account', 'case', 'study',
  'evidence', 'withdrawal', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'suspended', 'restored',
  'patient_at_most', 'kine_at_most', 'admin_at_most')) not valid;
create function evidence_is_dropped() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.evidence_path = old.evidence_path then
    return null;
  end if;
  insert into dropped_evidence (path) values (old.evidence_path) on conflict do nothing;
  -- With an account that goes, everything of it does.
  if not is_leaving(old.kine_id) then
    perform note_deletion('evidence', old.evidence_path);
  end if;
  return null;
end $$;
create trigger evidence_is_dropped after update of evidence_path, state or delete on licences
  for each row when (old.evidence_path is not null) execute function evidence_is_dropped();

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''licence_added''::text, ''licence_withdrawn''::text, ''licence_verified''::text, '
      || '''licence_doubted''::text, ''licence_deactivated''::text, ') || ' not valid';
end $$;

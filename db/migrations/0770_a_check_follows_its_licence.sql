-- A check, a past and a note follow the licence: what two licences do not say is not the same, a text that is not read takes no check, a change of name
-- leaves the check that was read with it, and what leaves or regains its check is noted whoever writes it.

-- When an admin last found no such licence, or somebody else's, of what a deleted account declared.
alter table departure_keys add column found_false_at timestamptz;

create or replace function licences_keep_their_course() returns trigger language plpgsql as $function$
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
    if new.kine_id <> old.kine_id or (not follows and (new.is_first <> old.is_first
        or new.number <> old.number and not (is_admin and is_licence_read(new.number) and not is_licence_read(old.number)))) then
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
    -- What an admin decides is nothing that a rejected report gives back.
    if new.state <> 'doubtful' or new.decided_at is distinct from old.decided_at then
      new.doubted_state := null;
    end if;
    new.found_false_at := case when new.state = 'verified' then null
      when new.state = 'inactive' or new.state = 'doubtful' and new.doubted_state is null then coalesce(old.found_false_at, now()) else new.found_false_at end;
  end if;
  new.recheck_at := case when new.contested_at > coalesce(new.decided_at, '-infinity') and new.state <> 'withdrawn' then new.contested_at else
    case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end end;
  return new;
end $function$;

create or replace trigger licences_take_effect after insert or delete or update of checked_at, evidence_path, is_first, jurisdiction, kind, number, state on licences
  for each row execute function licences_take_effect();

create or replace trigger verified_licences_have_one_holder before update on licences for each row
  when (new.state = 'verified' and (old.state <> 'verified' or new.checked_at is distinct from old.checked_at))
  execute function verified_licences_have_one_holder();

create or replace function profiles_declare_licences() returns trigger language plpgsql as $function$
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and licence_value(new.license_number) = licence_value(old.license_number) then
      null;
    elsif tg_op = 'UPDATE' and (licence_value(new.license_number)).jurisdiction is null and (licence_value(new.license_number)).kind = 'MP'
      and exists (select from licences where kine_id = new.id and is_first and kind = 'MP' and value_number = licence_value_number(new.license_number)) then
      -- A province that is left out stays the one that it was.
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        perform declare_first_licence(new.id, tg_op = 'INSERT');
      end if;
    end if;
  end if;
  -- A check is of a name and a number: of a new name, the one that an admin read with it.
  if tg_op = 'UPDATE' and new.name <> old.name then
    update licences set state = 'declared', declared_at = now()
      where kine_id = new.id and state = 'verified' and (not is_first or new.license_checked_at is null);
  end if;
  if new.license_checked_at is not null then
    update licences set state = 'verified', checked_at = new.license_checked_at, checked_by = viewer_id(), method = 'approval',
        decided_at = clock_timestamp()
      where kine_id = new.id and is_first and state in ('declared', 'verified') and is_licence_read(number)
        and (state, checked_at) is distinct from ('verified', new.license_checked_at);
    -- One that is in doubt, inactive or not read is decided among the licences: the profile keeps the newest check of the others.
    update profiles set license_checked_at = newest.checked_at
      from (select max(checked_at) as checked_at from licences where kine_id = new.id and state = 'verified') newest
      where id = new.id and license_checked_at is distinct from newest.checked_at
        and exists (select from licences where kine_id = new.id and is_first and (state in ('doubtful', 'inactive') or not is_licence_read(number)));
  elsif tg_op = 'UPDATE' and old.license_checked_at is not null then
    update licences set state = 'declared', declared_at = now() where kine_id = new.id and state = 'verified';
  end if;
  return null;
end $function$;

-- Those that were checked as they are wait for an admin who writes their number, with their badge until then.
update licences set contested_at = now() where state = 'verified' and not is_licence_read(number);

select note_state(case when state = 'verified' then 'licence_verified' else 'licence_down' end, array['licence_down', 'licence_verified'], id::text)
  from licences cross join lateral (select (select kind from deletions where kind in ('licence_down', 'licence_verified')
    and hash = encode(sha256(convert_to(id::text, 'UTF8')), 'hex') order by at desc limit 1) as kind) noted
  where case when state = 'verified' then noted.kind = 'licence_down' else checked_at is not null and noted.kind is distinct from 'licence_down' end;

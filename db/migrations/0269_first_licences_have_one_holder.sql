-- Why another specialist's first licence keeps a person from this one: 'taken', or 'place_needed' where a province would tell the two apart.
-- Null when it is free. One that names its province is kept by the same province alone; the admin who approves sees the others.
create function licence_conflict(_text text, _own uuid) returns text
  language sql stable
  return (select case when v.kind = 'MN' or v.jurisdiction is not null or v.number !~ '^[0-9]+$' then 'taken' else 'place_needed' end
    from licence_value(_text) v
    where exists (select from licences o where o.is_first and o.value_number = license_key(v.number) and o.kine_id is distinct from _own
      and case when v.kind = 'MP' and v.jurisdiction is not null then o.value_kind = 'MP' and o.jurisdiction = v.jurisdiction
        else coalesce(o.value_kind = v.kind, true) end));

create function first_licences_have_one_holder() returns trigger
  language plpgsql as $$
begin
  -- The index sees equal values; a number without its kind may be any of them, which the lock makes the second of two see.
  perform pg_advisory_xact_lock(hashtextextended('licence number ' || new.value_number, 0));
  if exists (select from licences o where o.is_first and o.value_number = new.value_number and o.kine_id <> new.kine_id
    and case when new.value_kind is null then true
      when o.value_kind is null then new.value_kind = 'MN' or new.jurisdiction is null
      else (o.value_kind, o.value_place) is not distinct from (new.value_kind, new.value_place) end) then
    -- The name that the version before knows as well.
    perform refuse('profiles_license_number_key', 'another specialist has this licence');
  end if;
  return null;
end $$;
create trigger first_licences_have_one_holder after insert on licences
  for each row when (new.is_first) execute function first_licences_have_one_holder();
create trigger licences_become_first after update of is_first, kind, jurisdiction on licences
  for each row when (new.is_first and (new.is_first, new.value_kind, new.value_place) is distinct from (old.is_first, old.value_kind, old.value_place))
  execute function first_licences_have_one_holder();

create or replace function verified_licences_have_one_holder() returns trigger
  language plpgsql as $$
declare
  key text := licence_value_number(new.number);
  checked_kind text := licence_value_kind(new.kind, new.number);
begin
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || key, 0));
  if exists (select from licences o where o.value_number = key and o.state = 'verified' and o.kine_id <> new.kine_id
    and may_be_one_licence(o.value_kind, o.jurisdiction, checked_kind, new.jurisdiction)
    -- Provinces number on their own: an admin who checked one in its province tells it from one without.
    and (o.value_kind, checked_kind, (o.jurisdiction is null) <> (new.jurisdiction is null)) is distinct from ('MP', 'MP', true)) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $$;

create or replace function profiles_declare_licences() returns trigger
  language plpgsql as $$
declare
  parts record;
  place text;
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and licence_value(new.license_number) = licence_value(old.license_number) then
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        parts := licence_value(new.license_number);
        place := case when parts.jurisdiction is not null then parts.jurisdiction
          when parts.kind = 'MP' then (select nullif(jurisdiction, '02') from places where slug = new.place_slug) end;
        -- One that was declared besides becomes the first.
        update licences set is_first = true, jurisdiction = coalesce(jurisdiction, parts.jurisdiction) where id = (select id from licences
          where kine_id = new.id and state <> 'withdrawn' and kind = parts.kind and value_number = license_key(parts.number)
            and coalesce(jurisdiction = parts.jurisdiction, true)
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

create or replace function licences_keep_their_course() returns trigger
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
    -- What an admin decides is nothing that a rejected report gives back.
    if new.state <> 'doubtful' or new.decided_at is distinct from old.decided_at then
      new.doubted_state := null;
    end if;
  end if;
  new.recheck_at := case when new.contested_at > coalesce(new.decided_at, '-infinity') and new.state <> 'withdrawn' then new.contested_at else
    case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end end;
  return new;
end $$;

-- The rows of before that collide keep their licence, and the admins are asked about them.
update licences l set contested_at = now()
  from (select id, row_number() over (partition by value_number, value_kind, value_place order by state <> 'verified', declared_at, id) as place,
      count(*) over (partition by value_number) as holders
    from licences where is_first) d
  where d.id = l.id and (d.place > 1 or (l.value_kind is null and d.holders > 1));

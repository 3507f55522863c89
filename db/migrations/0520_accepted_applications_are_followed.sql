-- What an accepted application came to: how many sessions are planned, which were held, what the coverage authorised, and its end.
-- Administrative facts alone: nobody writes about care here.

-- A session that was not agreed in the agenda is noted after it: it holds no time and has no place.
create type booking_source as enum ('agenda', 'noted');
alter table bookings add column source booking_source not null default 'agenda',
  alter column place_id drop not null,
  add constraint bookings_noted_without_place check ((source = 'noted') = (place_id is null)) not valid,
  add constraint bookings_noted_are_held check (source <> 'noted' or state = 'held') not valid;

create or replace function bookings_are_of_the_accepted() returns trigger
  language plpgsql as $$
begin
  -- The lock comes before the look: what ends the right to book cancels under the same lock, so one of the two sees the other.
  perform from agendas where kine_id = new.kine_id for no key update;
  if new.source = 'noted' then
    new.local_start := new.starts_at at time zone new.zone;
    new.marked_at := now();
    if not can_book(new.match_id) or not exists (select from matches where id = new.match_id and kine_id = new.kine_id)
      or new.kine_id is distinct from viewer_id() then
      perform refuse('bookings_of_the_accepted', 'a session is noted by the accepted specialist');
    end if;
    if new.starts_at > now() or new.starts_at < now() - interval '31 days' then
      perform refuse('bookings_noted_within_30_days', 'a session of the last 30 days is noted');
    end if;
    if exists (select from bookings where match_id = new.match_id and state in ('confirmed', 'held')
      and local_start::date = new.local_start::date) then
      perform refuse('bookings_noted_once_a_day', 'that day has a session');
    end if;
    return new;
  end if;
  if not can_book(new.match_id) or not exists (select from matches m join agenda_places p on p.kine_id = m.kine_id
    where m.id = new.match_id and m.kine_id = new.kine_id and p.id = new.place_id and p.retired_at is null) then
    perform refuse('bookings_of_the_accepted', 'these two do not agree on bookings');
  end if;
  new.local_start := new.starts_at at time zone new.zone;
  return new;
end $$;

create or replace function bookings_claim_their_time() returns trigger
  language plpgsql as $$
begin
  if new.source = 'noted' then
    return null;
  end if;
  if new.state not in ('requested', 'confirmed', 'held') then
    delete from booking_claims where booking_id = new.id;
  elsif tg_op = 'INSERT' or new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to then
    -- First the agenda, as everybody who claims in it.
    perform from agendas where kine_id = new.kine_id for no key update;
    delete from booking_claims where booking_id = new.id;
    if new.moved_to is null then
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
    elsif abs(extract(epoch from new.moved_to - new.starts_at)) < new.minutes * 60 then
      perform claim_time(new, least(new.starts_at, new.moved_to), greatest(new.starts_at, new.moved_to) + make_interval(mins => new.minutes));
    else
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
      perform claim_time(new, new.moved_to, new.moved_to + make_interval(mins => new.minutes));
    end if;
  end if;
  return null;
end $$;

create type treatment_end as enum ('completed', 'well', 'someone_else', 'cost', 'other');

-- planned: what the specialist proposed last, which counts once the patient accepted it as they saw it.
create table treatments (
  match_id uuid primary key references matches on delete cascade,
  planned smallint,
  proposed_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  ended_by booking_side,
  end_reason treatment_end,
  constraint treatments_planned check (planned between 1 and 100),
  constraint treatments_proposed_before_accepted check (accepted_at is null or proposed_at is not null),
  constraint treatments_plan_a_number check ((planned is null) = (proposed_at is null)),
  constraint treatments_end_for_a_reason check (num_nonnulls(ended_at, ended_by, end_reason) in (0, 3))
);

create table authorisations (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  coverage_id int not null references coverages,
  number text,
  sessions smallint not null,
  valid_from date not null,
  valid_until date not null,
  stated_by booking_side not null,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  constraint authorisations_number check (number ~ '^[A-Za-z0-9 ./-]{1,40}$'),
  constraint authorisations_sessions check (sessions between 1 and 100),
  constraint authorisations_days check (valid_until >= valid_from and valid_until < valid_from + 1000)
);
create index authorisations_match_id_idx on authorisations (match_id, valid_from);
create index authorisations_coverage_id_idx on authorisations (coverage_id);

create function treatments_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if old.ended_at is not null then
    perform refuse('treatments_end_once', 'the treatment is over');
  end if;
  return new;
end $$;
create trigger treatments_keep_their_course before update on treatments
  for each row execute function treatments_keep_their_course();

-- No two of an application overlap: who states one waits for the other. The case is not locked, since its closing holds it and waits for the agenda,
-- which who states one holds.
create function authorisations_never_overlap() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('authorisation ' || new.match_id, 0));
  if exists (select from treatments where match_id = new.match_id and ended_at is not null) then
    perform refuse('treatments_end_once', 'the treatment is over');
  end if;
  if exists (select from authorisations where match_id = new.match_id and id <> new.id
    and valid_from <= new.valid_until and valid_until >= new.valid_from) then
    perform refuse('authorisations_never_overlap', 'these days have an authorisation');
  end if;
  if (select count(*) from authorisations where match_id = new.match_id) >= 40 then
    perform refuse('authorisations_at_most_40', 'a treatment has at most 40 authorisations');
  end if;
  return new;
end $$;
create trigger authorisations_never_overlap before insert on authorisations
  for each row execute function authorisations_never_overlap();
create trigger authorisations_are_in_use before insert on authorisations
  for each row execute function kine_coverages_are_in_use();

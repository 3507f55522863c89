-- Service levels: who is told of a case and when, what its patient is asked, and when a case without an answer leaves the lists. Each
-- level notes when it fired, so that it fires once. Jobs hold an id and read all of this again when they run.

-- Out of the lists of specialists: its patient did not answer whether they still look. Its status stays open.
alter table cases add column dormant_at timestamptz;

create table case_levels (
  case_id uuid primary key references cases on delete cascade,
  -- The last ring of places that was told.
  ring smallint not null default 0 constraint case_levels_ring check (ring between 0 and 4),
  -- The ring that its patient asked for, until it is told.
  wider_ring smallint constraint case_levels_wider_ring check (wider_ring between 1 and 4),
  quiet_told_at timestamptz,
  operator_told_at timestamptz,
  -- The last reminder of an application that waits.
  reminded_at timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  constraint case_levels_answer_what_was_asked check (answered_at is null or asked_at is not null)
);

create table match_levels (
  match_id uuid primary key references matches on delete cascade,
  first_reminder_at timestamptz,
  second_reminder_at timestamptz,
  kine_told_at timestamptz,
  accepted_at timestamptz,
  both_asked_at timestamptz
);

-- The specialists who were told of a case, or invited by its patient.
create table case_alerts (
  case_id uuid not null references cases on delete cascade,
  kine_id uuid not null references profiles on delete cascade,
  -- At once, or with the daily mail.
  is_at_once boolean not null,
  is_invitation boolean not null default false,
  told_at timestamptz not null default now(),
  primary key (case_id, kine_id)
);
create index case_alerts_kine_id_idx on case_alerts (kine_id, told_at);
create index case_alerts_told_at_idx on case_alerts (told_at);

alter table kine_applications add column late_told_at timestamptz;
alter table reports add column late_told_at timestamptz;

-- What ends the open phase of a case ends its sleep.
create function cases_in_course_are_awake() returns trigger
  language plpgsql as $$
begin
  new.dormant_at := null;
  return new;
end $$;
create trigger cases_in_course_are_awake before update of status on cases
  for each row when (new.status <> 'open' and new.dormant_at is not null) execute function cases_in_course_are_awake();

create function dormancy_is_told() returns trigger
  language plpgsql as $$
begin
  perform tell('kines', 'cases');
  if new.patient_id is not null then
    perform tell(new.patient_id::text, 'case', new.id);
  end if;
  return null;
end $$;
create trigger dormancy_is_told after update of dormant_at on cases
  for each row when ((new.dormant_at is null) <> (old.dormant_at is null)) execute function dormancy_is_told();

-- ── Timers ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A setting without a row has the default of the program, which is given here.
create function setting_number(_key text, _fallback integer) returns integer
  language sql stable
  return coalesce((select case when jsonb_typeof(value) = 'number' then value::text::integer end from settings where key = _key), _fallback);

create function run_level(_job text, _id uuid, _wait interval) returns void
  language plpgsql as $$
begin
  perform graphile_worker.add_job(_job, payload => json_build_object('id', _id), job_key => _job || ':' || _id, run_at => now() + _wait,
    priority => 10);
end $$;

create function cases_are_followed() returns trigger
  language plpgsql as $$
begin
  perform run_level('case_level', new.id, '0');
  return null;
end $$;
create trigger cases_are_followed after insert on cases
  for each row execute function cases_are_followed();

create function matches_are_followed() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform run_level('match_level', new.id, make_interval(hours => setting_number('reminder_hours', 24)));
  else
    insert into match_levels as l (match_id, accepted_at) values (new.id, now())
      on conflict (match_id) do update set accepted_at = excluded.accepted_at;
    perform run_level('match_level', new.id, make_interval(hours => setting_number('nobody_wrote_hours', 48)));
  end if;
  return null;
end $$;
create trigger matches_are_followed after insert on matches
  for each row execute function matches_are_followed();
create trigger acceptances_are_followed after update of status on matches
  for each row when (new.status = 'accepted' and old.status = 'proposed') execute function matches_are_followed();

create function queues_are_followed() returns trigger
  language plpgsql as $$
begin
  perform run_level(tg_argv[0], new.id, make_interval(hours => setting_number('late_hours', 24)));
  return null;
end $$;
create trigger kine_applications_are_followed after insert on kine_applications
  for each row when (new.status = 'pending') execute function queues_are_followed('request_level');
create trigger kine_applications_taken_up_are_followed after update of status on kine_applications
  for each row when (new.status = 'pending' and old.status <> 'pending') execute function queues_are_followed('request_level');
create trigger reports_are_followed after insert on reports
  for each row when (new.decided_at is null) execute function queues_are_followed('report_level');

-- ── Zones ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Specialists who may take a case today, by place: who is told of a case near them is found by the index.
create table kine_places (
  kine_id uuid primary key references profiles on delete cascade,
  -- The slug of the place; empty where it is not known.
  place text not null,
  is_online boolean not null
);
create index kine_places_place_idx on kine_places (place, kine_id);
create index kine_places_online_idx on kine_places (kine_id) where is_online;

-- As what each case was counted.
create table case_places (
  case_id uuid primary key references cases on delete cascade,
  place text not null,
  day date not null,
  -- On offer, and without an application.
  is_waiting boolean not null
);

create index case_places_waiting_idx on case_places (case_id) where is_waiting;

-- Counts by place and day; a specialist counts without a day. A change is a row of its own, so that nobody waits for anybody; some of
-- the rows fold those of their place and day into one.
create table zone_counts (
  id bigint generated always as identity primary key,
  place text not null,
  day date,
  published integer not null default 0,
  waiting integer not null default 0,
  specialists integer not null default 0
);
comment on table zone_counts is 'what is counted of a place on a day: the sum of its rows';
create index zone_counts_place_idx on zone_counts (place, day);
create index zone_counts_day_idx on zone_counts (day);

create function count_zone(_place text, _day date, _published integer, _waiting integer, _specialists integer) returns void
  language plpgsql as $$
declare
  latest bigint;
begin
  insert into zone_counts (place, day, published, waiting, specialists)
    values (_place, _day, _published, _waiting, _specialists) returning id into latest;
  if latest % 16 = 0 then
    with chosen as (select id from zone_counts where place = _place and day is not distinct from _day order by id limit 1000
        for update skip locked),
      folded as (delete from zone_counts z using chosen where z.id = chosen.id returning z.published, z.waiting, z.specialists)
    insert into zone_counts (place, day, published, waiting, specialists)
      select _place, _day, coalesce(sum(published), 0), coalesce(sum(waiting), 0), coalesce(sum(specialists), 0) from folded;
  end if;
end $$;

create function case_places_are_counted() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_zone(old.place, old.day, -1, -old.is_waiting::int, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform count_zone(new.place, new.day, 1, new.is_waiting::int, 0);
  end if;
  return null;
end $$;
create trigger case_places_are_counted after insert or delete on case_places
  for each row execute function case_places_are_counted();
create trigger case_places_changed_are_counted after update on case_places
  for each row when (old is distinct from new) execute function case_places_are_counted();

create function kine_places_are_counted() returns trigger
  language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_zone(old.place, null, 0, 0, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_zone(new.place, null, 0, 0, 1);
  end if;
  return null;
end $$;
create trigger kine_places_are_counted after insert or delete on kine_places
  for each row execute function kine_places_are_counted();
create trigger kine_places_changed_are_counted after update on kine_places
  for each row when (old.place <> new.place) execute function kine_places_are_counted();

-- A case without a place of its own is where its patient lives.
create view counted_cases as
  select c.id as case_id, coalesce(c.place_slug, case when c.location_city is null then p.place_slug end, '') as place,
    (c.created_at at time zone 'America/Argentina/Buenos_Aires')::date as day,
    c.status = 'open' and c.dormant_at is null and p.suspended_at is null and p.health_withdrawn_at is null
      and not exists (select from matches m where m.case_id = c.id) as is_waiting
  from cases c left join profiles p on p.id = c.patient_id;

-- Counts a case as it is now. The lock makes the second of two changes see the first.
create function count_case(_case uuid) returns void
  language plpgsql as $$
begin
  insert into case_places select * from counted_cases where case_id = _case on conflict do nothing;
  perform from case_places where case_id = _case for update;
  update case_places p set place = c.place, day = c.day, is_waiting = c.is_waiting from counted_cases c
    where p.case_id = _case and c.case_id = _case and (p.place, p.day, p.is_waiting) is distinct from (c.place, c.day, c.is_waiting);
end $$;

create function cases_are_counted() returns trigger
  language plpgsql as $$
begin
  perform count_case(new.id);
  return null;
end $$;
create trigger cases_are_counted after insert on cases
  for each row execute function cases_are_counted();
create trigger cases_changed_are_counted after update on cases
  for each row when ((old.place_slug, old.location_city, old.created_at, old.status, old.dormant_at, old.patient_id)
    is distinct from (new.place_slug, new.location_city, new.created_at, new.status, new.dormant_at, new.patient_id))
  execute function cases_are_counted();

create function matches_are_counted() returns trigger
  language plpgsql as $$
begin
  -- Of a case that is being deleted nothing is left to count.
  perform count_case(coalesce(new.case_id, old.case_id));
  return null;
end $$;
create trigger matches_are_counted after insert or delete on matches
  for each row execute function matches_are_counted();

create view counted_kines as
  select p.id as kine_id, coalesce(p.place_slug, '') as place, coalesce(p.modalities ~* '\m(online|virtual)\M', false) as is_online
  from profiles p
  where p.approval_status = 'approved' and p.suspended_at is null
    and exists (select from user_roles r where r.user_id = p.id and r.role = 'kine');

-- Counts a specialist as they are now, whose profile its caller has locked.
create function count_kine(_kine uuid) returns void
  language plpgsql as $$
begin
  delete from kine_places where kine_id = _kine and not exists (select from counted_kines where kine_id = _kine);
  insert into kine_places select * from counted_kines where kine_id = _kine
    on conflict (kine_id) do update set place = excluded.place, is_online = excluded.is_online
    where (kine_places.place, kine_places.is_online) is distinct from (excluded.place, excluded.is_online);
end $$;

create function profiles_are_counted() returns trigger
  language plpgsql as $$
begin
  perform count_kine(new.id);
  if (old.place_slug, old.suspended_at is null, old.health_withdrawn_at is null)
    is distinct from (new.place_slug, new.suspended_at is null, new.health_withdrawn_at is null) then
    perform count_case(c.id) from (select id from cases where patient_id = new.id order by id) c;
  end if;
  return null;
end $$;
create trigger profiles_are_counted after update on profiles
  for each row when ((old.approval_status, old.suspended_at, old.place_slug, old.modalities, old.health_withdrawn_at)
    is distinct from (new.approval_status, new.suspended_at, new.place_slug, new.modalities, new.health_withdrawn_at))
  execute function profiles_are_counted();

create function roles_are_counted() returns trigger
  language plpgsql as $$
begin
  -- The lock on the person makes the second of two changes see the first.
  perform from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  perform count_kine(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger roles_are_counted after insert or delete or update of user_id, role on user_roles
  for each row execute function roles_are_counted();

-- Counts all of it again, for rows that came in past the triggers.
create function recount_zones() returns void
  language plpgsql as $$
begin
  lock table profiles, user_roles, cases, matches in share mode;
  delete from case_places;
  delete from kine_places;
  insert into case_places select * from counted_cases;
  insert into kine_places select * from counted_kines;
  delete from zone_counts;
  insert into zone_counts (place, day, published, waiting)
    select place, day, count(*), count(*) filter (where is_waiting) from case_places group by place, day;
  insert into zone_counts (place, specialists) select place, count(*) from kine_places group by place;
end $$;

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
  perform recount_zones();
end $$;

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''case_answered_by_link''::text, ') || ' not valid';
end $$;

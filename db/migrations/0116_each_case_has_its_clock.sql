-- Service levels: when specialists are notified of a case, what its patient is asked, and when an unanswered case leaves the lists. Each
-- level notes when it fired, so that it fires once. Jobs hold an id and read all of this again when they run.
-- 0116 to 0121 change one table of people each, so that nobody waits for two of them at once.

alter table cases add column dormant_at timestamptz;
comment on column cases.dormant_at is 'out of the lists of specialists: its patient did not answer whether they still look; its status stays open';

create table case_levels (
  case_id uuid primary key references cases on delete cascade,
  -- The last ring of places that was told.
  ring smallint not null default 0 constraint case_levels_ring check (ring between 0 and 4),
  -- The ring that its patient asked for, until it is told, and whether they asked for any modality: each is told once.
  wider_ring smallint constraint case_levels_wider_ring check (wider_ring between 1 and 4),
  is_modality_widened boolean not null default false,
  quiet_told_at timestamptz,
  operator_told_at timestamptz,
  -- The last reminder of an application that waits.
  reminded_at timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  constraint case_levels_answer_what_was_asked check (answered_at is null or asked_at is not null)
);

-- The specialists who were notified of a case or invited to it.
create table case_alerts (
  case_id uuid not null references cases on delete cascade,
  kine_id uuid not null,
  -- At once, or with the daily mail.
  is_at_once boolean not null,
  is_invitation boolean not null default false,
  told_at timestamptz not null default now(),
  primary key (case_id, kine_id)
);
create index case_alerts_kine_id_idx on case_alerts (kine_id, told_at);
create index case_alerts_told_at_idx on case_alerts (told_at);

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
  if new.dormant_at is not null then
    perform end_notifications_of_case(new.id, '{case_in_zone,case_invitation}');
  end if;
  return null;
end $$;
create trigger dormancy_is_told after update of dormant_at on cases
  for each row when ((new.dormant_at is null) <> (old.dormant_at is null)) execute function dormancy_is_told();

-- Back in the lists of specialists, also after it was accepted, a case has its clock again, and what its patient was asked is past.
create function cases_that_come_back_are_followed() returns trigger
  language plpgsql as $$
begin
  update case_levels set answered_at = now() where case_id = new.id and asked_at is not null and answered_at is null;
  perform run_level('case_level', new.id, '0');
  return null;
end $$;
create trigger cases_that_come_back_are_followed after update of status, dormant_at on cases
  for each row when (new.status = 'open' and new.dormant_at is null and (old.status <> 'open' or old.dormant_at is not null))
  execute function cases_that_come_back_are_followed();

-- ── Timers ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A setting without a row has the default of the program, which is given here.
create function setting_number(_key text, _fallback integer) returns integer
  language sql stable
  return coalesce((select case when jsonb_typeof(value) = 'number' then value::text::integer end from settings where key = _key), _fallback);

-- Without the NOTIFY of add_job, which makes commits wait for each other: an idle worker looks every two seconds. A job that runs
-- meanwhile is followed by another.
create function run_level(_job text, _id uuid, _wait interval) returns void
  language plpgsql as $$
begin
  insert into graphile_worker._private_jobs as j (task_id, payload, key, run_at, priority)
    select t.id, json_build_object('id', _id), _job || ':' || _id, now() + _wait, 10
    from graphile_worker._private_tasks t where t.identifier = _job
    on conflict (key) do update set payload = excluded.payload, run_at = excluded.run_at, priority = excluded.priority,
      revision = j.revision + 1, attempts = 0, last_error = null, updated_at = now()
    where j.locked_at is null;
  if not found then
    perform graphile_worker.add_job(_job, payload => json_build_object('id', _id), job_key => _job || ':' || _id,
      run_at => now() + _wait, priority => 10);
  end if;
end $$;

create function cases_are_followed() returns trigger
  language plpgsql as $$
begin
  perform run_level('case_level', new.id, '0');
  return null;
end $$;
create trigger cases_are_followed after insert on cases
  for each row execute function cases_are_followed();

-- ── Zones ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
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
create function new_cases_are_counted() returns trigger
  language plpgsql as $$
begin
  insert into case_places select * from counted_cases where case_id = new.id;
  return null;
end $$;
create trigger cases_are_counted after insert on cases
  for each row execute function new_cases_are_counted();
create trigger cases_changed_are_counted after update on cases
  for each row when ((old.place_slug, old.location_city, old.created_at, old.status, old.dormant_at, old.patient_id)
    is distinct from (new.place_slug, new.location_city, new.created_at, new.status, new.dormant_at, new.patient_id))
  execute function cases_are_counted();

create trigger cases_take_their_clock after delete on cases
  for each row execute function jobs_go_with_their_row('case_level');

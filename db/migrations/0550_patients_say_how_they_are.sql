-- What patients say of themselves along a treatment: their pain, and how they manage the activities they named. They correct and delete it.
create type measure_moment as enum ('start', 'along', 'end', 'after');

create table measure_activities (
  case_id uuid not null references cases on delete cascade,
  n smallint not null,
  name text not null,
  primary key (case_id, n),
  constraint measure_activities_n check (n between 1 and 3),
  constraint measure_activities_name check (char_length(btrim(name)) between 1 and 80)
);

-- scores: by the number of the activity, {"1": 7}.
create table measures (
  id uuid primary key default uuid_v7(),
  case_id uuid not null references cases on delete cascade,
  day date not null,
  moment measure_moment not null,
  pain smallint,
  scores jsonb not null default '{}',
  created_at timestamptz not null default now(),
  constraint measures_once_a_day unique (case_id, day),
  constraint measures_pain check (pain between 0 and 10),
  constraint measures_scores check (jsonb_typeof(scores) = 'object' and scores - array['1', '2', '3'] = '{}'
    and not jsonb_path_exists(scores, 'strict $.* ? (@.type() != "number" || @ < 0 || @ > 10 || @.floor() != @)')),
  constraint measures_say_something check (pain is not null or scores <> '{}')
);

-- The days on which a specialist read the measures of a case.
create table measure_views (
  case_id uuid not null references cases on delete cascade,
  viewer_id uuid not null references profiles on delete cascade,
  day date not null,
  primary key (case_id, viewer_id, day)
);
create index measure_views_viewer_id_idx on measure_views (viewer_id);

-- measures_begun_at: when the facts of the case were taken as its first measure, once.
alter table case_levels add column measures_begun_at timestamptz, add column measure_asked_at timestamptz;

-- A procedure holds the consent before it writes; an acceptance holds the case, which a withdrawal waits for.
create function measures_are_of_their_patient() returns trigger
  language plpgsql as $$
declare
  patient uuid;
  given text;
begin
  select p.id, p.health_consent into patient, given from cases c join profiles p on p.id = c.patient_id where c.id = new.case_id;
  if patient is null or viewer_id() is distinct from patient then
    perform refuse('measures_of_their_patient', 'only its patient says how they are');
  end if;
  if given is distinct from current_consent('health_data') then
    perform refuse('measures_need_consent', 'what patients say of themselves is kept with their consent');
  end if;
  return new;
end $$;
create trigger measure_activities_are_of_their_patient before insert on measure_activities
  for each row execute function measures_are_of_their_patient();
create trigger measures_are_of_their_patient before insert or update on measures
  for each row execute function measures_are_of_their_patient();

create function measures_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if old.day <> new.day or old.day <> (now() at time zone 'America/Argentina/Buenos_Aires')::date then
    perform refuse('measures_settle_that_day', 'a measure is corrected on its day');
  end if;
  return new;
end $$;
create trigger measures_keep_their_course before update on measures
  for each row execute function measures_keep_their_course();

create function measure_activities_are_fixed() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select from measures where case_id = new.case_id and scores <> '{}') then
    perform refuse('measure_activities_are_fixed', 'the first measure of them fixes the activities');
  end if;
  return new;
end $$;
create trigger measure_activities_are_fixed before insert or update on measure_activities
  for each row execute function measure_activities_are_fixed();

-- What patients say of themselves along a treatment: their pain, and how they manage the activities they named. They correct and delete it.
create type measure_moment as enum ('start', 'along', 'end', 'after');

create table measure_activities (
  case_id uuid not null,
  n smallint not null,
  name text not null,
  constraint measure_activities_pkey PRIMARY KEY (case_id, n),
  constraint measure_activities_n CHECK (n >= 1 AND n <= 3),
  constraint measure_activities_name CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 80),
  constraint measure_activities_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.measure_activities_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<measure_activities_are_fixed>>
  begin
    if tg_op = 'UPDATE' or exists (select from measures where case_id = new.case_id and scores <> '{}') then
      perform refuse('measure_activities_are_fixed', 'the first measure of them fixes the activities');
    end if;
  end measure_activities_are_fixed;
  if tg_op = 'INSERT' then
    <<measures_are_of_their_patient>>
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
    end measures_are_of_their_patient;
  end if;
  return new;
end $function$;

CREATE TRIGGER measure_activities_keep_their_course BEFORE INSERT OR UPDATE ON measure_activities FOR EACH ROW EXECUTE FUNCTION measure_activities_keep_their_course();

-- The days on which a specialist read the measures of a case.
create table measure_views (
  case_id uuid not null,
  viewer_id uuid not null,
  day date not null,
  constraint measure_views_pkey PRIMARY KEY (case_id, viewer_id, day),
  constraint measure_views_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint measure_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX measure_views_viewer_id_idx ON measure_views USING btree (viewer_id);

-- scores: by the number of the activity, {"1": 7}.
create table measures (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  day date not null,
  moment measure_moment not null,
  pain smallint,
  scores jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint measures_pkey PRIMARY KEY (id),
  constraint measures_once_a_day UNIQUE (case_id, day),
  constraint measures_pain CHECK (pain >= 0 AND pain <= 10),
  constraint measures_say_something CHECK (pain IS NOT NULL OR scores <> '{}'::jsonb),
  constraint measures_scores CHECK (jsonb_typeof(scores) = 'object'::text AND (scores - ARRAY['1'::text, '2'::text, '3'::text]) = '{}'::jsonb AND NOT jsonb_path_exists(scores, 'strict $.*?(((@.type() != "number" || @ < 0) || @ > 10) || @.floor() != @)'::jsonpath)),
  constraint measures_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.measures_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<measures_are_of_their_patient>>
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
  end measures_are_of_their_patient;
  if tg_op = 'UPDATE' then
    <<course>>
    begin
      if old.day <> new.day or old.day <> (now() at time zone 'America/Argentina/Buenos_Aires')::date then
        perform refuse('measures_settle_that_day', 'a measure is corrected on its day');
      end if;
    end course;
  end if;
  return new;
end $function$;

CREATE TRIGGER measures_keep_their_course BEFORE INSERT OR UPDATE ON measures FOR EACH ROW EXECUTE FUNCTION measures_keep_their_course();

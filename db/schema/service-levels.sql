create table case_levels (
  case_id uuid not null,
  ring smallint default 0 not null,
  wider_ring smallint,
  is_modality_widened boolean default false not null,
  quiet_told_at timestamp with time zone,
  operator_told_at timestamp with time zone,
  reminded_at timestamp with time zone,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  measures_begun_at timestamp with time zone,
  measure_asked_at timestamp with time zone,
  finished_asked_at timestamp with time zone,
  finished_answered_at timestamp with time zone,
  constraint case_levels_pkey PRIMARY KEY (case_id),
  constraint case_levels_answer_what_was_asked CHECK (answered_at IS NULL OR asked_at IS NOT NULL),
  constraint case_levels_finished_when_asked CHECK (finished_answered_at IS NULL OR finished_asked_at IS NOT NULL),
  constraint case_levels_ring CHECK (ring >= 0 AND ring <= 4),
  constraint case_levels_wider_ring CHECK (wider_ring >= 1 AND wider_ring <= 4),
  constraint case_levels_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

-- As what each case was counted.
create table case_places (
  case_id uuid not null,
  place text not null,
  day date not null,
  is_waiting boolean not null,
  is_counted boolean default true not null,
  constraint case_places_pkey PRIMARY KEY (case_id),
  constraint case_places_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);
comment on column case_places.is_counted is 'of a patient who proved the mailbox first: of others nothing is counted for the admins';

CREATE INDEX case_places_waiting_idx ON case_places USING btree (case_id) WHERE is_waiting;

CREATE OR REPLACE FUNCTION public.case_places_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and (old.* IS DISTINCT FROM new.*) or tg_op in ('INSERT', 'DELETE') then
    <<course>>
    begin
      if tg_op <> 'INSERT' then
        perform count_zone(old.place, old.day, -old.is_counted::int, -old.is_waiting::int, 0);
      end if;
      if tg_op <> 'DELETE' then
        perform count_zone(new.place, new.day, new.is_counted::int, new.is_waiting::int, 0);
      end if;
    end course;
  end if;
  return null;
end $function$;

CREATE TRIGGER case_places_are_counted AFTER INSERT OR DELETE OR UPDATE ON case_places FOR EACH ROW EXECUTE FUNCTION case_places_are_counted();

-- Approved specialists by place: the index finds those near a case.
create table kine_places (
  kine_id uuid not null,
  place text not null,
  is_online boolean not null,
  constraint kine_places_pkey PRIMARY KEY (kine_id),
  constraint kine_places_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX kine_places_online_idx ON kine_places USING btree (kine_id) WHERE is_online;
CREATE INDEX kine_places_place_idx ON kine_places USING btree (place, kine_id);

CREATE OR REPLACE FUNCTION public.kine_places_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and (old.place <> new.place) or tg_op in ('INSERT', 'DELETE') then
    <<course>>
    begin
      if tg_op <> 'INSERT' then
        perform count_zone(old.place, null, 0, 0, -1);
      end if;
      if tg_op <> 'DELETE' then
        perform count_zone(new.place, null, 0, 0, 1);
      end if;
    end course;
  end if;
  return null;
end $function$;

CREATE TRIGGER kine_places_are_counted AFTER INSERT OR DELETE OR UPDATE ON kine_places FOR EACH ROW EXECUTE FUNCTION kine_places_are_counted();

create table match_levels (
  match_id uuid not null,
  first_reminder_at timestamp with time zone,
  second_reminder_at timestamp with time zone,
  kine_told_at timestamp with time zone,
  accepted_at timestamp with time zone,
  both_asked_at timestamp with time zone,
  coordinated_at timestamp with time zone,
  constraint match_levels_pkey PRIMARY KEY (match_id),
  constraint match_levels_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);
comment on column match_levels.coordinated_at is 'when one of the two said that they agreed without the program';

-- Counts by place and day; a specialist counts without a day. A change is a row of its own, so that nobody waits for anybody; some of
-- the rows fold those of their place and day into one.
create table zone_counts (
  id bigint generated always as identity not null,
  place text not null,
  day date,
  published integer default 0 not null,
  waiting integer default 0 not null,
  specialists integer default 0 not null,
  constraint zone_counts_pkey PRIMARY KEY (id)
);
comment on table zone_counts is 'what is counted of a place on a day: the sum of its rows';

CREATE INDEX zone_counts_day_idx ON zone_counts USING btree (day);
CREATE INDEX zone_counts_place_idx ON zone_counts USING btree (place, day);

-- A case without a place of its own is where its patient lives.
create view counted_cases as
 SELECT case_id,
    place,
    day,
    is_waiting AND is_counted AS is_waiting,
    is_counted
   FROM ( SELECT c_1.id AS case_id,
            COALESCE(c_1.place_slug,
                CASE
                    WHEN c_1.location_city IS NULL THEN p.place_slug
                    ELSE NULL::text
                END, ''::text) AS place,
            (c_1.created_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text)::date AS day,
            c_1.status = 'open'::case_status AND c_1.dormant_at IS NULL AND p.suspended_at IS NULL AND p.health_withdrawn_at IS NULL AND ('patient'::app_role <> ALL (p.ended_roles)) AND NOT (EXISTS ( SELECT
                   FROM matches m
                  WHERE m.case_id = c_1.id)) AS is_waiting,
            w.id IS NOT NULL AS is_counted
           FROM cases c_1
             LEFT JOIN profiles p ON p.id = c_1.patient_id
             LEFT JOIN counted_people w ON w.id = c_1.patient_id) c;

create view counted_kines as
 SELECT id AS kine_id,
    COALESCE(place_slug, ''::text) AS place,
    COALESCE(modalities ~* '\m(online|virtual)\M'::text, false) AS is_online
   FROM profiles p
  WHERE approval_status = 'approved'::approval_status AND suspended_at IS NULL AND (EXISTS ( SELECT
           FROM user_roles r
          WHERE r.user_id = p.id AND r.role = 'kine'::app_role));

CREATE OR REPLACE FUNCTION public.cases_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<new_cases_are_counted>>
    begin
      insert into case_places select * from counted_cases where case_id = new.id;
    end new_cases_are_counted;
  end if;
  if tg_op = 'UPDATE' and ((old.place_slug IS DISTINCT FROM new.place_slug) OR (old.location_city IS DISTINCT FROM new.location_city) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.status IS DISTINCT FROM new.status) OR (old.dormant_at IS DISTINCT FROM new.dormant_at) OR (old.patient_id IS DISTINCT FROM new.patient_id)) then
    <<course>>
    begin
      perform count_case(new.id);
    end course;
  end if;
  return null;
end $function$;

-- Counts a case as it is now. The lock makes the second of two changes see the first.
CREATE OR REPLACE FUNCTION public.count_case(_case uuid) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
begin
  insert into case_places select * from counted_cases where case_id = _case on conflict do nothing;
  perform from case_places where case_id = _case for update;
  update case_places p set place = c.place, day = c.day, is_waiting = c.is_waiting, is_counted = c.is_counted from counted_cases c
    where p.case_id = _case and c.case_id = _case and (p.place, p.day, p.is_waiting, p.is_counted)
      is distinct from (c.place, c.day, c.is_waiting, c.is_counted);
end $function$;

-- Counts a specialist as they are now, whose profile its caller has locked.
CREATE OR REPLACE FUNCTION public.count_kine(_kine uuid) RETURNS void LANGUAGE plpgsql AS $function$
begin
  delete from kine_places where kine_id = _kine and not exists (select from counted_kines where kine_id = _kine);
  insert into kine_places select * from counted_kines where kine_id = _kine
    on conflict (kine_id) do update set place = excluded.place, is_online = excluded.is_online
    where (kine_places.place, kine_places.is_online) is distinct from (excluded.place, excluded.is_online);
end $function$;

CREATE OR REPLACE FUNCTION public.count_zone(_place text, _day date, _published integer, _waiting integer, _specialists integer) RETURNS void LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.matches_are_counted() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
begin
  if tg_op = 'INSERT' then
    perform from case_places where case_id = new.case_id for update;
    update case_places set is_waiting = false where case_id = new.case_id and is_waiting;
    return null;
  end if;
  -- Of a case that is being deleted nothing is left to count.
  perform count_case(old.case_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.profiles_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and (((new.suspended_at IS NULL) <> (old.suspended_at IS NULL)) AND (new.approval_status = old.approval_status)) or tg_op = 'UPDATE' and (new.approval_status <> old.approval_status) then
    <<count_approvals>>
    begin
      if exists (select from user_roles where user_id = old.id and role = 'kine') then
        perform tally('specialists', coalesce(new.approval_status = 'approved' and new.suspended_at is null, false)::int
          - (old.approval_status = 'approved' and old.suspended_at is null)::int);
      end if;
    end count_approvals;
  end if;
  if tg_op in ('INSERT', 'DELETE') then
    <<count_people>>
    begin
      perform tally('people', case tg_op when 'INSERT' then 1 else -1 end);
    end count_people;
  end if;
  if tg_op = 'UPDATE' and ((old.ended_roles IS DISTINCT FROM new.ended_roles) OR (old.approval_status IS DISTINCT FROM new.approval_status) OR (old.suspended_at IS DISTINCT FROM new.suspended_at) OR (old.place_slug IS DISTINCT FROM new.place_slug) OR (old.modalities IS DISTINCT FROM new.modalities) OR (old.health_withdrawn_at IS DISTINCT FROM new.health_withdrawn_at)) then
    <<course>>
    begin
      perform count_kine(new.id);
      if (old.place_slug, old.suspended_at is null, old.health_withdrawn_at is null, old.ended_roles)
        is distinct from (new.place_slug, new.suspended_at is null, new.health_withdrawn_at is null, new.ended_roles) then
        perform count_case(c.id) from (select id from cases where patient_id = new.id order by id) c;
      end if;
    end course;
  end if;
  return null;
end $function$;

-- Counts all of it again, for rows that came in past the triggers.
CREATE OR REPLACE FUNCTION public.recount_zones() RETURNS void LANGUAGE plpgsql AS $function$
begin
  lock table profiles, user_roles, cases, matches in share mode;
  -- Each row would fold what the others of this transaction counted.
  alter table case_places disable trigger case_places_are_counted;
  alter table kine_places disable trigger kine_places_are_counted;
  delete from case_places;
  delete from kine_places;
  insert into case_places select * from counted_cases;
  insert into kine_places select * from counted_kines;
  alter table case_places enable trigger case_places_are_counted;
  alter table kine_places enable trigger kine_places_are_counted;
  delete from zone_counts;
  insert into zone_counts (place, day, published, waiting)
    select place, day, count(*) filter (where is_counted), count(*) filter (where is_waiting) from case_places group by place, day;
  insert into zone_counts (place, specialists) select place, count(*) from kine_places group by place;
end $function$;

CREATE OR REPLACE FUNCTION public.roles_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' and (old.role = 'kine'::app_role) or tg_op = 'INSERT' and (new.role = 'kine'::app_role) or tg_op = 'UPDATE' and ((old.role = 'kine'::app_role) <> (new.role = 'kine'::app_role)) then
    <<count_kine_roles>>
    declare
      counts boolean;
    begin
      select approval_status = 'approved' and suspended_at is null into counts
        from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
      if counts then
        perform tally('specialists', coalesce(new.role = 'kine', false)::int - coalesce(old.role = 'kine', false)::int);
      end if;
    end count_kine_roles;
  end if;
  if (tg_op <> 'UPDATE' or (new.user_id, new.role) is distinct from (old.user_id, old.role)) then
    <<course>>
    begin
      -- The lock on the person makes the second of two changes see the first.
      perform from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
      perform count_kine(coalesce(new.user_id, old.user_id));
    end course;
  end if;
  return null;
end $function$;

-- The job runner's tables are its own: an upgrade may change them, and only its functions keep what they promise.
CREATE OR REPLACE FUNCTION public.run_level(_job text, _id uuid, _wait interval) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
begin
  perform graphile_worker.add_job(_job, payload => json_build_object('id', _id), job_key => _job || ':' || _id,
    run_at => now() + _wait, priority => 10);
end $function$;

CREATE TRIGGER cases_are_counted AFTER INSERT OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_are_counted();
CREATE TRIGGER matches_are_counted AFTER INSERT OR DELETE ON matches FOR EACH ROW EXECUTE FUNCTION matches_are_counted();
CREATE TRIGGER profiles_are_counted AFTER INSERT OR DELETE OR UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_are_counted();
CREATE TRIGGER roles_are_counted AFTER INSERT OR DELETE OR UPDATE ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_are_counted();

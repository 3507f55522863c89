create type flow_step as enum ('published', 'first_application', 'accepted', 'withdrawn', 'slept', 'closed', 'reviewed', 'unanswered');
create type kine_segment as enum ('no_cases', 'silent', 'unpicked', 'away', 'active');

create table case_steps (
  case_id uuid not null,
  steps bit(8) default '00000000'::"bit" not null,
  published_at timestamp with time zone not null,
  day date not null,
  place text not null,
  modality text not null,
  zone text not null,
  constraint case_steps_pkey PRIMARY KEY (case_id),
  constraint case_steps_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

create table flow_counts (
  id bigint generated always as identity not null,
  day date not null,
  place text not null,
  modality text not null,
  zone text not null,
  step flow_step not null,
  after smallint not null,
  n integer not null,
  is_new boolean default true not null,
  constraint flow_counts_pkey PRIMARY KEY (id),
  constraint flow_counts_after CHECK (after >= 0 AND after <= 8)
);
comment on column flow_counts.day is 'the day of publication in Buenos Aires; of cases older than 400 days the first of its month';
comment on column flow_counts.after is 'since the publication: under 1 h, 3, 6, 12, 24, 48 h, 7 days, 30 days, later';
comment on column flow_counts.is_new is 'not in flow_sums yet';

CREATE INDEX flow_counts_day_idx ON flow_counts USING btree (day, place, modality, zone);
CREATE INDEX flow_counts_new_idx ON flow_counts USING btree (id) WHERE is_new;

create table flow_sums (
  span smallint not null,
  from_day date not null,
  place text not null,
  modality text not null,
  zone text not null,
  n integer[] not null,
  unmet integer generated always as (n[1] - n[2] - n[3] - n[4] - n[5] - n[6] - n[7] - n[8] - n[9] - n[10] - n[11] - n[12] - n[13] - n[14] - n[15] - n[16] - n[17] - n[18] - n[19]) stored,
  constraint flow_sums_pkey PRIMARY KEY (span, place, modality, zone, from_day),
  constraint flow_sums_slots CHECK (cardinality(n) = 32),
  constraint flow_sums_span CHECK (span = ANY (ARRAY[7, 28]))
);
comment on column flow_sums.n is 'published; first applications, ends without one and acceptances by `after`, nine each; withdrawn, slept, closed, reviewed';

CREATE INDEX flow_sums_from_day_idx ON flow_sums USING btree (from_day);
CREATE INDEX flow_sums_unmet_idx ON flow_sums USING btree (from_day, zone, unmet DESC, place, modality) WHERE span = 28 AND place <> '*'::text AND modality <> '*'::text;

create table kine_pulse (
  kine_id uuid not null,
  computed_on date not null,
  told_30 integer not null,
  applied_30 integer not null,
  accepted_30 integer not null,
  seen_on date,
  segment kine_segment not null,
  constraint kine_pulse_pkey PRIMARY KEY (kine_id),
  constraint kine_pulse_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX kine_pulse_segment_idx ON kine_pulse USING btree (segment, kine_id);

create table kine_segments (
  segment kine_segment not null,
  n integer not null,
  computed_at timestamp with time zone default now() not null,
  constraint kine_segments_pkey PRIMARY KEY (segment)
);

create view case_step_facts as
 SELECT c.id AS case_id,
    f.step,
    f.at
   FROM cases c
     CROSS JOIN LATERAL ( VALUES ('published'::flow_step,c.created_at), ('first_application'::flow_step,( SELECT LEAST(( SELECT min(m.created_at) AS min
                           FROM matches m
                          WHERE m.case_id = c.id), ( SELECT min(a.at) AS min
                           FROM applications_made a
                          WHERE a.case_id = c.id)) AS "least")), ('accepted'::flow_step,( SELECT min(COALESCE(l.accepted_at, m.decided_at)) AS min
                   FROM matches m
                     LEFT JOIN match_levels l ON l.match_id = m.id
                  WHERE m.case_id = c.id AND (m.status = 'accepted'::match_status OR m.ended_at IS NOT NULL))), ('slept'::flow_step,c.dormant_at), ('closed'::flow_step,
                CASE
                    WHEN c.status = 'closed'::case_status THEN c.closed_at
                    ELSE NULL::timestamp with time zone
                END), ('reviewed'::flow_step,( SELECT min(r.created_at) AS min
                   FROM reviews r
                  WHERE r.case_id = c.id)), ('unanswered'::flow_step,
                CASE
                    WHEN c.status = 'closed'::case_status AND c.accepted_kine_id IS NULL AND c.patient_id IS NOT NULL AND NOT (EXISTS ( SELECT
                       FROM matches m
                      WHERE m.case_id = c.id)) THEN c.closed_at
                    ELSE NULL::timestamp with time zone
                END)) f(step, at)
  WHERE f.at IS NOT NULL;

create view published_cases as
 SELECT c.id AS case_id,
    c.created_at AS published_at,
    (c.created_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text)::date AS day,
    COALESCE(c.place_slug,
        CASE
            WHEN c.location_city IS NULL THEN p.place_slug
            ELSE NULL::text
        END, ''::text) AS place,
    COALESCE(c.preferred_modality::text, ''::text) AS modality,
    COALESCE(c.zone_slug, ''::text) AS zone
   FROM cases c
     JOIN counted_people w ON w.id = c.patient_id
     LEFT JOIN profiles p ON p.id = c.patient_id;

CREATE OR REPLACE FUNCTION public.add_counts(_to integer[], _slots integer[], _n integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE AS $function$
begin
  for i in 1 .. cardinality(_slots) loop
    _to[_slots[i]] := _to[_slots[i]] + _n[i];
  end loop;
  return _to;
end $function$;

CREATE OR REPLACE FUNCTION public.count_missing_steps(_since timestamp with time zone, _patient uuid DEFAULT NULL::uuid) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode TO 'force_custom_plan' AS $function$
declare
  counted integer;
begin
  insert into case_steps (case_id, published_at, day, place, modality, zone)
    select p.* from published_cases p where p.published_at >= _since
      and (_patient is null or p.case_id in (select id from cases where patient_id = _patient))
    -- A condition on what is not counted yet would be planned for an empty table, and read all of it for each case.
    on conflict do nothing;
  -- The lock makes the second of two counts see the first.
  perform from case_steps s where s.published_at >= _since
    and (_patient is null or s.case_id in (select id from cases where patient_id = _patient)) and exists (select from case_step_facts f where f.case_id = s.case_id
    and get_bit(s.steps, array_position(enum_range(null::flow_step), f.step) - 1) = 0) order by case_id for update;
  with missing as (
    select s.*, f.step, f.at, array_position(enum_range(null::flow_step), f.step) - 1 as nth
    from case_steps s join case_step_facts f on f.case_id = s.case_id
    where s.published_at >= _since and (_patient is null or s.case_id in (select id from cases where patient_id = _patient))
      and get_bit(s.steps, array_position(enum_range(null::flow_step), f.step) - 1) = 0
  ), marked as (
    update case_steps s set steps = s.steps | m.steps
    from (select case_id, bit_or(set_bit(B'00000000', nth, 1)) as steps from missing group by case_id) m
    where s.case_id = m.case_id
  )
  insert into flow_counts (day, place, modality, zone, step, after, n)
    select day, place, modality, zone, step, flow_bucket(greatest(at - published_at, '0')), count(*)
    from missing group by 1, 2, 3, 4, 5, 6;
  get diagnostics counted = row_count;
  return counted;
end $function$;

CREATE OR REPLACE FUNCTION public.count_step(_case uuid, _step flow_step) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
declare
  nth constant integer := array_position(enum_range(null::flow_step), _step) - 1;
  counted case_steps;
begin
  update case_steps set steps = set_bit(steps, nth, 1) where case_id = _case and get_bit(steps, nth) = 0 returning * into counted;
  if not found then
    return;
  end if;
  insert into flow_counts (day, place, modality, zone, step, after, n)
    values (counted.day, counted.place, counted.modality, counted.zone, _step, flow_bucket(now() - counted.published_at), 1);
  -- Who ends a case that nobody applied to waits no longer.
  if _step in ('withdrawn', 'closed') and get_bit(counted.steps, 1) = 0 then
    perform count_step(_case, 'unanswered');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.flow_bucket(_after interval) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (width_bucket(EXTRACT(epoch FROM _after), ARRAY[(3600)::numeric, (10800)::numeric, (21600)::numeric, (43200)::numeric, (86400)::numeric, (172800)::numeric, (604800)::numeric, (2592000)::numeric]))::smallint;
CREATE OR REPLACE FUNCTION public.flow_slot(_step flow_step, _after smallint) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN CASE _step WHEN 'published'::flow_step THEN 1 WHEN 'first_application'::flow_step THEN (2 + _after) WHEN 'unanswered'::flow_step THEN (11 + _after) WHEN 'accepted'::flow_step THEN (20 + _after) WHEN 'withdrawn'::flow_step THEN 29 WHEN 'slept'::flow_step THEN 30 WHEN 'closed'::flow_step THEN 31 WHEN 'reviewed'::flow_step THEN 32 ELSE NULL::integer END;

-- How cases fare, counted by the day of their publication: who deletes a case leaves what was counted of it. The program counts a step in the
-- transaction of its act, under the lock of the case.
create type flow_step as enum ('published', 'first_application', 'accepted', 'withdrawn', 'slept', 'closed', 'reviewed', 'unanswered');

-- Which steps of a case are counted, in the order of the type, and as what it was published. It goes with the case, the counts stay.
create table case_steps (
  case_id uuid not null,
  steps bit(8) default B'00000000' not null,
  published_at timestamp with time zone not null,
  day date not null,
  place text not null,
  modality text not null,
  zone text not null,
  constraint case_steps_pkey primary key (case_id),
  constraint case_steps_case_id_fkey foreign key (case_id) references cases(id) on delete cascade
);

-- What happened to the cases of a day, and how long after their publication. A change is a row of its own, so that nobody waits for anybody.
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
  constraint flow_counts_pkey primary key (id),
  constraint flow_counts_after check (after between 0 and 8)
);
comment on column flow_counts.day is 'the day of publication in Buenos Aires; of cases older than 400 days the first of its month';
comment on column flow_counts.after is 'since the publication: under 1 h, 3, 6, 12, 24, 48 h, 7 days, 30 days, later';
comment on column flow_counts.is_new is 'not in flow_sums yet';
create index flow_counts_new_idx on flow_counts (id) where is_new;
create index flow_counts_day_idx on flow_counts (day, place, modality, zone);

-- The same as sums for reading: by week of all cases, and by four weeks of each place, modality and zone of the body, '*' for all.
create table flow_sums (
  span smallint not null,
  from_day date not null,
  place text not null,
  modality text not null,
  zone text not null,
  n integer[] not null,
  unmet integer generated always as (n[1] - n[2] - n[3] - n[4] - n[5] - n[6] - n[7] - n[8] - n[9] - n[10] - n[11] - n[12] - n[13]
    - n[14] - n[15] - n[16] - n[17] - n[18] - n[19]) stored,
  constraint flow_sums_pkey primary key (span, place, modality, zone, from_day),
  constraint flow_sums_span check (span in (7, 28)),
  constraint flow_sums_slots check (cardinality(n) = 32)
);
comment on column flow_sums.n is 'published; first applications, ends without one and acceptances by `after`, nine each; withdrawn, slept, closed, reviewed';
create index flow_sums_unmet_idx on flow_sums (from_day, zone, unmet desc, place, modality)
  where span = 28 and place <> '*' and modality <> '*';
create index flow_sums_from_day_idx on flow_sums (from_day);

create function flow_bucket(_after interval) returns smallint language sql immutable parallel safe
  return width_bucket(extract(epoch from _after), array[3600, 10800, 21600, 43200, 86400, 172800, 604800, 2592000]::numeric[])::smallint;

create function flow_slot(_step flow_step, _after smallint) returns integer language sql immutable parallel safe
  return case _step when 'published' then 1 when 'first_application' then 2 + _after when 'unanswered' then 11 + _after
    when 'accepted' then 20 + _after when 'withdrawn' then 29 when 'slept' then 30 when 'closed' then 31 when 'reviewed' then 32 end;

create function add_counts(_to integer[], _slots integer[], _n integer[]) returns integer[] language plpgsql immutable as $function$
begin
  for i in 1 .. cardinality(_slots) loop
    _to[_slots[i]] := _to[_slots[i]] + _n[i];
  end loop;
  return _to;
end $function$;

-- Counts a step of a case once. Its caller holds the lock of the case.
create function count_step(_case uuid, _step flow_step) returns void language plpgsql set plan_cache_mode to 'force_generic_plan' as $function$
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

-- A case as it is published. One without a place of its own is where its patient lives.
create view published_cases as
  select c.id as case_id, c.created_at as published_at, (c.created_at at time zone 'America/Argentina/Buenos_Aires')::date as day,
    coalesce(c.place_slug, case when c.location_city is null then p.place_slug end, '') as place,
    coalesce(c.preferred_modality::text, '') as modality, coalesce(c.zone_slug, '') as zone
  from cases c left join profiles p on p.id = c.patient_id;

create function count_publication(_case uuid) returns void language plpgsql set plan_cache_mode to 'force_generic_plan' as $function$
begin
  insert into case_steps (case_id, published_at, day, place, modality, zone) select * from published_cases where case_id = _case;
  perform count_step(_case, 'published');
end $function$;

-- The steps that the rows of a case show, with their times.
create view case_step_facts as
  select c.id as case_id, f.step, f.at from cases c cross join lateral (values
    ('published'::flow_step, c.created_at),
    ('first_application', (select least((select min(m.created_at) from matches m where m.case_id = c.id),
      (select min(a.at) from applications_made a where a.case_id = c.id)))),
    ('accepted', (select min(coalesce(l.accepted_at, m.decided_at)) from matches m left join match_levels l on l.match_id = m.id
      where m.case_id = c.id and (m.status = 'accepted' or m.ended_at is not null))),
    ('slept', c.dormant_at),
    ('closed', case when c.status = 'closed' then c.closed_at end),
    ('reviewed', (select min(r.created_at) from reviews r where r.case_id = c.id)),
    ('unanswered', case when c.status = 'closed' and c.accepted_kine_id is null and c.patient_id is not null
      and not exists (select from matches m where m.case_id = c.id) then c.closed_at end)
  ) f(step, at) where f.at is not null;

-- Counts what the rows of cases published since a time show and nobody counted: what there was before, rows that moved in, and acts of the
-- version before. Returns how many steps.
create function count_missing_steps(_since timestamp with time zone) returns integer language plpgsql as $function$
declare
  counted integer;
begin
  insert into case_steps (case_id, published_at, day, place, modality, zone)
    select p.* from published_cases p where p.published_at >= _since
    -- A condition on what is not counted yet would be planned for an empty table, and read all of it for each case.
    on conflict do nothing;
  -- The lock makes the second of two counts see the first.
  perform from case_steps s where s.published_at >= _since and exists (select from case_step_facts f where f.case_id = s.case_id
    and get_bit(s.steps, array_position(enum_range(null::flow_step), f.step) - 1) = 0) order by case_id for update;
  with missing as (
    select s.*, f.step, f.at, array_position(enum_range(null::flow_step), f.step) - 1 as nth
    from case_steps s join case_step_facts f on f.case_id = s.case_id
    where s.published_at >= _since and get_bit(s.steps, array_position(enum_range(null::flow_step), f.step) - 1) = 0
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

-- Adds at most so many new rows to the sums and to the rows of their day. Returns how many.
create function fold_flow(_most integer) returns integer language plpgsql as $function$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold flow', 0)) then
    return 0;
  end if;
  with taken as (
    delete from flow_counts where id in (select id from flow_counts where is_new order by id limit _most)
    returning day, place, modality, zone, step, after, n
  ), before as (
    delete from flow_counts f using (select distinct day, place, modality, zone from taken) t
    where not f.is_new and f.day = t.day and f.place = t.place and f.modality = t.modality and f.zone = t.zone
    returning f.day, f.place, f.modality, f.zone, f.step, f.after, f.n
  ), kept as (
    insert into flow_counts (day, place, modality, zone, step, after, n, is_new)
      select day, place, modality, zone, step, after, sum(n), false from (select * from taken union all select * from before) f
      group by 1, 2, 3, 4, 5, 6
  ), slots as (
    select c.span, c.from_day, c.place, c.modality, c.zone, flow_slot(t.step, t.after) as slot, sum(t.n)::integer as n
    from taken t cross join lateral (
      select 7 as span, date_trunc('week', t.day)::date as from_day, '*' as place, '*' as modality, '*' as zone
      union all
      select 28, date '2020-01-06' + floor((t.day - date '2020-01-06') / 28.0)::integer * 28, p.place, m.modality, z.zone
      from (values (t.place), ('*')) p(place), (values (t.modality), ('*')) m(modality), (values (t.zone), ('*')) z(zone)
    ) c
    where c.from_day >= current_date - 430
    group by 1, 2, 3, 4, 5, 6
  ), summed as (
    insert into flow_sums (span, from_day, place, modality, zone, n)
      select c.span, c.from_day, c.place, c.modality, c.zone, add_counts(coalesce((select s.n from flow_sums s where (s.span, s.from_day, s.place, s.modality, s.zone)
        = (c.span, c.from_day, c.place, c.modality, c.zone)), array_fill(0, array[32])), c.slots, c.counts)
      from (select span, from_day, place, modality, zone, array_agg(slot) as slots, array_agg(n) as counts from slots group by 1, 2, 3, 4, 5) c
      on conflict (span, place, modality, zone, from_day) do update set n = excluded.n
  )
  select count(*) into folded from taken;
  return folded;
end $function$;

-- Of months that are over for 400 days the days are forgotten.
create function fold_flow_months() returns void language plpgsql as $function$
declare
  over constant date := date_trunc('month', current_date - 400)::date;
begin
  with days as (
    delete from flow_counts where day < over and day >= over - interval '2 months' and day <> date_trunc('month', day) and not is_new
    returning day, place, modality, zone, step, after, n
  )
  insert into flow_counts (day, place, modality, zone, step, after, n, is_new)
    select date_trunc('month', day)::date, place, modality, zone, step, after, sum(n), false from days group by 1, 2, 3, 4, 5, 6;
end $function$;

-- Rows that came in past the program are counted too.
create or replace function recount() returns void language plpgsql as $function$
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
    where kine_id is not null and hidden_at is null and not is_replaced group by kine_id;
  insert into kine_ratings as k select kine_id, count, stars from inherited_stars
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
  perform recount_zones();
  perform count_missing_steps('-infinity');
end $function$;

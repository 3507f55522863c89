-- How many alerts, applications and acceptances a specialist had in thirty days. A nightly job computes it.
create type kine_segment as enum ('no_cases', 'silent', 'unpicked', 'away', 'active');

create table kine_pulse (
  kine_id uuid not null,
  computed_on date not null,
  told_30 integer not null,
  applied_30 integer not null,
  accepted_30 integer not null,
  seen_on date,
  segment kine_segment not null,
  constraint kine_pulse_pkey primary key (kine_id),
  constraint kine_pulse_kine_id_fkey foreign key (kine_id) references profiles(id) on delete cascade
);
create index kine_pulse_segment_idx on kine_pulse (segment, kine_id);

-- How many specialists were in each group when all were computed last.
create table kine_segments (
  segment kine_segment not null,
  n integer not null,
  computed_at timestamp with time zone default now() not null,
  constraint kine_segments_pkey primary key (segment)
);

-- Computes so many specialists after one, in the order of their ids. Returns the last of them; null when there are no more.
create function compute_kine_pulse(_after uuid, _most integer) returns uuid language plpgsql as $function$
declare
  today constant date := (now() at time zone 'America/Argentina/Buenos_Aires')::date;
  latest uuid;
begin
  with chosen as (select kine_id from kine_places where _after is null or kine_id > _after order by kine_id limit _most
  ), seen as (
    select c.kine_id,
      (select count(*)::integer from case_alerts a where a.kine_id = c.kine_id and a.told_at > now() - interval '30 days') as told,
      (select count(distinct a.case_id)::integer from applications_made a where a.kine_id = c.kine_id and a.at > now() - interval '30 days') as applied,
      (select count(*)::integer from matches m where m.kine_id = c.kine_id and m.status = 'accepted' and m.id >= uuid_at(now() - interval '90 days')
        and m.decided_at > now() - interval '30 days') as accepted,
      (select (max(s.refreshed_at) at time zone 'America/Argentina/Buenos_Aires')::date from auth.sessions s where s.user_id = c.kine_id) as seen_on
    from chosen c
  ), written as (
    insert into kine_pulse as k (kine_id, computed_on, told_30, applied_30, accepted_30, seen_on, segment)
      select kine_id, today, told, applied, accepted, seen_on, (case when seen_on is null or seen_on < today - 30 then 'away'
        when accepted > 0 then 'active' when applied > 0 then 'unpicked' when told > 0 then 'silent' else 'no_cases' end)::kine_segment
      from seen order by kine_id
    on conflict (kine_id) do update set computed_on = excluded.computed_on, told_30 = excluded.told_30, applied_30 = excluded.applied_30,
      accepted_30 = excluded.accepted_30, seen_on = excluded.seen_on, segment = excluded.segment
  )
  select kine_id into latest from chosen order by kine_id desc limit 1;
  return latest;
end $function$;

-- What is counted of a case and of an invitation is that of its time, and of people who proved their mailbox.

-- Whether a specialist may answer an invitation as things stand now: the case is offered, and has a seat for them.
create function is_answerable(_case uuid, _kine uuid) returns boolean language sql stable return (
  exists (select from cases c join profiles i on i.id = c.patient_id
      left join places at on at.slug = coalesce(c.place_slug, case when c.location_city is null then i.place_slug end)
    where c.id = _case and c.status <> 'closed' and c.dormant_at is null
      and i.suspended_at is null and i.health_withdrawn_at is null and 'patient' <> all (i.ended_roles)
      and (at.slug is null or not is_left_out(_kine, at.jurisdiction, coalesce(c.preferred_modality, 'online'))))
  and not is_kine_away(_kine) and not is_case_blocked(_case, _kine) and has_seat(_case, _kine));
comment on column case_alerts.voided_at is 'when the invitation of these 72 hours could not or need not be answered any more';

create or replace function public.directory_facts(_kines uuid[]) RETURNS TABLE(kine_id uuid, listed boolean, licence_until integer, place text, specialty text, modalities modality[], licensed text[], licensed_until integer[], coverages integer[], coverages_until integer[], prices integer[], prices_until integer[], weekdays smallint[], reply_hours smallint, score smallint, newcomer boolean) LANGUAGE sql STABLE AS $function$
  select p.id, l.listed,
    case when l.listed then day_number((l.since at time zone 'America/Argentina/Buenos_Aires')::date) + 240 end,
    case when l.listed then p.place_slug end,
    case when l.listed then p.specialty_slug end,
    case when l.listed then named_modalities(p.modalities) else '{}' end,
    licences.jurisdictions, licences.until, coverages.ids, coverages.until, prices.sessions, prices.until,
    case when l.listed then days.weekdays else '{}' end,
    replies.hours, case when l.listed then directory_score((select mean_stars from directory_state), reviews.stars, reviews.weight,
      num_nonnulls(p.photo_url, p.bio, p.specialty, p.license_number, p.price_range, p.modalities, p.location_city, p.phone)
        + (days.weekdays <> '{}')::integer,
      coalesce(days_since(p.license_checked_at), 10000), prices.freshness, replies.hours) else 0 end,
    l.listed and reviews.count < 3
  from profiles p
  cross join lateral (select s.since, p.approval_status = 'approved' and p.suspended_at is null and s.since is not null
    and p.publish_asked_at is null and has_role(p.id, 'kine') as listed from (select listed_since(p.id, p.license_checked_at) as since) s offset 0) l
  cross join lateral (select coalesce(array_agg(j.jurisdiction order by j.jurisdiction), '{}') as jurisdictions,
      coalesce(array_agg(j.until order by j.jurisdiction), '{}') as until
    from (select i.jurisdiction, max(day_number((i.checked_at at time zone 'America/Argentina/Buenos_Aires')::date)) + 240 as until
      from licences i where l.listed and i.kine_id = p.id and i.jurisdiction is not null and i.state = 'verified' and i.checked_at is not null
      group by 1) j) licences
  cross join lateral (select coalesce(array_agg(c.coverage_id order by c.coverage_id), '{}') as ids,
      coalesce(array_agg(last_whole_day(c.confirmed_at + interval '2160 hours') order by c.coverage_id), '{}') as until
    from kine_coverages c where l.listed and c.kine_id = p.id and c.disputed_at is null) coverages
  cross join lateral (select array(select distinct a.weekday from availabilities a where a.kine_id = p.id order by 1) as weekdays offset 0) days
  cross join lateral (select case when count(k) > 0 then array_agg(k.session order by m) else '{}' end as sessions,
      case when count(k) > 0 then array_agg(last_whole_day(k.confirmed_at + interval '2160 hours') order by m) else '{}' end as until,
      fact_freshness(max(k.confirmed_at), now()) as freshness
    from unnest(enum_range(null::modality)) m left join kine_prices k on l.listed and k.kine_id = p.id and k.modality = m) prices
  -- A review counts half after 18 months. Those of an earlier account age from its deletion.
  left join lateral (select h.count, h.stars, 0.5::float8 ^ (greatest(days_since(h.at), 0) / 548::float8) as weight
    from inherited_stars h where h.kine_id = p.id) i on true
  cross join lateral (select count(*) + coalesce(i.count, 0) as count,
      coalesce(sum(w.weight * w.stars order by w.id), 0) + coalesce(i.weight * i.stars, 0) as stars,
      coalesce(sum(w.weight order by w.id), 0) + coalesce(i.weight * i.count, 0) as weight
    from (select r.id, r.stars, 0.5::float8 ^ (greatest(days_since(r.created_at), 0) / 548::float8) as weight
      from reviews r where r.kine_id = p.id and is_ranked(r)) w) reviews
  -- From when they were told of a case, or else opened it first, to their application; of each confirmed patient the last such case, once it has
  -- lasted. An invitation to a case that goes on counts without an application after 72 hours, in all of which it could be answered.
  cross join lateral (select case when count(*) >= 5
      then least(percentile_disc(0.5) within group (order by w.hours), 4320)::smallint end as hours
    from (select o.hours from (select distinct on (u.patient_id) u.id, u.hours from (
          select c.patient_id, m.id, greatest(ceil(extract(epoch from m.created_at - known.since) / 3600), 1)::float8 as hours
            from matches m join cases c on c.id = m.case_id left join case_alerts a on a.case_id = m.case_id and a.kine_id = m.kine_id
            cross join lateral (select coalesce(a.told_at, (select min(o.opened_at) from case_openings o
              where o.case_id = m.case_id and o.kine_id = m.kine_id and o.opened_at <= m.created_at)) as since offset 0) known
            where l.listed and m.kine_id = p.id and m.created_at > now() - interval '180 days'
              and has_lasted(coalesce(m.decided_at, m.created_at)) and known.since is not null
          union all
          select c.patient_id, a.case_id, 'infinity'::float8 from case_alerts a join cases c on c.id = a.case_id
            where l.listed and a.kine_id = p.id and a.is_invitation
              and a.told_at between now() - interval '180 days' and now() - interval '72 hours'
              and (a.voided_at is null or a.voided_at < a.told_at)
              and not exists (select from matches m where m.case_id = a.case_id and (m.kine_id = a.kine_id
                -- Whose patient took somebody else within that time is not kept waiting.
                or m.status = 'accepted' and m.decided_at < a.told_at + interval '72 hours'))
              and not exists (select from applications_made o where o.case_id = a.case_id and o.kine_id = a.kine_id
                and o.at between a.told_at and a.told_at + interval '72 hours')
              and is_answerable(a.case_id, a.kine_id)) u
        where is_counted(u.patient_id) order by u.patient_id, u.id desc) o
      order by o.id desc limit 20) w) replies
  where p.id = any (_kines)
$function$;

create or replace function public.directory_keep(_most integer) RETURNS integer LANGUAGE plpgsql AS $function$
declare
  kept uuid[];
begin
  if not (select is_filled from directory_state) then
    insert into directory (kine_id)
      select p.id from profiles p where exists (select from user_roles r where r.user_id = p.id and r.role = 'kine')
        and not exists (select from directory d where d.kine_id = p.id)
      order by p.id limit _most for key share of p skip locked
      on conflict do nothing;
    if not found and not exists (select from user_roles r where r.role = 'kine' and not exists (select from directory d where d.kine_id = r.user_id)) then
      update directory_state set is_filled = true where not is_filled;
    end if;
  end if;
  update directory_state set day = directory_today(),
      mean_stars = coalesce((select round(avg(r.stars), 1) from reviews r where r.kine_id is not null and is_ranked(r)), 4)
    where day < directory_today();
  kept := array(select kine_id from directory where computed_on < directory_today() order by computed_on, kine_id limit _most
    for update skip locked);
  -- What ends or begins without an act of its own, as a rule about licences, is noted once a day.
  update case_alerts a set voided_at = now() where a.kine_id = any (kept) and a.is_invitation and a.told_at > now() - interval '72 hours'
    and (a.voided_at is null or a.voided_at < a.told_at)
    and not exists (select from matches m where m.case_id = a.case_id and m.kine_id = a.kine_id) and not is_answerable(a.case_id, a.kine_id);
  perform directory_follow(kept);
  update directory set computed_on = directory_today() where kine_id = any (kept);
  return cardinality(kept);
end $function$;

-- Of a suspended specialist, or one of two whom a block parts, neither an application nor an invitation takes a seat.
create or replace function seats_taken(_case uuid, _but uuid default null) returns integer language sql stable return (
  (select count(*)::int from matches m where m.case_id = _case and m.kine_id is distinct from _but
    and (m.status = 'accepted' or m.status = 'proposed' and (m.valid_until is null or m.valid_until > now()) and not is_kine_away(m.kine_id)))
  + (select count(*)::int from case_alerts a where a.case_id = _case and a.kine_id is distinct from _but and a.seat_until > now()
    and not is_kine_away(a.kine_id) and not is_case_blocked(a.case_id, a.kine_id)
    and not exists (select from matches m where m.case_id = _case and m.kine_id = a.kine_id)));

-- Who proved a mailbox before anybody else did. A view, since a function would be called for each of a million cases.
create view counted_people as
  select u.id from auth.users u where u.email_confirmed_at is not null
    and not exists (select from auth.users o where mailbox_key(o.email) = mailbox_key(u.email)
      and (o.email_confirmed_at, o.id) < (u.email_confirmed_at, u.id))
    and not exists (select from former_mailboxes f where f.mailbox = mailbox_key(u.email) and f.user_id <> u.id
      and (f.proven_at, f.user_id) < (u.email_confirmed_at, u.id));
create or replace function public.is_counted(_person uuid) returns boolean language sql stable
return exists (select from counted_people p where p.id = _person);

alter table case_places add column is_counted boolean not null default true;
comment on column case_places.is_counted is 'of a patient who proved the mailbox first: of others nothing is counted for the admins';

create or replace view counted_cases as
  select c.case_id, c.place, c.day, c.is_waiting and c.is_counted as is_waiting, c.is_counted from (
    select c.id as case_id, coalesce(c.place_slug, case when c.location_city is null then p.place_slug end, '') as place,
      (c.created_at at time zone 'America/Argentina/Buenos_Aires')::date as day,
      c.status = 'open' and c.dormant_at is null and p.suspended_at is null and p.health_withdrawn_at is null
        and 'patient' <> all (p.ended_roles) and not exists (select from matches m where m.case_id = c.id) as is_waiting,
      w.id is not null as is_counted
    from cases c left join profiles p on p.id = c.patient_id left join counted_people w on w.id = c.patient_id) c;

create or replace function public.case_places_are_counted() RETURNS trigger LANGUAGE plpgsql AS $function$
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

create or replace function public.count_case(_case uuid) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
begin
  insert into case_places select * from counted_cases where case_id = _case on conflict do nothing;
  perform from case_places where case_id = _case for update;
  update case_places p set place = c.place, day = c.day, is_waiting = c.is_waiting, is_counted = c.is_counted from counted_cases c
    where p.case_id = _case and c.case_id = _case and (p.place, p.day, p.is_waiting, p.is_counted)
      is distinct from (c.place, c.day, c.is_waiting, c.is_counted);
end $function$;

create or replace function public.recount_zones() RETURNS void LANGUAGE plpgsql AS $function$
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

create or replace view published_cases as
  select c.id as case_id, c.created_at as published_at, (c.created_at at time zone 'America/Argentina/Buenos_Aires')::date as day,
    coalesce(c.place_slug, case when c.location_city is null then p.place_slug end, '') as place,
    coalesce(c.preferred_modality::text, '') as modality, coalesce(c.zone_slug, '') as zone
  from cases c join counted_people w on w.id = c.patient_id left join profiles p on p.id = c.patient_id;

-- Of one patient's cases, or of all.
drop function count_missing_steps(timestamptz);

create function public.count_missing_steps(_since timestamp with time zone, _patient uuid default null) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode TO 'force_custom_plan' AS $function$
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

create or replace function public.compute_kine_pulse(_after uuid, _most integer) RETURNS uuid LANGUAGE plpgsql AS $function$
declare
  today constant date := (now() at time zone 'America/Argentina/Buenos_Aires')::date;
  latest uuid;
begin
  with chosen as (select kine_id from kine_places where _after is null or kine_id > _after order by kine_id limit _most
  ), seen as (
    select c.kine_id,
      (select count(*)::integer from case_alerts a join case_places w on w.case_id = a.case_id and w.is_counted
        where a.kine_id = c.kine_id and a.told_at > now() - interval '30 days') as told,
      (select count(distinct a.case_id)::integer from applications_made a where a.kine_id = c.kine_id and a.at > now() - interval '30 days') as applied,
      (select count(*)::integer from matches m join case_places w on w.case_id = m.case_id and w.is_counted
        left join match_levels v on v.match_id = m.id
        where m.kine_id = c.kine_id and (m.status = 'accepted' or m.ended_at is not null) and m.id >= uuid_at(now() - interval '90 days')
        and coalesce(v.accepted_at, m.decided_at) > now() - interval '30 days') as accepted,
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

create or replace function public.denials_open_a_dispute() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  denials integer;
  weighing integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct a.patient_id),
      count(distinct a.patient_id) filter (where has_lasted(coalesce(m.decided_at, m.created_at)) and a.answered_at >= since)
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no' and is_counted(a.patient_id)
      and extract(epoch from now() - a.answered_at) <= 60 * 86400
      and a.answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials < 2 then
    return null;
  end if;
  insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
    on conflict (kine_id, coverage_id) where decided_at is null do nothing;
  if weighing >= 2
    and exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null
      and hidden_at is null)
    and not exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decision = 'kept'
      and decided_at > now() - interval '90 days')
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$;

create or replace function auth.users_reach_their_profile() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if ((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) then
    <<confirmed_people_are_ranked>>
    begin
      update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed and public.is_counted(new.id);
      perform public.replace_earlier_reviews(r) from public.reviews r where r.patient_id = new.id and r.is_confirmed;
    end confirmed_people_are_ranked;
  end if;
  if ((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) then
    <<confirmed_people_reserve_licences>>
    begin
      update public.kine_applications set license_number = license_number
        where user_id = new.id and status = 'pending' and license_number is not null;
    end confirmed_people_reserve_licences;
  end if;
  if (new.email <> old.email) then
    <<email_is_shown_in_the_profile>>
    begin
      update public.profiles set email = new.email where id = new.id;
    end email_is_shown_in_the_profile;
  end if;
  if (old.email_confirmed_at IS NULL) <> (new.email_confirmed_at IS NULL) or new.email <> old.email then
    <<cases_of_confirmed_people_are_counted>>
    begin
      perform public.count_case(c.id) from (select id from public.cases where patient_id = new.id order by id) c;
      perform public.count_missing_steps('-infinity', new.id);
    end cases_of_confirmed_people_are_counted;
  end if;
  return null;
end $function$;

-- An acceptance within an invitation's time that was taken back since.
update case_alerts a set voided_at = greatest(v.accepted_at, a.told_at) from matches m join match_levels v on v.match_id = m.id
  where a.is_invitation and m.case_id = a.case_id and m.kine_id <> a.kine_id and v.accepted_at < a.told_at + interval '72 hours'
    and (m.status = 'accepted' or m.ended_at is not null) and (a.voided_at is null or a.voided_at < a.told_at);

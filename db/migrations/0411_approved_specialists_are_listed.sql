-- Who was approved is listed as before, with a declared licence where no admin checked it yet. A licence that is declared anew, doubtful or
-- inactive waits for a check.

-- From when a specialist is listed: the check of their licence, else their approval with the licence that they had declared by then.
create function listed_since(_kine uuid, _checked_at timestamptz) returns timestamptz language sql stable
return coalesce(_checked_at, (select a.approved_at from kine_applications a
  join licences l on l.kine_id = a.profile_id and l.is_first and l.state = 'declared' and l.declared_at <= a.approved_at
  where a.profile_id = _kine and a.status = 'approved' order by a.approved_at desc limit 1));

CREATE OR REPLACE FUNCTION public.directory_facts(_kines uuid[]) RETURNS TABLE(kine_id uuid, listed boolean, licence_until integer, place text, specialty text, modalities modality[], licensed text[], licensed_until integer[], coverages integer[], coverages_until integer[], prices integer[], prices_until integer[], weekdays smallint[], reply_hours smallint, score smallint, newcomer boolean) LANGUAGE sql STABLE AS $function$
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
  -- From when they were told of a case, or it was published, to their application; of each confirmed patient the last case, once it has
  -- lasted. An invitation to a case that goes on counts without an application after 72 hours.
  cross join lateral (select case when count(*) >= 5
      then least(percentile_disc(0.5) within group (order by w.hours), 4320)::smallint end as hours
    from (select o.hours from (select distinct on (u.patient_id) u.id, u.hours from (
          select c.patient_id, m.id, greatest(ceil(extract(epoch from m.created_at - coalesce(a.told_at, c.created_at)) / 3600), 1)::float8 as hours
            from matches m join cases c on c.id = m.case_id left join case_alerts a on a.case_id = m.case_id and a.kine_id = m.kine_id
            where l.listed and m.kine_id = p.id and m.created_at > now() - interval '180 days'
              and has_lasted(coalesce(m.decided_at, m.created_at))
          union all
          select c.patient_id, a.case_id, 'infinity'::float8 from case_alerts a join cases c on c.id = a.case_id
            join profiles i on i.id = c.patient_id and i.suspended_at is null
            where l.listed and a.kine_id = p.id and a.is_invitation and c.status <> 'closed' and c.dormant_at is null
              and a.told_at between now() - interval '180 days' and now() - interval '72 hours'
              and not exists (select from matches m where m.case_id = a.case_id and m.kine_id = a.kine_id)) u
        where is_confirmed(u.patient_id) order by u.patient_id, u.id desc) o
      order by o.id desc limit 20) w) replies
  where p.id = any (_kines)
$function$;

CREATE OR REPLACE FUNCTION public.directory_follows() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  kines uuid[];
begin
  if tg_op = 'UPDATE' then
    execute format('select array(select %1$I from changed union select %1$I from was)', tg_argv[0]) into kines;
  else
    execute format('select array(select distinct %I from changed)', tg_argv[0]) into kines;
  end if;
  -- Most people are patients.
  kines := array(select k from unnest(kines) k where exists (select from directory d where d.kine_id = k)
    or exists (select from user_roles r where r.user_id = k and r.role = 'kine'));
  if cardinality(kines) > 50 then
    perform directory_add(kines);
    perform from directory where kine_id = any (kines) order by kine_id for update;
    update directory set computed_on = '-infinity' where kine_id = any (kines);
    -- Who may not be shown goes at once, however many they are.
    if tg_table_name = 'profiles' then
      update directory d set listed = false, changed_at = now(), changed_in = pg_current_xact_id()
        from profiles p where p.id = d.kine_id and d.kine_id = any (kines) and d.listed
          and (p.approval_status <> 'approved' or p.suspended_at is not null or listed_since(p.id, p.license_checked_at) is null);
    end if;
  elsif kines <> '{}' then
    perform directory_follow(kines);
  end if;
  return null;
end $function$;

-- The order of the directory counts reviews and answers of confirmed people alone, one of each, once their relation has lasted.

CREATE OR REPLACE FUNCTION public.directory_facts(_kines uuid[])
 RETURNS TABLE(kine_id uuid, listed boolean, licence_until integer, place text, specialty text, modalities modality[], licensed text[], licensed_until integer[], coverages integer[], coverages_until integer[], prices integer[], prices_until integer[], weekdays smallint[], reply_hours smallint, score smallint, newcomer boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select p.id, l.listed,
    case when l.listed then day_number((p.license_checked_at at time zone 'America/Argentina/Buenos_Aires')::date) + 240 end,
    case when l.listed then p.place_slug end,
    case when l.listed then p.specialty_slug end,
    case when l.listed then named_modalities(p.modalities) else '{}' end,
    licences.jurisdictions, licences.until, coverages.ids, coverages.until, prices.sessions, prices.until,
    case when l.listed then days.weekdays else '{}' end,
    replies.hours, case when l.listed then directory_score((select mean_stars from directory_state), reviews.stars, reviews.weight,
      num_nonnulls(p.photo_url, p.bio, p.specialty, p.license_number, p.price_range, p.modalities, p.location_city, p.phone)
        + (days.weekdays <> '{}')::integer,
      days_since(p.license_checked_at), prices.freshness, replies.hours) else 0 end,
    l.listed and reviews.count < 3
  from profiles p
  cross join lateral (select p.approval_status = 'approved' and p.suspended_at is null and p.license_checked_at is not null
    and has_role(p.id, 'kine') as listed offset 0) l
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
  -- A review counts half after 18 months.
  cross join lateral (select count(*), coalesce(sum(w.weight * w.stars order by w.id), 0) as stars, coalesce(sum(w.weight order by w.id), 0) as weight
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

CREATE OR REPLACE FUNCTION public.directory_keep(_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
  perform directory_follow(kept);
  update directory set computed_on = directory_today() where kine_id = any (kept);
  return cardinality(kept);
end $function$;

-- Each row is computed anew.
update directory set computed_on = '-infinity';
update directory_state set day = '-infinity';

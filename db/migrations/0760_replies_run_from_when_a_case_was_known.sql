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
  -- From when they were told of a case, or else opened it first, to their application; of each confirmed patient the last such case, once it has
  -- lasted. An invitation to a case that goes on counts without an application after 72 hours.
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
            join profiles i on i.id = c.patient_id and i.suspended_at is null and i.health_withdrawn_at is null and 'patient' <> all (i.ended_roles)
            left join places at on at.slug = coalesce(c.place_slug, case when c.location_city is null then i.place_slug end)
            where l.listed and a.kine_id = p.id and a.is_invitation and c.status <> 'closed' and c.dormant_at is null
              and a.told_at between now() - interval '180 days' and now() - interval '72 hours'
              and not exists (select from matches m where m.case_id = a.case_id and (m.kine_id = a.kine_id
                -- Whose patient took somebody else within that time is not kept waiting.
                or m.status = 'accepted' and m.decided_at < a.told_at + interval '72 hours'))
              and (a.voided_at is null or a.voided_at < a.told_at) and not is_case_blocked(a.case_id, a.kine_id) and has_seat(a.case_id, a.kine_id)
              and (at.slug is null or not is_left_out(a.kine_id, at.jurisdiction, coalesce(c.preferred_modality, 'online')))) u
        where is_counted(u.patient_id) order by u.patient_id, u.id desc) o
      order by o.id desc limit 20) w) replies
  where p.id = any (_kines)
$function$;

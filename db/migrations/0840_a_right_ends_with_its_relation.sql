-- A right ends with the relation that it came from, and what was out of somebody's sight is not held against them.

-- Whether somebody knows a specialist: by an application whose conversation they still read, or as a colleague with a checked licence.
CREATE OR REPLACE FUNCTION public.knows(_person uuid, _kine uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM matches m JOIN cases c ON c.id = m.case_id WHERE m.kine_id = knows._kine AND c.patient_id = knows._person AND conversation_state(m.id, knows._person) IS NOT NULL) OR (has_role(_person, 'kine'::app_role) AND (EXISTS (SELECT FROM profiles WHERE profiles.id = knows._person AND is_licence_current(profiles.license_checked_at)))));

-- Two patients who say no within 60 days open a dispute, however often the specialist stated the coverage in between. What was said since then,
-- within 60 days of the end of its case, hides it at once. What was said before the last decision does not count.
CREATE OR REPLACE FUNCTION public.denials_open_a_dispute() RETURNS trigger LANGUAGE plpgsql AS $function$
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
      count(distinct a.patient_id) filter (where has_lasted(coalesce(m.decided_at, m.created_at)) and a.answered_at >= since
        and extract(epoch from a.answered_at - c.closed_at) <= 60 * 86400)
    into denials, weighing
    from coverage_answers a join cases c on c.id = a.case_id join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
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

CREATE OR REPLACE FUNCTION public.blocks_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<tombstone_blocks>>
  declare
    state constant text[] := array['blocked', 'unblocked'];
  begin
    if tg_op = 'INSERT' then
      perform note_state('blocked', state, concat_ws(' ', new.blocker_id, new.blocked_id, new.case_id));
    -- With an account its blocks go without a note of their own.
    elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
      perform note_state('unblocked', state, concat_ws(' ', old.blocker_id, old.blocked_id, old.case_id));
    end if;
  end tombstone_blocks;
  <<publish_blocks>>
  declare
    block blocks := coalesce(new, old);
  begin
    -- Where it acts, as blocked_cases says; a block that is taken back is no row of that view any more.
    perform publish_live_event(m.kine_id::text, 'application', m.case_id), publish_live_event(c.patient_id::text, 'case', m.case_id)
      from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
      where (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id and (block.case_id is null or block.case_id = c.id))
        or (m.kine_id = block.blocker_id and c.patient_id = block.blocked_id and (block.case_id = c.id or block.case_id is null
          and (m.status = 'accepted' or c.identity_access = 'verified' and is_licence_current(k.license_checked_at))));
  end publish_blocks;
  if tg_op = 'INSERT' then
    <<blocks_take_alerts_back>>
    begin
      update case_alerts a set voided_at = now() from cases c where c.id = a.case_id
        and c.patient_id = new.blocker_id and a.kine_id = new.blocked_id and (new.case_id is null or new.case_id = c.id);
    end blocks_take_alerts_back;
  end if;
  <<blocks_keep_the_title>>
  declare
    block blocks := coalesce(new, old);
  begin
    update matches m set title_then = case when tg_op = 'INSERT' then coalesce(m.title_then, c.title) end from cases c
      where c.id = m.case_id and m.status <> 'rejected'
        and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id))
        and (m.title_then is null) = is_case_blocked(m.case_id, m.kine_id);
  end blocks_keep_the_title;
  return null;
end $function$;

-- What the directory says of specialists by the facts as they are. "offset 0" has a part worked out once, not wherever it is named.
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
  -- The hours from when they were told of a case, or opened it untold, to their application. Counted where the case was in their sight all that time:
  -- the last one of each confirmed patient, once it has lasted. An invitation to a case that goes on counts without an application after 72 hours, in all of which it could be answered.
  cross join lateral (select case when count(*) >= 5
      then least(percentile_disc(0.5) within group (order by w.hours), 4320)::smallint end as hours
    from (select o.hours from (select distinct on (u.patient_id) u.id, u.hours from (
          select c.patient_id, m.id, greatest(ceil(extract(epoch from m.created_at - known.since) / 3600), 1)::float8 as hours
            from matches m join cases c on c.id = m.case_id left join case_alerts a on a.case_id = m.case_id and a.kine_id = m.kine_id
            cross join lateral (select coalesce(a.told_at, (select min(o.opened_at) from case_openings o where o.case_id = m.case_id and o.kine_id = m.kine_id
              and o.opened_at <= m.created_at)) as since where (a.voided_at between a.told_at and m.created_at) is not true offset 0) known
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

comment on column case_alerts.voided_at is 'when an invitation of these 72 hours could not or need not be answered any more, or its specialist could not see the case';

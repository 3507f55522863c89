-- The mailbox that an address leads to, as its provider documents it: Gmail ignores dots and what follows a plus, and googlemail.com is gmail.com;
-- the others ignore what follows a plus. An address of another provider is its own mailbox.
create function mailbox_key(_address text) returns text language sql immutable parallel safe strict return (
  select case
    when name = '' then whole
    when domain in ('gmail.com', 'googlemail.com') and replace(name, '.', '') <> '' then replace(name, '.', '') || '@gmail.com'
    when domain in ('outlook.com', 'outlook.com.ar', 'hotmail.com', 'hotmail.com.ar', 'live.com', 'live.com.ar', 'fastmail.com', 'fastmail.fm',
      'icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'pm.me') then name || '@' || domain
    else whole end
  from (select lower(_address) as whole, split_part(regexp_replace(lower(_address), '@[^@]*$', ''), '+', 1) as name,
    substring(lower(_address) from '[^@]*$') as domain) a);

create index users_mailbox_key_idx on auth.users (public.mailbox_key(email));

-- The mailbox of a person.
create function mailbox_of(_person uuid) returns text language sql stable return (select mailbox_key(email) from auth.users where id = _person);

-- The accounts of one person: this one, and if its address is proven, those of the same mailbox that have proven theirs. Anybody opens an account
-- with somebody else's address: before it is proven, it takes nothing from that person.
create function same_person(_person uuid) returns setof uuid language sql stable rows 1 as $function$
  select _person
  union
  select o.id from auth.users u join auth.users o on mailbox_key(o.email) = mailbox_key(u.email)
    where u.id = _person and u.email_confirmed_at is not null and o.email_confirmed_at is not null
$function$;

-- Whether somebody counts where people are counted: they have proven their address, and of the accounts of their mailbox they did so first.
create function is_counted(_person uuid) returns boolean language sql stable return exists (
  select from auth.users u where u.id = _person and u.email_confirmed_at is not null and not exists (
    select from auth.users o where mailbox_key(o.email) = mailbox_key(u.email) and (o.email_confirmed_at, o.id) < (u.email_confirmed_at, u.id)));

CREATE OR REPLACE FUNCTION public.may_act_at_once(_kind text, _actor uuid, _subject uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
begin
  if not is_counted(_actor) or not knows(_actor, _subject) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('acts at once', 0));
  if (select count(*) from acts_at_once where actor_id = _actor and at > clock_timestamp() - interval '1 day') >= 2
    or (select count(*) from acts_at_once where at > clock_timestamp() - interval '1 day') >= 20 then
    return false;
  end if;
  insert into acts_at_once (kind, actor_id, subject_id) values (_kind, _actor, _subject);
  return true;
end $function$;

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
  select count(distinct mailbox_of(a.patient_id)),
      count(distinct a.patient_id) filter (where is_counted(a.patient_id) and has_lasted(coalesce(m.decided_at, m.created_at)))
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no'
      and extract(epoch from now() - a.answered_at) <= 60 * 86400 and a.answered_at >= since
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
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$;

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
        where is_counted(u.patient_id) order by u.patient_id, u.id desc) o
      order by o.id desc limit 20) w) replies
  where p.id = any (_kines)
$function$;

CREATE OR REPLACE FUNCTION public.reviews_weigh_their_author() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('review ' || new.kine_id, 0));
  new.accepted_at := (select coalesce(decided_at, created_at) from matches where case_id = new.case_id and kine_id = new.kine_id);
  new.is_confirmed := is_counted(new.patient_id);
  new.is_replaced := false;
  -- Three other people, or three of their own: nobody takes the places of all.
  new.is_waiting := new.hidden_at is null and is_new_account(new.patient_id) and (
    select count(distinct mailbox) filter (where mailbox <> mailbox_of(new.patient_id)) >= 3
      or count(*) filter (where mailbox = mailbox_of(new.patient_id)) >= 3
    from reviews, mailbox_of(patient_id) mailbox where kine_id = new.kine_id and created_at > now() - interval '1 day' and is_new_account(patient_id));
  if new.is_waiting then
    new.hidden_at := now();
    new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reviews_replace_earlier_ones() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  pair record := coalesce(new, old);
  latest uuid := (select id from reviews where patient_id in (select same_person(pair.patient_id)) and kine_id = pair.kine_id and hidden_at is null
    order by id desc limit 1);
begin
  update reviews set is_replaced = id <> latest
    where patient_id in (select same_person(pair.patient_id)) and kine_id = pair.kine_id and latest is not null and is_replaced <> (id <> latest);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION auth.confirmed_people_are_ranked() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed and public.is_counted(new.id);
  return null;
end $function$;

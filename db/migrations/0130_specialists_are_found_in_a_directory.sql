-- What the public directory filters and orders by: one row a specialist, kept by triggers from what is stated elsewhere. Nodes hold a copy in
-- memory, and read at most twice a second what other transactions have changed since.

create table directory_state (
  is_only boolean primary key default true constraint directory_state_once check (is_only),
  -- The day of the points, and the house's mean on it, which ratings of few reviews lean on.
  day date not null default '-infinity',
  mean_stars numeric(2, 1) not null default 4,
  -- Whether every specialist of before has a row.
  is_filled boolean not null default false,
  -- The last transaction that changed a place or a coverage, whose names nodes hold too.
  names_changed_in xid8 not null default pg_current_xact_id()
);
insert into directory_state default values;

create table directory (
  -- Names nobody, also after its specialist has left.
  number integer primary key generated always as identity,
  kine_id uuid not null unique references profiles on delete cascade,
  -- Approved, not suspended, and with a licence that was checked. Of all others the row says nothing else.
  listed boolean not null default false,
  -- All days are the last whole ones in Buenos Aires, counted from 1970: nodes let a fact go at the midnight after, without a change here.
  licence_until integer,
  place text,
  specialty text,
  modalities modality[] not null default '{}',
  -- Jurisdictions of the licences that were checked, and the last day of each check.
  licensed text[] not null default '{}',
  licensed_until integer[] not null default '{}',
  -- Those confirmed and not disputed, and the 90th day of each.
  coverages integer[] not null default '{}',
  coverages_until integer[] not null default '{}',
  -- A session at the office, at home and online, and the 90th day of each.
  prices integer[] not null default '{}',
  prices_until integer[] not null default '{}',
  weekdays smallint[] not null default '{}',
  -- Half of their last cases were applied to within so many hours; 4320, which is 180 days, for no answer. Null while too few are known.
  reply_hours smallint,
  score smallint not null default 0,
  -- Of fewer than three reviews.
  newcomer boolean not null default false,
  -- The day of the points; '-infinity' for what a change of many left to be worked out.
  computed_on date not null default '-infinity',
  -- Of the facts, not of the points.
  changed_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id()
);
create index directory_changed_in_idx on directory (changed_in, number);
create index directory_computed_on_idx on directory (computed_on);

-- Rows that went with their account, until every node has read of it.
create table directory_departures (
  number integer primary key,
  left_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id()
);
create index directory_departures_changed_in_idx on directory_departures (changed_in);

-- On how many lists a specialist was shown on a day; nothing is kept of who looked.
create table directory_showings (
  kine_id uuid not null references profiles on delete cascade,
  day date not null,
  count integer not null check (count > 0),
  primary key (kine_id, day)
);
create index directory_showings_day_idx on directory_showings (day);

create function directory_today() returns date
  language sql stable
  return (now() at time zone 'America/Argentina/Buenos_Aires')::date;

create function day_number(_day date) returns integer
  language sql immutable parallel safe
  return _day - '1970-01-01'::date;

-- The last whole day in Buenos Aires before a moment.
create function last_whole_day(_until timestamptz) returns integer
  language sql stable parallel safe
  return day_number((_until at time zone 'America/Argentina/Buenos_Aires')::date) - 1;

-- The modalities in the text of a profile, by the labels of any screen, as parseModalities of the program.
create function named_modalities(_joined text) returns modality[]
  language sql immutable parallel safe
  return array_remove(array[
    case when lower(_joined) ~ '(^|,)\s*consultorio\s*(,|$)' then 'consultorio'::modality end,
    case when lower(_joined) ~ '(^|,)\s*(a )?domicilio\s*(,|$)' then 'domicilio'::modality end,
    case when lower(_joined) ~ '(^|,)\s*(online|virtual)\s*(,|$)' then 'online'::modality end], null);

-- The points of the order that /como-ordenamos publishes; app/domain/directory/order.ts has the same rule. _stars is the sum of the stars, each
-- weighted, and _weight that of the weights.
create function directory_score(_mean numeric, _stars float8, _weight float8, _parts integer, _licence_days integer, _price_freshness text,
    _reply_hours integer) returns smallint
  language sql immutable parallel safe
  return floor(0.5 + 600 * ((5 * _mean::float8 + _stars) / (5 + _weight) - 1) / 4
    + 200 * _parts / 9::float8
    + case when _licence_days <= 180 then 100 else 50 end
    + case _price_freshness when 'fresh' then 100 when 'aging' then 50 else 0 end
    + case when _reply_hours <= 3 then 100 when _reply_hours > 24 then 0 else 50 end);

-- What the directory says of specialists by the facts as they are. "offset 0" has a part worked out once, not wherever it is named.
create function directory_facts(_kines uuid[]) returns table (kine_id uuid, listed boolean, licence_until integer, place text, specialty text,
  modalities modality[], licensed text[], licensed_until integer[], coverages integer[], coverages_until integer[], prices integer[],
  prices_until integer[], weekdays smallint[], reply_hours smallint, score smallint, newcomer boolean)
  language sql stable as $$
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
      from reviews r where r.kine_id = p.id and r.hidden_at is null) w) reviews
  -- From when they were told of a case, or it was published, to their application. An invitation counts without one after 72 hours.
  cross join lateral (select case when count(*) >= 5
      then least(percentile_disc(0.5) within group (order by w.hours), 4320)::smallint end as hours
    from (select u.hours from (
        select m.id, greatest(ceil(extract(epoch from m.created_at - coalesce(a.told_at, c.created_at)) / 3600), 1)::float8 as hours
          from matches m join cases c on c.id = m.case_id left join case_alerts a on a.case_id = m.case_id and a.kine_id = m.kine_id
          where l.listed and m.kine_id = p.id and m.created_at > now() - interval '180 days'
        union all
        select a.case_id, 'infinity'::float8 from case_alerts a
          where l.listed and a.kine_id = p.id and a.is_invitation
            and a.told_at between now() - interval '180 days' and now() - interval '72 hours'
            and not exists (select from matches m where m.case_id = a.case_id and m.kine_id = a.kine_id)) u
      order by u.id desc limit 20) w) replies
  where p.id = any (_kines)
$$;

-- Gives those among some who are specialists a row, if they have none.
create function directory_add(_kines uuid[]) returns void
  language sql
  begin atomic
    insert into directory (kine_id)
      select distinct r.user_id from user_roles r join profiles p on p.id = r.user_id
      where r.user_id = any (_kines) and r.role = 'kine' and not exists (select from directory d where d.kine_id = r.user_id) order by 1
      on conflict do nothing;
  end;

-- Writes what the facts say. A row is locked before the facts are read: of two changes at once, the later one reads both.
create function directory_follow(_kines uuid[]) returns void
  language plpgsql as $$
begin
  perform directory_add(_kines);
  perform from directory d where d.kine_id = any (_kines) order by d.kine_id for update;
  update directory d set (listed, licence_until, place, specialty, modalities, licensed, licensed_until, coverages,
        coverages_until, prices, prices_until, weekdays, reply_hours, score, newcomer, changed_at, changed_in)
      = (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
        f.coverages_until, f.prices, f.prices_until, f.weekdays, f.reply_hours, f.score, f.newcomer,
        case when (d.listed, d.licence_until, d.place, d.specialty, d.modalities, d.licensed, d.licensed_until, d.coverages,
            d.coverages_until, d.prices, d.prices_until, d.weekdays)
          is distinct from (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
            f.coverages_until, f.prices, f.prices_until, f.weekdays) then now() else d.changed_at end,
        pg_current_xact_id())
    from directory_facts(_kines) f
    where d.kine_id = f.kine_id
      and (d.listed, d.licence_until, d.place, d.specialty, d.modalities, d.licensed, d.licensed_until, d.coverages,
          d.coverages_until, d.prices, d.prices_until, d.weekdays, d.reply_hours, d.score, d.newcomer)
        is distinct from (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
          f.coverages_until, f.prices, f.prices_until, f.weekdays, f.reply_hours, f.score, f.newcomer);
end $$;

-- A step of what is left to work out, of at most _most specialists: those of before without a row, those whom a change of many left, and every
-- day the points of all. Returns how many there were. Any node may; what another transaction holds is left to a later step.
create function directory_keep(_most integer) returns integer
  language plpgsql as $$
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
      mean_stars = coalesce((select round(sum(stars)::numeric / nullif(sum(count), 0), 1) from kine_ratings), 4)
    where day < directory_today();
  kept := array(select kine_id from directory where computed_on < directory_today() order by computed_on, kine_id limit _most
    for update skip locked);
  perform directory_follow(kept);
  update directory set computed_on = directory_today() where kine_id = any (kept);
  return cardinality(kept);
end $$;

create function directory_is_due() returns boolean
  language sql stable
  return not (select is_filled from directory_state) or exists (select from directory where computed_on < directory_today());

-- ── Followed ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The argument is the column with the specialist's id. A change of many, as when coverages are merged, only notes whom it concerns. The triggers
-- of each table come by themselves, since a statement that makes one waits for all who write to it.
create function directory_follows() returns trigger
  language plpgsql as $$
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
          and (p.approval_status <> 'approved' or p.suspended_at is not null or p.license_checked_at is null);
    end if;
  elsif kines <> '{}' then
    perform directory_follow(kines);
  end if;
  return null;
end $$;
create function directory_departs() returns trigger
  language plpgsql as $$
begin
  insert into directory_departures (number) values (old.number);
  return null;
end $$;
create trigger directory_departs after delete on directory for each row execute function directory_departs();

create function directory_names_change() returns trigger
  language plpgsql as $$
begin
  update directory_state set names_changed_in = pg_current_xact_id();
  return null;
end $$;

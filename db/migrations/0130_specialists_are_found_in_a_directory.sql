-- What the public directory filters and orders by: one row a specialist, kept by triggers from what is stated elsewhere. Nodes hold a copy in
-- memory, and read with each page only what other transactions have changed since.

create table directory_state (
  is_only boolean primary key default true constraint directory_state_once check (is_only),
  -- The day of the ageing parts, and the house's mean on it, which ratings of few reviews lean on.
  day date not null default '-infinity',
  mean_stars numeric(2, 1) not null default 4,
  -- The last transaction that changed a place or a coverage, whose names nodes hold too.
  names_changed_in xid8 not null default pg_current_xact_id()
);
insert into directory_state default values;

create table directory (
  -- Names nobody, also after its specialist has left.
  number integer primary key generated always as identity,
  kine_id uuid not null unique references profiles on delete cascade,
  -- Approved, not suspended, and with a licence whose check still holds. Of all others the row says nothing else.
  listed boolean not null default false,
  place text,
  specialty text,
  modalities modality[] not null default '{}',
  -- Jurisdictions of the licences that were checked.
  licensed text[] not null default '{}',
  -- Those confirmed in the last 90 days, and not disputed.
  coverages integer[] not null default '{}',
  -- The cheapest session confirmed in the last 90 days.
  price integer,
  weekdays smallint[] not null default '{}',
  score smallint not null default 0,
  -- Of fewer than three reviews.
  newcomer boolean not null default false,
  computed_on date not null default '-infinity',
  changed_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id()
);
create index directory_changed_in_idx on directory (changed_in);
create index directory_computed_on_idx on directory (computed_on);
create index directory_coverages_idx on directory using gin (coverages);

-- Rows that went with their account, until every node has read of it.
create table directory_departures (
  number integer primary key,
  left_at timestamptz not null default now(),
  changed_in xid8 not null default pg_current_xact_id()
);
create index directory_departures_changed_in_idx on directory_departures (changed_in);

create function directory_today() returns date
  language sql stable
  return (now() at time zone 'America/Argentina/Buenos_Aires')::date;

-- The modalities in the text of a profile, by the labels of any screen, as parseModalities of the program.
create function named_modalities(_joined text) returns modality[]
  language sql immutable parallel safe
  return array_remove(array[
    case when lower(_joined) ~ '(^|,)\s*consultorio\s*(,|$)' then 'consultorio'::modality end,
    case when lower(_joined) ~ '(^|,)\s*(a )?domicilio\s*(,|$)' then 'domicilio'::modality end,
    case when lower(_joined) ~ '(^|,)\s*(online|virtual)\s*(,|$)' then 'online'::modality end], null);

-- The points of the order that /como-ordenamos publishes; app/domain/directory/order.ts has the same rule. _stars is the sum of the stars, each
-- weighted, and _weight that of the weights.
create function directory_score(_mean numeric, _stars float8, _weight float8, _parts integer, _licence_days integer, _price_freshness text)
  returns smallint
  language sql immutable parallel safe
  return floor(0.5 + 600 * ((5 * _mean::float8 + _stars) / (5 + _weight) - 1) / 4
    + 200 * _parts / 9::float8
    + case when _licence_days <= 180 then 100 else 50 end
    + case _price_freshness when 'fresh' then 100 when 'aging' then 50 else 0 end);

-- What the directory says of specialists by the facts as they are. "offset 0" has a part worked out once, not wherever it is named.
create function directory_facts(_kines uuid[]) returns table (kine_id uuid, listed boolean, place text, specialty text, modalities modality[],
  licensed text[], coverages integer[], price integer, weekdays smallint[], score smallint, newcomer boolean)
  language sql stable as $$
  select p.id, l.listed,
    case when l.listed then p.place_slug end,
    case when l.listed then p.specialty_slug end,
    case when l.listed then named_modalities(p.modalities) else '{}' end,
    case when l.listed then array(select distinct i.jurisdiction from licences i where i.kine_id = p.id and i.jurisdiction is not null
      and licence_standing(i.state, i.checked_at) in ('fresh', 'due') order by 1) else '{}' end,
    case when l.listed then array(select c.coverage_id from kine_coverages c join coverages v on v.id = c.coverage_id and v.retired_at is null
      where c.kine_id = p.id and c.disputed_at is null and fact_freshness(c.confirmed_at, now()) <> 'stale' order by 1) else '{}' end,
    case when l.listed then prices.cheapest end,
    case when l.listed then days.weekdays else '{}' end,
    case when l.listed then directory_score((select mean_stars from directory_state), reviews.stars, reviews.weight,
      num_nonnulls(p.photo_url, p.bio, p.specialty, p.license_number, p.price_range, p.modalities, p.location_city, p.phone)
        + (days.weekdays <> '{}')::integer,
      days_since(p.license_checked_at), prices.freshness) else 0 end,
    l.listed and reviews.count < 3
  from profiles p
  cross join lateral (select p.approval_status = 'approved' and p.suspended_at is null and is_licence_current(p.license_checked_at)
    and has_role(p.id, 'kine') as listed offset 0) l
  cross join lateral (select array(select distinct a.weekday from availabilities a where a.kine_id = p.id order by 1) as weekdays offset 0) days
  cross join lateral (select min(k.session) as cheapest, fact_freshness(max(k.confirmed_at), now()) as freshness
    from kine_prices k where k.kine_id = p.id and fact_freshness(k.confirmed_at, now()) <> 'stale') prices
  -- A review counts half after 18 months.
  cross join lateral (select count(*), coalesce(sum(w.weight * w.stars order by w.id), 0) as stars, coalesce(sum(w.weight order by w.id), 0) as weight
    from (select r.id, r.stars, 0.5::float8 ^ (greatest(days_since(r.created_at), 0) / 548::float8) as weight
      from reviews r where r.kine_id = p.id and r.hidden_at is null) w) reviews
  where p.id = any (_kines)
$$;

-- Writes what the facts say. A row is locked before the facts are read: of two changes at once, the later one reads both.
create function directory_follow(_kines uuid[]) returns void
  language plpgsql as $$
begin
  insert into directory (kine_id)
    select distinct r.user_id from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = any (_kines) and r.role = 'kine' and not exists (select from directory d where d.kine_id = r.user_id) order by 1
    on conflict do nothing;
  perform from directory d where d.kine_id = any (_kines) order by d.kine_id for update;
  update directory d set (listed, place, specialty, modalities, licensed, coverages, price, weekdays, score, newcomer, changed_at, changed_in)
      = (f.listed, f.place, f.specialty, f.modalities, f.licensed, f.coverages, f.price, f.weekdays, f.score, f.newcomer, now(),
        pg_current_xact_id())
    from directory_facts(_kines) f
    where d.kine_id = f.kine_id
      and (d.listed, d.place, d.specialty, d.modalities, d.licensed, d.coverages, d.price, d.weekdays, d.score, d.newcomer)
        is distinct from (f.listed, f.place, f.specialty, f.modalities, f.licensed, f.coverages, f.price, f.weekdays, f.score, f.newcomer);
end $$;

-- Works out the ageing parts of at most _most specialists whose were not worked out today, and returns how many there were.
create function directory_age(_most integer) returns integer
  language plpgsql as $$
declare
  aged uuid[];
begin
  update directory_state set day = directory_today(),
      mean_stars = coalesce((select round(sum(stars)::numeric / nullif(sum(count), 0), 1) from kine_ratings), 4)
    where day < directory_today();
  aged := array(select kine_id from directory where computed_on < directory_today() order by computed_on, kine_id limit _most
    for update skip locked);
  perform directory_follow(aged);
  update directory set computed_on = directory_today() where kine_id = any (aged);
  return cardinality(aged);
end $$;

-- ── Followed ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The argument is the column with the specialist's id.
create function directory_follows() returns trigger
  language plpgsql as $$
declare
  kines uuid[];
begin
  execute format('select array(select distinct %I from changed)', tg_argv[0]) into kines;
  if kines <> '{}' then
    perform directory_follow(kines);
  end if;
  return null;
end $$;
do $$
declare
  followed record;
  act record;
begin
  for followed in select * from (values ('profiles', 'id'), ('user_roles', 'user_id'), ('licences', 'kine_id'), ('kine_coverages', 'kine_id'),
    ('kine_prices', 'kine_id'), ('availabilities', 'kine_id'), ('reviews', 'kine_id')) f (in_table, in_column)
  loop
    for act in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) a (event, rows)
    loop
      execute format('create trigger directory_follows_%1$s after %1$s on %2$I referencing %3$s table as changed
        for each statement execute function directory_follows(%4$L)', act.event, followed.in_table, act.rows, followed.in_column);
    end loop;
  end loop;
end $$;

create function directory_departs() returns trigger
  language plpgsql as $$
begin
  insert into directory_departures (number) values (old.number);
  return null;
end $$;
create trigger directory_departs after delete on directory for each row execute function directory_departs();

-- A coverage may be of a fifth of all specialists: one that is retired or put back changes nothing else.
create function directory_drops_coverages() returns trigger
  language plpgsql as $$
begin
  if new.retired_at is not null then
    update directory set coverages = array_remove(coverages, new.id), changed_at = now(), changed_in = pg_current_xact_id()
      where coverages @> array[new.id];
  else
    update directory d set coverages = array(select unnest(d.coverages || new.id) order by 1), changed_at = now(),
        changed_in = pg_current_xact_id()
      from kine_coverages c
      where c.coverage_id = new.id and c.kine_id = d.kine_id and d.listed and c.disputed_at is null
        and fact_freshness(c.confirmed_at, now()) <> 'stale' and not d.coverages @> array[new.id];
  end if;
  return null;
end $$;
create trigger directory_drops_coverages after update of retired_at on coverages
  for each row when ((old.retired_at is null) <> (new.retired_at is null)) execute function directory_drops_coverages();

create function directory_names_change() returns trigger
  language plpgsql as $$
begin
  update directory_state set names_changed_in = pg_current_xact_id();
  return null;
end $$;
create trigger directory_names_change after insert or update or delete on coverages
  for each statement execute function directory_names_change();
create trigger directory_names_change after insert or update or delete on places
  for each statement execute function directory_names_change();

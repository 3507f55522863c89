create table directory (
  number integer generated always as identity not null,
  kine_id uuid not null,
  listed boolean default false not null,
  licence_until integer,
  place text,
  specialty text,
  modalities modality[] default '{}'::modality[] not null,
  licensed text[] default '{}'::text[] not null,
  licensed_until integer[] default '{}'::integer[] not null,
  coverages integer[] default '{}'::integer[] not null,
  coverages_until integer[] default '{}'::integer[] not null,
  prices integer[] default '{}'::integer[] not null,
  prices_until integer[] default '{}'::integer[] not null,
  weekdays smallint[] default '{}'::smallint[] not null,
  reply_hours smallint,
  score smallint default 0 not null,
  newcomer boolean default false not null,
  computed_on date default '-infinity'::date not null,
  changed_at timestamp with time zone default now() not null,
  changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_pkey PRIMARY KEY (number),
  constraint directory_kine_id_key UNIQUE (kine_id),
  constraint directory_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX directory_changed_in_idx ON directory USING btree (changed_in, number);
CREATE INDEX directory_computed_on_idx ON directory USING btree (computed_on);

CREATE OR REPLACE FUNCTION public.directory_departs() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  insert into directory_departures (number) values (old.number);
  return null;
end $function$;

CREATE TRIGGER directory_departs AFTER DELETE ON directory FOR EACH ROW EXECUTE FUNCTION directory_departs();

-- Rows that went with their account, until every node has read of it.
create table directory_departures (
  number integer not null,
  left_at timestamp with time zone default now() not null,
  changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_departures_pkey PRIMARY KEY (number)
);

CREATE INDEX directory_departures_changed_in_idx ON directory_departures USING btree (changed_in);

-- On how many lists a specialist was shown on a day; nothing is kept of who looked.
create table directory_showings (
  kine_id uuid not null,
  day date not null,
  count integer not null,
  constraint directory_showings_pkey PRIMARY KEY (kine_id, day),
  constraint directory_showings_count_check CHECK (count > 0),
  constraint directory_showings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX directory_showings_day_idx ON directory_showings USING btree (day);

create table directory_state (
  is_only boolean default true not null,
  day date default '-infinity'::date not null,
  mean_stars numeric(2,1) default 4 not null,
  is_filled boolean default false not null,
  names_changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_state_pkey PRIMARY KEY (is_only),
  constraint directory_state_once CHECK (is_only)
);

insert into directory_state (is_only, day, mean_stars, is_filled) overriding system value values
  ('true', '-infinity', '4.0', 'false');

CREATE OR REPLACE FUNCTION public.day_number(_day date) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (_day - '1970-01-01'::date);

-- Gives those among some who are specialists a row, if they have none.
CREATE OR REPLACE FUNCTION public.directory_add(_kines uuid[]) RETURNS void LANGUAGE sql BEGIN ATOMIC
 INSERT INTO directory (kine_id)  SELECT DISTINCT r.user_id
            FROM (user_roles r
              JOIN profiles p ON ((p.id = r.user_id)))
           WHERE ((r.user_id = ANY (directory_add._kines)) AND (r.role = 'kine'::app_role) AND (NOT (EXISTS ( SELECT
                    FROM directory d
                   WHERE (d.kine_id = r.user_id)))))
           ORDER BY r.user_id ON CONFLICT DO NOTHING;
END;

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

-- Writes what the facts say. A row is locked before the facts are read: of two changes at once, the later one reads both.
CREATE OR REPLACE FUNCTION public.directory_follow(_kines uuid[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
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
end $function$;

-- The argument is the column with the specialist's id. A change of many, as when coverages are merged, only notes whom it concerns.
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

-- A step of what is left to work out, of at most _most specialists: those of before without a row, those whom a change of many left, and every
-- day the points of all. Returns how many there were. Any node may; what another transaction holds is left to a later step.
CREATE OR REPLACE FUNCTION public.directory_keep(_most integer) RETURNS integer LANGUAGE plpgsql AS $function$
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

CREATE OR REPLACE FUNCTION public.directory_names_change() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  update directory_state set names_changed_in = pg_current_xact_id();
  return null;
end $function$;

-- The points of the order that /como-ordenamos publishes; app/domain/directory/order.ts has the same rule. _stars is the sum of the stars, each
-- weighted, and _weight that of the weights.
CREATE OR REPLACE FUNCTION public.directory_score(_mean numeric, _stars double precision, _weight double precision, _parts integer, _licence_days integer, _price_freshness text, _reply_hours integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN floor(((((((0.5)::double precision + (((600)::double precision * (((((5)::double precision * (_mean)::double precision) + _stars) / ((5)::double precision + _weight)) - (1)::double precision)) / (4)::double precision)) + (((200 * _parts))::double precision / (9)::double precision)) + (CASE WHEN (_licence_days <= 180) THEN 100 ELSE 50 END)::double precision) + (CASE _price_freshness WHEN 'fresh'::text THEN 100 WHEN 'aging'::text THEN 50 ELSE 0 END)::double precision) + (CASE WHEN (_reply_hours <= 3) THEN 100 WHEN (_reply_hours > 24) THEN 0 ELSE 50 END)::double precision));

CREATE OR REPLACE FUNCTION public.directory_today() RETURNS date LANGUAGE sql STABLE RETURN ((now() AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date;

-- The last whole day in Buenos Aires before a moment.
CREATE OR REPLACE FUNCTION public.last_whole_day(_until timestamp with time zone) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE RETURN (day_number(((_until AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date) - 1);

CREATE TRIGGER directory_follows_delete AFTER DELETE ON availabilities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON availabilities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON availabilities REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_names_change AFTER INSERT OR DELETE OR UPDATE ON coverages FOR EACH STATEMENT EXECUTE FUNCTION directory_names_change();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON kine_coverages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON kine_coverages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON kine_coverages REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_names_change AFTER INSERT OR DELETE OR UPDATE ON places FOR EACH STATEMENT EXECUTE FUNCTION directory_names_change();
CREATE TRIGGER directory_follows_update AFTER UPDATE ON profiles REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('id');

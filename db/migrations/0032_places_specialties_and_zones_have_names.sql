-- Places, specialties and zones of the body have a vocabulary, and a free text that names one is linked to it. Texts stay as they
-- were written. The program publishes the vocabulary from its own files, and links what was written before in batches.

create function vocabulary_key(_text text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    translate(regexp_replace(normalize(_text, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g'));
comment on function vocabulary_key(text) is 'a text without accents, capitals and punctuation, as vocabularyKey of the program';

-- ── The vocabulary ────────────────────────────────────────────────────────────────────────────────────────────────────
create table places (
  slug text primary key constraint places_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  kind text not null constraint places_kind check (kind in ('jurisdiction', 'neighbourhood', 'municipality', 'city', 'locality')),
  name text not null check (char_length(name) between 2 and 80),
  -- The code of INDEC, of two digits.
  jurisdiction text not null constraint places_jurisdiction check (jurisdiction ~ '^[0-9]{2}$'),
  latitude numeric(4, 2) not null check (latitude between -90 and 0),
  longitude numeric(5, 2) not null check (longitude between -90 and 0)
);

create table specialties (
  slug text primary key constraint specialties_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 2 and 80),
  -- Rather a technique than a field of practice.
  is_technique boolean not null,
  position smallint not null
);

create table body_zones (
  slug text primary key constraint body_zones_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (char_length(name) between 2 and 80),
  has_sides boolean not null,
  position smallint not null
);

create table vocabulary_names (
  kind text not null constraint vocabulary_names_kind check (kind in ('place', 'specialty', 'zone')),
  key text not null,
  place_slug text references places on update cascade,
  specialty_slug text references specialties on update cascade,
  zone_slug text references body_zones on update cascade,
  zone_side text constraint vocabulary_names_side check (zone_side in ('left', 'right', 'both')),
  -- Of the program's files, of the state's list of localities, or decided by an admin about a text that somebody wrote.
  source text not null constraint vocabulary_names_source check (source in ('program', 'georef', 'admin')),
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  primary key (kind, key),
  -- Without a meaning, an admin has decided that it stays a text.
  constraint vocabulary_names_mean_one check (
    case when num_nonnulls(place_slug, specialty_slug, zone_slug) = 0 then source = 'admin'
    else num_nonnulls(place_slug, specialty_slug, zone_slug) = 1
      and (kind = 'place') = (place_slug is not null) and (kind = 'specialty') = (specialty_slug is not null) end),
  constraint vocabulary_names_side_of_zone check (zone_side is null or zone_slug is not null)
);
-- A search reads the names that begin with a text.
create index vocabulary_names_place_key_idx on vocabulary_names (key collate "C") where kind = 'place';
create index vocabulary_names_place_slug_idx on vocabulary_names (place_slug) where place_slug is not null;
create index vocabulary_names_specialty_slug_idx on vocabulary_names (specialty_slug) where specialty_slug is not null;
create index vocabulary_names_zone_slug_idx on vocabulary_names (zone_slug) where zone_slug is not null;
create index vocabulary_names_decided_by_idx on vocabulary_names (decided_by) where decided_by is not null;
create index vocabulary_names_decided_idx on vocabulary_names (decided_at) where source = 'admin';

-- Which edition of its files the program has published.
create table vocabulary_editions (
  sha256 text primary key,
  published_at timestamptz not null default now()
);

-- ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
alter table profiles
  add column place_slug text references places on update cascade,
  add column specialty_slug text references specialties on update cascade;
alter table cases
  add column place_slug text references places on update cascade,
  add column zone_slug text references body_zones on update cascade,
  add column zone_side text;
alter table cases add constraint cases_zone_side check (zone_side in ('left', 'right', 'both')) not valid;

create function profiles_link_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.location_city is distinct from old.location_city then
    new.place_slug := (select place_slug from vocabulary_names where kind = 'place' and key = vocabulary_key(new.location_city));
  end if;
  if tg_op = 'INSERT' or new.specialty is distinct from old.specialty then
    new.specialty_slug := (select specialty_slug from vocabulary_names where kind = 'specialty' and key = vocabulary_key(new.specialty));
  end if;
  return new;
end $$;
create trigger profiles_link_words before insert or update of location_city, specialty on profiles
  for each row execute function profiles_link_words();

create function cases_link_words() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.location_city is distinct from old.location_city then
    new.place_slug := (select place_slug from vocabulary_names where kind = 'place' and key = vocabulary_key(new.location_city));
  end if;
  if tg_op = 'INSERT' or new.injury_area is distinct from old.injury_area then
    new.zone_slug := null;
    new.zone_side := null;
    select zone_slug, zone_side into new.zone_slug, new.zone_side
      from vocabulary_names where kind = 'zone' and key = vocabulary_key(new.injury_area);
  end if;
  return new;
end $$;
create trigger cases_link_words before insert or update of location_city, injury_area on cases
  for each row execute function cases_link_words();

-- Links texts that have a name by now, key after key from _from to _to: at most _most rows or a thousand keys. Returns how many it linked,
-- and where to go on, or null at the end. Rows that somebody writes meanwhile are left for the next time.
create function link_words(_table text, _column text, _kind text, _from text, _to text, _most integer, out linked integer, out go_on text)
  language plpgsql as $$
declare
  slug text := _kind || '_slug';
  -- The condition of the index that is read.
  unknown text := format('%I is null and %I is not null', slug, _column);
  side text := case when _kind = 'zone' then ', zone_side = $4' else '' end;
  name vocabulary_names;
  batch integer;
begin
  linked := 0;
  execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) >= $1', _column, _table, unknown)
    into go_on using _from;
  for walked in 1..1000 loop
    exit when go_on is null or go_on > _to;
    select * into name from vocabulary_names n
      where n.kind = _kind and n.key = go_on and num_nonnulls(n.place_slug, n.specialty_slug, n.zone_slug) = 1;
    if found then
      execute format('update %1$I set %2$I = $1%3$s where id in (select id from %1$I where %4$s and vocabulary_key(%5$I) = $2
          limit $3 for no key update skip locked)', _table, slug, side, unknown, _column)
        using coalesce(name.place_slug, name.specialty_slug, name.zone_slug), go_on, _most - linked, name.zone_side;
      get diagnostics batch = row_count;
      linked := linked + batch;
      if linked >= _most then
        return;
      end if;
    end if;
    execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) > $1', _column, _table, unknown)
      into go_on using go_on;
  end loop;
  if go_on > _to then
    go_on := null;
  end if;
end $$;

-- Texts without a name and without a decision, each once, with an example as it was written and how often it is. Walks at most _keys texts
-- of each column, in the order of their keys, and counts at most _rows of each.
create function unknown_words(_keys integer, _rows integer) returns table (kind text, key text, text text, uses integer)
  language plpgsql stable as $$
declare
  source record;
begin
  for source in
    select * from (values ('place', 'profiles', 'location_city'), ('place', 'cases', 'location_city'),
      ('specialty', 'profiles', 'specialty'), ('zone', 'cases', 'injury_area')) s (kind, in_table, in_column)
  loop
    return query execute format('
      with recursive walk (key, place) as (
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s), 1
        union all
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s and vocabulary_key(%2$I) > w.key), w.place + 1
          from walk w where w.key is not null and w.place < $2
      )
      select $1, w.key, counted.example, counted.uses from walk w, lateral (
        select min(written) as example, count(*)::int as uses from (
          select %2$I as written from %1$I where %3$s and vocabulary_key(%2$I) = w.key limit $3) few) counted
      where w.key is not null and not exists (select from vocabulary_names n where n.kind = $1 and n.key = w.key)',
      source.in_table, source.in_column, format('%I is null and %I is not null', source.kind || '_slug', source.in_column))
      using source.kind, _keys, _rows;
  end loop;
end $$;

-- A decision about a text quotes what somebody wrote: it goes when nobody writes it any more.
create function is_word_in_use(_name vocabulary_names) returns boolean
  language sql stable
  return case _name.kind
    when 'place' then
      exists (select from profiles where place_slug is null and location_city is not null and vocabulary_key(location_city) = _name.key)
      or exists (select from cases where place_slug is null and location_city is not null and vocabulary_key(location_city) = _name.key)
      or exists (select from profiles where place_slug = _name.place_slug and vocabulary_key(location_city) = _name.key)
      or exists (select from cases where place_slug = _name.place_slug and vocabulary_key(location_city) = _name.key)
    when 'specialty' then
      exists (select from profiles where specialty_slug is null and specialty is not null and vocabulary_key(specialty) = _name.key)
      or exists (select from profiles where specialty_slug = _name.specialty_slug and vocabulary_key(specialty) = _name.key)
    else
      exists (select from cases where zone_slug is null and injury_area is not null and vocabulary_key(injury_area) = _name.key)
      or exists (select from cases where zone_slug = _name.zone_slug and vocabulary_key(injury_area) = _name.key) end;

create function words_are_decided_by_admins() returns trigger
  language plpgsql as $$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides what a text means');
  end if;
  if tg_op = 'UPDATE' and old.source <> 'admin' then
    perform refuse('words_of_the_program_stay', 'what a name of the program means stays');
  end if;
  return new;
end $$;
create trigger words_are_decided_by_admins before insert or update on vocabulary_names
  for each row when (new.source = 'admin' and new.decided_by is not null) execute function words_are_decided_by_admins();

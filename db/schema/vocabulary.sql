create table body_zones (
  slug text not null,
  name text not null,
  has_sides boolean not null,
  "position" smallint not null,
  constraint body_zones_pkey PRIMARY KEY (slug),
  constraint body_zones_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 80),
  constraint body_zones_slug_shape CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);

create table places (
  slug text not null,
  kind text not null,
  name text not null,
  jurisdiction text not null,
  latitude numeric(4,2) not null,
  longitude numeric(5,2) not null,
  constraint places_pkey PRIMARY KEY (slug),
  constraint places_jurisdiction CHECK (jurisdiction ~ '^[0-9]{2}$'::text),
  constraint places_kind CHECK (kind = ANY (ARRAY['jurisdiction'::text, 'neighbourhood'::text, 'municipality'::text, 'city'::text, 'locality'::text])),
  constraint places_latitude_check CHECK (latitude >= '-90'::integer::numeric AND latitude <= 0::numeric),
  constraint places_longitude_check CHECK (longitude >= '-90'::integer::numeric AND longitude <= 0::numeric),
  constraint places_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 80),
  constraint places_slug_shape CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);

create table specialties (
  slug text not null,
  name text not null,
  is_technique boolean not null,
  "position" smallint not null,
  constraint specialties_pkey PRIMARY KEY (slug),
  constraint specialties_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 80),
  constraint specialties_slug_shape CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);

-- Which edition of its files the program has published.
create table vocabulary_editions (
  sha256 text not null,
  published_at timestamp with time zone default now() not null,
  constraint vocabulary_editions_pkey PRIMARY KEY (sha256)
);

create table vocabulary_names (
  kind text not null,
  key text not null,
  place_slug text,
  specialty_slug text,
  zone_slug text,
  zone_side text,
  source text not null,
  decided_by uuid,
  decided_at timestamp with time zone default now() not null,
  constraint vocabulary_names_pkey PRIMARY KEY (kind, key),
  constraint vocabulary_names_kind CHECK (kind = ANY (ARRAY['place'::text, 'specialty'::text, 'zone'::text])),
  constraint vocabulary_names_mean_one CHECK (
CASE
    WHEN num_nonnulls(place_slug, specialty_slug, zone_slug) = 0 THEN source = 'admin'::text
    ELSE num_nonnulls(place_slug, specialty_slug, zone_slug) = 1 AND (kind = 'place'::text) = (place_slug IS NOT NULL) AND (kind = 'specialty'::text) = (specialty_slug IS NOT NULL)
END),
  constraint vocabulary_names_side CHECK (zone_side = ANY (ARRAY['left'::text, 'right'::text, 'both'::text])),
  constraint vocabulary_names_side_of_zone CHECK (zone_side IS NULL OR zone_slug IS NOT NULL),
  constraint vocabulary_names_source CHECK (source = ANY (ARRAY['program'::text, 'georef'::text, 'admin'::text])),
  constraint vocabulary_names_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint vocabulary_names_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE,
  constraint vocabulary_names_specialty_slug_fkey FOREIGN KEY (specialty_slug) REFERENCES specialties(slug) ON UPDATE CASCADE,
  constraint vocabulary_names_zone_slug_fkey FOREIGN KEY (zone_slug) REFERENCES body_zones(slug) ON UPDATE CASCADE
);

CREATE INDEX vocabulary_names_decided_by_idx ON vocabulary_names USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX vocabulary_names_decided_idx ON vocabulary_names USING btree (decided_at) WHERE source = 'admin'::text;

-- A search reads the names that begin with a text.
CREATE INDEX vocabulary_names_place_key_idx ON vocabulary_names USING btree (key COLLATE "C") WHERE kind = 'place'::text;

CREATE INDEX vocabulary_names_place_slug_idx ON vocabulary_names USING btree (place_slug) WHERE place_slug IS NOT NULL;
CREATE INDEX vocabulary_names_specialty_slug_idx ON vocabulary_names USING btree (specialty_slug) WHERE specialty_slug IS NOT NULL;
CREATE INDEX vocabulary_names_zone_slug_idx ON vocabulary_names USING btree (zone_slug) WHERE zone_slug IS NOT NULL;

CREATE OR REPLACE FUNCTION public.words_are_decided_by_admins() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides what a text means');
  end if;
  if tg_op = 'UPDATE' and old.source <> 'admin' then
    perform refuse('words_of_the_program_stay', 'what a name of the program means stays');
  end if;
  return new;
end $function$;

CREATE TRIGGER words_are_decided_by_admins BEFORE INSERT OR UPDATE ON vocabulary_names FOR EACH ROW WHEN (new.source = 'admin'::text AND new.decided_by IS NOT NULL) EXECUTE FUNCTION words_are_decided_by_admins();

CREATE OR REPLACE FUNCTION public.cases_link_words() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.profiles_link_words() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' or new.location_city is distinct from old.location_city then
    new.place_slug := (select place_slug from vocabulary_names where kind = 'place' and key = vocabulary_key(new.location_city));
  end if;
  if tg_op = 'INSERT' or new.specialty is distinct from old.specialty then
    new.specialty_slug := (select specialty_slug from vocabulary_names where kind = 'specialty' and key = vocabulary_key(new.specialty));
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.vocabulary_key(_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN text_key(_text);
comment on function vocabulary_key(text) is 'a text without accents, capitals and punctuation, as vocabularyKey of the program';

CREATE INDEX profiles_unknown_place_idx ON profiles USING btree (vocabulary_key(location_city), id) WHERE place_slug IS NULL AND location_city IS NOT NULL;
CREATE INDEX profiles_unknown_specialty_idx ON profiles USING btree (vocabulary_key(specialty), id) WHERE specialty_slug IS NULL AND specialty IS NOT NULL;
alter table profiles add constraint profiles_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE;
alter table profiles add constraint profiles_specialty_slug_fkey FOREIGN KEY (specialty_slug) REFERENCES specialties(slug) ON UPDATE CASCADE;
CREATE TRIGGER profiles_link_words BEFORE INSERT OR UPDATE OF location_city, specialty ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_link_words();

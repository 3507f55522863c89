-- Each statement alone
-- Of the links of 0032, while everybody goes on reading and writing.

drop index concurrently if exists profiles_place_slug_idx;
create index concurrently profiles_place_slug_idx on profiles (place_slug) where place_slug is not null;
drop index concurrently if exists profiles_specialty_slug_idx;
create index concurrently profiles_specialty_slug_idx on profiles (specialty_slug) where specialty_slug is not null;
drop index concurrently if exists cases_place_slug_idx;
create index concurrently cases_place_slug_idx on cases (place_slug) where place_slug is not null;
drop index concurrently if exists cases_zone_slug_idx;
create index concurrently cases_zone_slug_idx on cases (zone_slug) where zone_slug is not null;

-- What no name was found for: what the admin's queue and the batches read.
drop index concurrently if exists profiles_unknown_place_idx;
create index concurrently profiles_unknown_place_idx on profiles (vocabulary_key(location_city), id)
  where place_slug is null and location_city is not null;
drop index concurrently if exists profiles_unknown_specialty_idx;
create index concurrently profiles_unknown_specialty_idx on profiles (vocabulary_key(specialty), id)
  where specialty_slug is null and specialty is not null;
drop index concurrently if exists cases_unknown_place_idx;
create index concurrently cases_unknown_place_idx on cases (vocabulary_key(location_city), id)
  where place_slug is null and location_city is not null;
drop index concurrently if exists cases_unknown_zone_idx;
create index concurrently cases_unknown_zone_idx on cases (vocabulary_key(injury_area), id)
  where zone_slug is null and injury_area is not null;

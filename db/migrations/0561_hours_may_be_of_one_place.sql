-- place_id: where the specialist attends in these hours; null for every place of their agenda.
alter table agenda_places add constraint agenda_places_of_kine unique (id, kine_id);
alter table availabilities add column place_id uuid;
alter table availabilities
  drop constraint availabilities_kine_id_weekday_start_time_key,
  add constraint availabilities_once unique nulls not distinct (kine_id, weekday, start_time, place_id),
  add constraint availabilities_of_own_places foreign key (place_id, kine_id) references agenda_places (id, kine_id) on delete cascade;
create index availabilities_place_id_idx on availabilities (place_id) where place_id is not null;

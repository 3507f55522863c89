create table availabilities (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  weekday smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  place_id uuid,
  constraint availabilities_pkey PRIMARY KEY (id),
  constraint availabilities_once UNIQUE NULLS NOT DISTINCT (kine_id, weekday, start_time, place_id),
  constraint availabilities_ends_after_start CHECK (end_time > start_time),
  constraint availabilities_weekday_check CHECK (weekday >= 0 AND weekday <= 6),
  constraint availabilities_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX availabilities_place_id_idx ON availabilities USING btree (place_id) WHERE place_id IS NOT NULL;

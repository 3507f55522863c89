create table availabilities (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  weekday smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  constraint availabilities_pkey PRIMARY KEY (id),
  constraint availabilities_kine_id_weekday_start_time_key UNIQUE (kine_id, weekday, start_time),
  constraint availabilities_ends_after_start CHECK (end_time > start_time),
  constraint availabilities_weekday_check CHECK (weekday >= 0 AND weekday <= 6),
  constraint availabilities_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

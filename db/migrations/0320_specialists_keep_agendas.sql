-- A specialist's agenda: where and how long they attend, which days are closed or extra, and how far ahead turnos are taken. Rows keep no text
-- about anybody.

-- no: the specialist's part of the number line of `booking_claims`.
create table agendas (
  kine_id uuid primary key references profiles on delete cascade,
  no int generated always as identity (maxvalue 250000000),
  zone text not null default 'America/Argentina/Buenos_Aires',
  is_on boolean not null default true,
  is_instant boolean not null default false,
  on_holidays boolean not null default false,
  lead_min int not null default 120,
  horizon_days int not null default 28,
  notice_hours int not null default 24,
  constraint agendas_no_key unique (no),
  constraint agendas_zone check (zone ~ '^America/Argentina/[A-Za-z_]{1,30}$'),
  constraint agendas_lead check (lead_min between 0 and 10080),
  constraint agendas_horizon check (horizon_days between 1 and 90),
  constraint agendas_notice check (notice_hours between 0 and 168)
);

-- seats: how many people are attended there at once. At a home and online it is one, who takes all of the specialist's time.
create table agenda_places (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references agendas on delete cascade,
  modality modality not null,
  label text not null,
  address text,
  arrival text,
  session_min int not null,
  buffer_min int not null default 0,
  travel_min int not null default 0,
  seats int not null default 1,
  retired_at timestamptz,
  constraint agenda_places_label check (char_length(btrim(label)) between 1 and 80),
  constraint agenda_places_address check (char_length(btrim(address)) between 1 and 160),
  constraint agenda_places_arrival check (char_length(btrim(arrival)) between 1 and 300),
  constraint agenda_places_session check (session_min between 15 and 180 and session_min % 5 = 0),
  constraint agenda_places_buffer check (buffer_min between 0 and 60),
  constraint agenda_places_travel check (travel_min between 0 and 120),
  constraint agenda_places_seats check (seats between 1 and 6 and (modality = 'consultorio' or seats = 1))
);
create index agenda_places_kine_id_idx on agenda_places (kine_id);

-- Days that are closed, or hours beside the weekly ones. Both times are null for whole days, which can only be closed.
create table agenda_exceptions (
  id uuid primary key default uuid_v7(),
  kine_id uuid not null references agendas on delete cascade,
  from_day date not null,
  until_day date not null,
  start_time time,
  end_time time,
  is_open boolean not null default false,
  constraint agenda_exceptions_days check (until_day >= from_day and until_day - from_day <= 366),
  constraint agenda_exceptions_times check ((start_time is null) = (end_time is null) and (start_time is null or end_time > start_time)
    and (start_time is not null or not is_open))
);
create index agenda_exceptions_kine_id_idx on agenda_exceptions (kine_id, until_day);

-- jurisdiction: 'AR' for the whole country.
create table holidays (
  day date not null,
  jurisdiction text not null default 'AR',
  name text not null,
  primary key (day, jurisdiction),
  constraint holidays_jurisdiction check (jurisdiction ~ '^[A-Z]{1,3}$'),
  constraint holidays_name check (char_length(btrim(name)) between 1 and 120)
);

-- no: the specialist's part of the number line of `booking_claims`.
create table agendas (
  kine_id uuid not null,
  no integer generated always as identity (maxvalue 250000000) not null,
  zone text default 'America/Argentina/Buenos_Aires'::text not null,
  is_on boolean default true not null,
  is_instant boolean default false not null,
  on_holidays boolean default false not null,
  lead_min integer default 120 not null,
  horizon_days integer default 28 not null,
  notice_hours integer default 24 not null,
  is_public boolean default false not null,
  confirmed_at timestamp with time zone,
  constraint agendas_pkey PRIMARY KEY (kine_id),
  constraint agendas_no_key UNIQUE (no),
  constraint agendas_horizon CHECK (horizon_days >= 1 AND horizon_days <= 90),
  constraint agendas_lead CHECK (lead_min >= 0 AND lead_min <= 10080),
  constraint agendas_notice CHECK (notice_hours >= 0 AND notice_hours <= 168),
  constraint agendas_public_are_confirmed CHECK (NOT is_public OR confirmed_at IS NOT NULL),
  constraint agendas_zone CHECK (zone ~ '^America/Argentina/[A-Za-z_]{1,30}$'::text),
  constraint agendas_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

-- Days that are closed, or hours beside the weekly ones. Both times are null for whole days, which can only be closed.
create table agenda_exceptions (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  from_day date not null,
  until_day date not null,
  start_time time without time zone,
  end_time time without time zone,
  is_open boolean default false not null,
  constraint agenda_exceptions_pkey PRIMARY KEY (id),
  constraint agenda_exceptions_days CHECK (until_day >= from_day AND (until_day - from_day) <= 366),
  constraint agenda_exceptions_times CHECK ((start_time IS NULL) = (end_time IS NULL) AND (start_time IS NULL OR end_time > start_time) AND (start_time IS NOT NULL OR NOT is_open)),
  constraint agenda_exceptions_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE
);

CREATE INDEX agenda_exceptions_kine_id_idx ON agenda_exceptions USING btree (kine_id, until_day);

create table agenda_next (
  kine_id uuid not null,
  modality modality not null,
  starts_at timestamp with time zone not null,
  constraint agenda_next_pkey PRIMARY KEY (kine_id, modality),
  constraint agenda_next_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE
);

-- seats: how many people are attended there at once. At a home and online it is one, who takes all of the specialist's time.
create table agenda_places (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  modality modality not null,
  label text not null,
  address text,
  arrival text,
  session_min integer not null,
  buffer_min integer default 0 not null,
  travel_min integer default 0 not null,
  seats integer default 1 not null,
  retired_at timestamp with time zone,
  constraint agenda_places_pkey PRIMARY KEY (id),
  constraint agenda_places_of_kine UNIQUE (id, kine_id),
  constraint agenda_places_address CHECK (char_length(btrim(address)) >= 1 AND char_length(btrim(address)) <= 160),
  constraint agenda_places_arrival CHECK (char_length(btrim(arrival)) >= 1 AND char_length(btrim(arrival)) <= 300),
  constraint agenda_places_buffer CHECK (buffer_min >= 0 AND buffer_min <= 60),
  constraint agenda_places_label CHECK (char_length(btrim(label)) >= 1 AND char_length(btrim(label)) <= 80),
  constraint agenda_places_seats CHECK (seats >= 1 AND seats <= 6 AND (modality = 'consultorio'::modality OR seats = 1)),
  constraint agenda_places_session CHECK (session_min >= 15 AND session_min <= 180 AND (session_min % 5) = 0),
  constraint agenda_places_travel CHECK (travel_min >= 0 AND travel_min <= 120),
  constraint agenda_places_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE
);

CREATE INDEX agenda_places_kine_id_idx ON agenda_places USING btree (kine_id);

-- jurisdiction: 'AR' for the whole country.
create table holidays (
  day date not null,
  jurisdiction text default 'AR'::text not null,
  name text not null,
  constraint holidays_pkey PRIMARY KEY (day, jurisdiction),
  constraint holidays_jurisdiction CHECK (jurisdiction ~ '^[A-Z]{1,3}$'::text),
  constraint holidays_name CHECK (char_length(btrim(name)) >= 1 AND char_length(btrim(name)) <= 120)
);

insert into holidays (day, jurisdiction, name) overriding system value values
  ('2024-01-01', 'AR', 'Año Nuevo'),
  ('2024-02-12', 'AR', 'Carnaval'),
  ('2024-02-13', 'AR', 'Carnaval'),
  ('2024-03-24', 'AR', 'Día de la Memoria por la Verdad y la Justicia'),
  ('2024-03-29', 'AR', 'Viernes Santo'),
  ('2024-04-01', 'AR', 'Día no laborable con fines turísticos'),
  ('2024-04-02', 'AR', 'Día del Veterano y de los Caídos en la Guerra de Malvinas'),
  ('2024-05-01', 'AR', 'Día del Trabajador'),
  ('2024-05-25', 'AR', 'Día de la Revolución de Mayo'),
  ('2024-06-17', 'AR', 'Paso a la Inmortalidad del General Güemes'),
  ('2024-06-20', 'AR', 'Paso a la Inmortalidad del General Belgrano'),
  ('2024-06-21', 'AR', 'Día no laborable con fines turísticos'),
  ('2024-07-09', 'AR', 'Día de la Independencia'),
  ('2024-08-17', 'AR', 'Paso a la Inmortalidad del General San Martín'),
  ('2024-10-11', 'AR', 'Día no laborable con fines turísticos'),
  ('2024-10-12', 'AR', 'Día del Respeto a la Diversidad Cultural'),
  ('2024-11-18', 'AR', 'Día de la Soberanía Nacional'),
  ('2024-12-08', 'AR', 'Día de la Inmaculada Concepción de María'),
  ('2024-12-25', 'AR', 'Navidad'),
  ('2025-01-01', 'AR', 'Año Nuevo'),
  ('2025-03-03', 'AR', 'Carnaval'),
  ('2025-03-04', 'AR', 'Carnaval'),
  ('2025-03-24', 'AR', 'Día de la Memoria por la Verdad y la Justicia'),
  ('2025-04-02', 'AR', 'Día del Veterano y de los Caídos en la Guerra de Malvinas'),
  ('2025-04-18', 'AR', 'Viernes Santo'),
  ('2025-05-01', 'AR', 'Día del Trabajador'),
  ('2025-05-02', 'AR', 'Día no laborable con fines turísticos'),
  ('2025-05-25', 'AR', 'Día de la Revolución de Mayo'),
  ('2025-06-16', 'AR', 'Paso a la Inmortalidad del General Güemes'),
  ('2025-06-20', 'AR', 'Paso a la Inmortalidad del General Belgrano'),
  ('2025-07-09', 'AR', 'Día de la Independencia'),
  ('2025-08-15', 'AR', 'Día no laborable con fines turísticos'),
  ('2025-08-17', 'AR', 'Paso a la Inmortalidad del General San Martín'),
  ('2025-10-10', 'AR', 'Día del Respeto a la Diversidad Cultural'),
  ('2025-11-21', 'AR', 'Día no laborable con fines turísticos'),
  ('2025-11-24', 'AR', 'Día de la Soberanía Nacional'),
  ('2025-12-08', 'AR', 'Día de la Inmaculada Concepción de María'),
  ('2025-12-25', 'AR', 'Navidad'),
  ('2026-01-01', 'AR', 'Año Nuevo'),
  ('2026-02-16', 'AR', 'Carnaval'),
  ('2026-02-17', 'AR', 'Carnaval'),
  ('2026-03-23', 'AR', 'Día no laborable con fines turísticos'),
  ('2026-03-24', 'AR', 'Día de la Memoria por la Verdad y la Justicia'),
  ('2026-04-02', 'AR', 'Día del Veterano y de los Caídos en la Guerra de Malvinas'),
  ('2026-04-03', 'AR', 'Viernes Santo'),
  ('2026-05-01', 'AR', 'Día del Trabajador'),
  ('2026-05-25', 'AR', 'Día de la Revolución de Mayo'),
  ('2026-06-15', 'AR', 'Paso a la Inmortalidad del General Güemes'),
  ('2026-06-20', 'AR', 'Paso a la Inmortalidad del General Belgrano'),
  ('2026-07-09', 'AR', 'Día de la Independencia'),
  ('2026-07-10', 'AR', 'Día no laborable con fines turísticos'),
  ('2026-08-17', 'AR', 'Paso a la Inmortalidad del General San Martín'),
  ('2026-10-12', 'AR', 'Día del Respeto a la Diversidad Cultural'),
  ('2026-11-23', 'AR', 'Día de la Soberanía Nacional'),
  ('2026-12-07', 'AR', 'Día no laborable con fines turísticos'),
  ('2026-12-08', 'AR', 'Día de la Inmaculada Concepción de María'),
  ('2026-12-25', 'AR', 'Navidad'),
  ('2027-01-01', 'AR', 'Año Nuevo'),
  ('2027-02-08', 'AR', 'Carnaval'),
  ('2027-02-09', 'AR', 'Carnaval'),
  ('2027-03-24', 'AR', 'Día de la Memoria por la Verdad y la Justicia'),
  ('2027-03-26', 'AR', 'Viernes Santo'),
  ('2027-04-02', 'AR', 'Día del Veterano y de los Caídos en la Guerra de Malvinas'),
  ('2027-05-01', 'AR', 'Día del Trabajador'),
  ('2027-05-25', 'AR', 'Día de la Revolución de Mayo'),
  ('2027-06-20', 'AR', 'Paso a la Inmortalidad del General Belgrano'),
  ('2027-06-21', 'AR', 'Paso a la Inmortalidad del General Güemes'),
  ('2027-07-09', 'AR', 'Día de la Independencia'),
  ('2027-08-16', 'AR', 'Paso a la Inmortalidad del General San Martín'),
  ('2027-10-11', 'AR', 'Día del Respeto a la Diversidad Cultural'),
  ('2027-11-20', 'AR', 'Día de la Soberanía Nacional'),
  ('2027-12-08', 'AR', 'Día de la Inmaculada Concepción de María'),
  ('2027-12-25', 'AR', 'Navidad');

alter table availabilities add constraint availabilities_of_own_places FOREIGN KEY (place_id, kine_id) REFERENCES agenda_places(id, kine_id) ON DELETE CASCADE;

-- The specialists who were notified of a case or invited to it.
create table case_alerts (
  case_id uuid not null,
  kine_id uuid not null,
  is_at_once boolean not null,
  is_invitation boolean default false not null,
  told_at timestamp with time zone default now() not null,
  seat_until timestamp with time zone,
  voided_at timestamp with time zone,
  constraint case_alerts_pkey PRIMARY KEY (case_id, kine_id),
  constraint case_alerts_seats_of_invitations CHECK (seat_until IS NULL OR is_invitation),
  constraint case_alerts_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_alerts_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column case_alerts.voided_at is 'when an invitation of these 72 hours could not or need not be answered any more, or its specialist could not see the case';

CREATE INDEX case_alerts_kine_id_idx ON case_alerts USING btree (kine_id, told_at);
CREATE INDEX case_alerts_told_at_idx ON case_alerts USING btree (told_at);

-- The number of immediate notifications of a specialist on a day. It outlives the cases.
create table kine_alert_days (
  kine_id uuid not null,
  day date not null,
  at_once integer not null,
  constraint kine_alert_days_pkey PRIMARY KEY (kine_id, day),
  constraint kine_alert_days_at_once CHECK (at_once > 0),
  constraint kine_alert_days_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX kine_alert_days_day_idx ON kine_alert_days USING btree (day);

-- How often the cases of one patient told a specialist at once on a day in Buenos Aires. It outlives the cases, which can be withdrawn.
create table patient_alert_days (
  kine_id uuid not null,
  patient_id uuid not null,
  day date not null,
  at_once integer not null,
  constraint patient_alert_days_pkey PRIMARY KEY (kine_id, patient_id, day),
  constraint patient_alert_days_two_a_day CHECK (at_once >= 1 AND at_once <= 2),
  constraint patient_alert_days_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint patient_alert_days_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX patient_alert_days_day_idx ON patient_alert_days USING btree (day);
CREATE INDEX patient_alert_days_patient_id_idx ON patient_alert_days USING btree (patient_id);

-- The seats that are taken or kept, without those of one specialist. A suspended specialist's application, which its patient may neither
-- see nor decide, takes none.
CREATE OR REPLACE FUNCTION public.seats_taken(_case uuid, _but uuid DEFAULT NULL::uuid) RETURNS integer LANGUAGE sql STABLE RETURN ((SELECT (count(*))::integer AS count FROM matches m WHERE ((m.case_id = seats_taken._case) AND (m.kine_id IS DISTINCT FROM seats_taken._but) AND ((m.status = 'accepted'::match_status) OR ((m.status = 'proposed'::match_status) AND ((m.valid_until IS NULL) OR (m.valid_until > now())) AND (NOT is_kine_away(m.kine_id)))))) + (SELECT (count(*))::integer AS count FROM case_alerts a WHERE ((a.case_id = seats_taken._case) AND (a.kine_id IS DISTINCT FROM seats_taken._but) AND (a.seat_until > now()) AND (NOT is_kine_away(a.kine_id)) AND (NOT is_case_blocked(a.case_id, a.kine_id)) AND (NOT (EXISTS (SELECT FROM matches m WHERE ((m.case_id = seats_taken._case) AND (m.kine_id = a.kine_id))))))));

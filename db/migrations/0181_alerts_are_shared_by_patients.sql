-- How often the cases of one patient told a specialist at once on a day in Buenos Aires. It outlives the cases, which can be withdrawn.
create table patient_alert_days (
  kine_id uuid not null references profiles on delete cascade,
  patient_id uuid not null references profiles on delete cascade,
  day date not null,
  at_once integer not null constraint patient_alert_days_two_a_day check (at_once between 1 and 2),
  primary key (kine_id, patient_id, day)
);
create index patient_alert_days_patient_id_idx on patient_alert_days (patient_id);
create index patient_alert_days_day_idx on patient_alert_days (day);

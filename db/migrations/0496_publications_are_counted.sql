-- When somebody published a case. A row stays when the case is withdrawn, so that publishing again is counted too.
create table cases_published (
  id uuid default uuid_v7() not null,
  patient_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint cases_published_pkey primary key (id),
  constraint cases_published_patient_id_fkey foreign key (patient_id) references profiles(id) on delete cascade
);
create index cases_published_patient_id_idx on cases_published (patient_id, at);
create index cases_published_at_idx on cases_published (at);

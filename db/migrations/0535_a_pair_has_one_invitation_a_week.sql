-- When a patient last invited a specialist: once a week, across their cases. It outlives the case, whose alerts go with its withdrawal.
create table invitations_made (
  patient_id uuid references profiles (id) on delete cascade,
  kine_id uuid references profiles (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (patient_id, kine_id)
);
create index invitations_made_kine_id_idx on invitations_made (kine_id);
create index invitations_made_at_idx on invitations_made (at);

insert into invitations_made (patient_id, kine_id, at)
  select c.patient_id, a.kine_id, max(a.told_at) from case_alerts a join cases c on c.id = a.case_id
  where a.is_invitation and a.told_at > now() - interval '7 days' and c.patient_id is not null
  group by 1, 2;

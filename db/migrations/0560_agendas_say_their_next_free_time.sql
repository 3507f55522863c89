-- is_public: whether the next free time is shown on the profile and in lists. confirmed_at: when the specialist last set or confirmed their
-- agenda; an older one is not shown.
alter table agendas
  add column is_public boolean not null default false,
  add column confirmed_at timestamptz,
  add constraint agendas_public_are_confirmed check (not is_public or confirmed_at is not null);

-- The next free time of each modality, as a job last found it. Readers leave out what is over by then.
create table agenda_next (
  kine_id uuid references agendas (kine_id) on delete cascade,
  modality modality,
  starts_at timestamptz not null,
  primary key (kine_id, modality)
);

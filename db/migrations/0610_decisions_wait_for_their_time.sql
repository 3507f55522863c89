-- A decision that can be undone waits here until the server applies it: about a request for admission, or a rejected application to a case.
create table held_decisions (
  id uuid default uuid_v7() not null,
  application_id uuid,
  match_id uuid,
  decided_by uuid not null,
  session_id uuid,
  decision jsonb not null,
  applies_at timestamp with time zone not null,
  constraint held_decisions_pkey primary key (id),
  constraint held_decisions_application_id_key unique (application_id),
  constraint held_decisions_match_id_key unique (match_id),
  constraint held_decisions_of_one_thing check (num_nonnulls(application_id, match_id) = 1),
  constraint held_decisions_application_id_fkey foreign key (application_id) references kine_applications (id) on delete cascade,
  constraint held_decisions_match_id_fkey foreign key (match_id) references matches (id) on delete cascade,
  constraint held_decisions_decided_by_fkey foreign key (decided_by) references profiles (id) on delete cascade
);
create index held_decisions_decided_by_idx on held_decisions (decided_by);
comment on column held_decisions.decision is 'what was decided, as it is applied';

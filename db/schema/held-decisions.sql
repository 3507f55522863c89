create table held_decisions (
  id uuid default uuid_v7() not null,
  application_id uuid,
  match_id uuid,
  decided_by uuid not null,
  session_id uuid,
  decision jsonb not null,
  applies_at timestamp with time zone not null,
  constraint held_decisions_pkey PRIMARY KEY (id),
  constraint held_decisions_application_id_key UNIQUE (application_id),
  constraint held_decisions_match_id_key UNIQUE (match_id),
  constraint held_decisions_of_one_thing CHECK (num_nonnulls(application_id, match_id) = 1),
  constraint held_decisions_application_id_fkey FOREIGN KEY (application_id) REFERENCES kine_applications(id) ON DELETE CASCADE,
  constraint held_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint held_decisions_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);
comment on column held_decisions.decision is 'what was decided, as it is applied';

CREATE INDEX held_decisions_decided_by_idx ON held_decisions USING btree (decided_by);

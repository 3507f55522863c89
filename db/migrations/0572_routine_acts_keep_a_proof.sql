-- acted_at: the last routine act of an admin in this session, within half an hour of which the next needs no new proof.
alter table auth.sessions add column acted_at timestamptz;

-- given_at: from when the days count in which an admin may work without a second factor.
alter table user_roles add column given_at timestamptz not null default now();

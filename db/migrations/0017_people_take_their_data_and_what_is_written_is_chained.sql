-- People take all that is kept about them along, a few times a day, and what is written down of accounts cannot be changed
-- without being noticed.

create table data_exports (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  -- A link is followed once.
  taken_at timestamptz
);
create index data_exports_user_id_idx on data_exports (user_id, id);

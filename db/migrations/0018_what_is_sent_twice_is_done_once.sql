-- A request that is sent again, because its answer was lost, finds the answer of the first time: its key is kept for a day, in
-- the transaction that does what it asks.
create table done_requests (
  person_id uuid not null references profiles (id) on delete cascade,
  key text not null check (char_length(key) between 8 and 128),
  -- Of the procedure and its input, under a key of the server's: what was asked cannot be read or guessed from it.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  -- Ids, states and counts; null only while the transaction runs.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index done_requests_created_at_idx on done_requests (created_at);

-- What outlives a deleted account, under keyed hashes: its stars, its suspension, and the open or upheld reports, encrypted. Nothing in clear says
-- whose it was.

-- The key of the hashes, encrypted with SECRET, so that a new SECRET loses no memory.
create table departure_secrets (
  is_only boolean primary key default true constraint departure_secrets_one check (is_only),
  sealed bytea not null
);

create table departures (
  id uuid primary key default uuid_v7(),
  left_at timestamptz not null,
  review_count integer not null constraint departures_review_count check (review_count >= 0),
  review_stars integer not null constraint departures_review_stars check (review_stars between review_count and 5 * review_count),
  is_suspended boolean not null
);
create index departures_left_at_idx on departures (left_at);

create table departure_keys (
  departure_id uuid not null references departures on delete cascade,
  what text not null constraint departure_keys_what check (what in ('licence', 'email', 'phone')),
  hash bytea not null constraint departure_keys_hash_is_sha256 check (octet_length(hash) = 32),
  -- Of a licence; a number alone is held by one specialist in each jurisdiction.
  kind text,
  jurisdiction text,
  constraint departure_keys_key unique nulls not distinct (departure_id, what, hash, kind, jurisdiction)
);
create index departure_keys_hash_idx on departure_keys (hash);

create table departure_reports (
  id uuid primary key default uuid_v7(),
  departure_id uuid not null references departures on delete cascade,
  sealed bytea not null,
  kept_until timestamptz not null
);
create index departure_reports_departure_id_idx on departure_reports (departure_id);
create index departure_reports_kept_until_idx on departure_reports (kept_until);

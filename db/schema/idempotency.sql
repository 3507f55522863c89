-- A request that is sent again, because its answer was lost, finds the answer of the first time: its key is kept for a day, in
-- the transaction that does what it asks.
create table done_requests (
  person_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  constraint done_requests_pkey PRIMARY KEY (person_id, key),
  constraint done_requests_fingerprint_check CHECK (octet_length(fingerprint) = 32),
  constraint done_requests_key_check CHECK (char_length(key) >= 8 AND char_length(key) <= 128),
  constraint done_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX done_requests_created_at_idx ON done_requests USING btree (created_at);

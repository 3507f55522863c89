-- Calendar programs read a person's turnos at an address that is a secret. Only its hash is stored.
-- An address that was revoked does not come back with a backup.
create table calendar_feeds (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  place integer not null,
  token_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  session_id uuid,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_place_key UNIQUE (user_id, place),
  constraint calendar_feeds_token_key UNIQUE (token_sha256),
  constraint calendar_feeds_at_most_two CHECK (place >= 1 AND place <= 2),
  constraint calendar_feeds_token CHECK (octet_length(token_sha256) = 32),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE TRIGGER tombstone_calendar_feed AFTER DELETE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION tombstone_credential('calendar');

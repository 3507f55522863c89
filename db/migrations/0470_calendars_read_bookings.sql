-- Calendar programs read a person's turnos at an address that is a secret. Only its hash is stored.
create table calendar_feeds (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles on delete cascade,
  place int not null,
  token_sha256 bytea not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint calendar_feeds_place_key unique (user_id, place),
  constraint calendar_feeds_at_most_two check (place between 1 and 2),
  constraint calendar_feeds_token_key unique (token_sha256),
  constraint calendar_feeds_token check (octet_length(token_sha256) = 32)
);

-- An address that was revoked does not come back with a backup.
alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in ('account', 'case', 'study',
  'evidence', 'withdrawal', 'review', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'calendar', 'suspended', 'restored',
  'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on', 'blocked', 'unblocked', 'reading_hidden',
  'reading_shown')) not valid;
create trigger calendar_feeds_gone_are_noted after delete on calendar_feeds
  for each row execute function credentials_gone_are_noted('calendar');

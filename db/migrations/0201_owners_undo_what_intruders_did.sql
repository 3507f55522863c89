-- Links that undo a change of address or a new way in, for seven days. `session_id` is the session that made the change.
create table auth.undo_links (
  id uuid default uuid_v7() primary key,
  user_id uuid not null references auth.users(id) on delete cascade,
  kind text not null,
  token_hash bytea not null unique,
  way_id uuid,
  email text,
  claimed_at timestamptz,
  session_id uuid,
  created_at timestamptz default now() not null,
  expires_at timestamptz default now() + interval '7 days' not null,
  constraint undo_links_kind check (kind in ('address', 'factor', 'passkey', 'identity')),
  constraint undo_links_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint undo_links_name_what_they_undo check ((kind = 'address') = (email is not null) and (kind = 'address') = (way_id is null))
);
create index undo_links_user_id on auth.undo_links (user_id);
create index undo_links_expires_at on auth.undo_links (expires_at);
create index undo_links_email on auth.undo_links (email) where email is not null;

-- A former address is its account's until its link expires: an intruder could otherwise give it to another account.
-- Runs after the row is written, so that it sees a change of address that the write waited for.
create function auth.former_addresses_are_kept() returns trigger language plpgsql as $$
begin
  if exists (select from auth.undo_links l where l.email = new.email and l.user_id <> new.id and l.expires_at > now()) then
    raise exception 'the address is another account''s' using errcode = '23505', constraint = 'users_email_key';
  end if;
  return null;
end $$;
create trigger former_addresses_are_kept after insert or update of email on auth.users
  for each row execute function auth.former_addresses_are_kept();

alter table auth.one_time_tokens drop constraint one_time_tokens_kind,
  add constraint one_time_tokens_kind check (kind in ('confirmation', 'recovery', 'email_change', 'invitation'));

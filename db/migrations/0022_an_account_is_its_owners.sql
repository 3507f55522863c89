-- Whoever signs up with an address need not read it. From here on it is known whether one person has shown both.

-- When one person showed that they hold the account and read its address. Null: the account may have been prepared by somebody else.
alter table auth.users add column claimed_at timestamptz;
-- An account that began at a provider began with a proof of its address.
update auth.users u set claimed_at = u.email_confirmed_at
  where u.email_confirmed_at is not null and exists (
    select from auth.identities i
    where i.user_id = u.id and i.provider <> 'email' and i.created_at = u.created_at and lower(i.identity_data ->> 'email') = u.email
  );

-- A change of address belongs to the session that asked for it, and ends with it. Changes without one end now.
delete from auth.one_time_tokens where kind = 'email_change';
alter table auth.one_time_tokens add column session_id uuid references auth.sessions (id) on delete cascade;
create index one_time_tokens_session_id on auth.one_time_tokens (session_id) where session_id is not null;

create function auth.changes_end_with_their_session() returns trigger language plpgsql as $$
begin
  delete from auth.one_time_tokens where session_id = new.id;
  return null;
end $$;
create trigger changes_end_with_their_session after update of ended_at on auth.sessions
  for each row when (new.ended_at is not null and old.ended_at is null) execute function auth.changes_end_with_their_session();

-- The passkey that a session was started with, so that the session ends when the passkey is removed.
alter table auth.sessions add column passkey_id uuid references auth.webauthn_credentials (id) on delete set null;
create index sessions_passkey_id on auth.sessions (passkey_id) where passkey_id is not null;

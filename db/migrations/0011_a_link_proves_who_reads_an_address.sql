-- A message holds a link that proves who reads the address: to confirm it, to set a new password, to change it.

-- What the links of messages carry; only its SHA-256 is kept, and a row goes when its token is used. A new link of a kind
-- replaces the one before. email is where the link was sent: the new address when it is to be changed.
create table auth.one_time_tokens (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  token_hash bytea not null,
  email text not null,
  code_challenge text,
  code_challenge_method text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '1 hour',
  constraint one_time_tokens_kind check (kind in ('confirmation', 'recovery', 'email_change')),
  constraint one_time_tokens_user_id_kind_key unique (user_id, kind),
  constraint one_time_tokens_token_hash_key unique (token_hash),
  constraint one_time_tokens_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint one_time_tokens_code_challenge_method check (code_challenge_method in ('s256', 'plain')),
  constraint one_time_tokens_code_challenge check (
    (code_challenge is null) = (code_challenge_method is null) and length(code_challenge) between 43 and 128
  )
);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);

-- What a link leaves in a browser's address, worth a session only together with the secret that the browser kept (PKCE).
create table auth.auth_codes (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  sign_in_method text not null,
  created_at timestamptz not null default now(),
  constraint auth_codes_code_hash_key unique (code_hash),
  constraint auth_codes_hash_is_sha256 check (octet_length(code_hash) = 32),
  constraint auth_codes_code_challenge_method check (code_challenge_method in ('s256', 'plain'))
);
create index auth_codes_user_id on auth.auth_codes (user_id);
create index auth_codes_created_at on auth.auth_codes (created_at);

-- Somebody asked for a message to an address. Whether anyone has it is looked up later, by a job, so that the asker cannot
-- tell from the time it takes. What was asked is encrypted with SECRET.
create table auth.message_requests (
  id uuid primary key default public.uuid_v7(),
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index message_requests_created_at on auth.message_requests (created_at);

-- The profile shows the address that the account uses.
create function auth.email_is_shown_in_the_profile() returns trigger language plpgsql as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end $$;
create trigger email_is_shown_in_the_profile after update of email on auth.users
  for each row when (new.email <> old.email) execute function auth.email_is_shown_in_the_profile();

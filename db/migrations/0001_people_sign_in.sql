-- People have accounts, sign in, and stay signed in.
-- Nothing in this schema is ever read by a page or a procedure except the viewer query
-- (auth.users joined to a live row of auth.sessions).

create schema auth;

-- Time-ordered identifiers (UUID version 7), so that primary keys grow at one end of their index.
-- PostgreSQL has its own only from 18 on.
create function public.uuid_v7() returns uuid
language plpgsql volatile parallel safe
set search_path = pg_catalog
as $$
declare
  milliseconds bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
  bytes bytea := uuid_send(gen_random_uuid());
begin
  bytes := substring(int8send(milliseconds) from 3 for 6) || substring(bytes from 7);
  bytes := set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112);
  return encode(bytes, 'hex')::uuid;
end
$$;

create table auth.users (
  id uuid primary key default public.uuid_v7(),
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_user_meta_data jsonb not null default '{}',
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_key unique (email),
  constraint users_email_lower_case check (email = lower(email)),
  constraint users_email_shape check (length(email) between 3 and 254 and position('@' in email) > 1),
  constraint users_encrypted_password_is_phc check (encrypted_password like '$%'),
  constraint users_meta_data_is_object check (jsonb_typeof(raw_user_meta_data) = 'object'),
  constraint users_meta_data_size check (octet_length(raw_user_meta_data::text) <= 32768)
);

-- A way of proving who one is: today e-mail and password, later other providers.
create table auth.identities (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identities_provider_provider_id_key unique (provider, provider_id),
  constraint identities_data_is_object check (jsonb_typeof(identity_data) = 'object')
);
create index identities_user_id on auth.identities (user_id);

-- One sign-in on one device. created_at is the moment of the sign-in; a refresh never moves it.
-- A session is live while ended_at is null and not_after lies ahead.
create table auth.sessions (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1',
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz not null default now() + interval '30 days',
  ended_at timestamptz,
  end_reason text,
  user_agent text,
  ip inet,
  constraint sessions_aal check (aal in ('aal1', 'aal2')),
  constraint sessions_times check (refreshed_at >= created_at and not_after > created_at),
  constraint sessions_end_reason check (
    end_reason in ('signed_out', 'password_changed', 'refresh_token_reused', 'expired')
  ),
  constraint sessions_end_has_reason check ((ended_at is null) = (end_reason is null)),
  constraint sessions_user_agent_length check (length(user_agent) <= 512)
);
create index sessions_user_id on auth.sessions (user_id, created_at desc);
create index sessions_not_after on auth.sessions (not_after);

-- The chain of refresh tokens of a session; only their SHA-256 is kept. The token without replaced_at is the
-- current one, and a session has one at most; each token has one successor at most.
create table auth.refresh_tokens (
  id uuid primary key default public.uuid_v7(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent_id uuid references auth.refresh_tokens (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  constraint refresh_tokens_token_hash_key unique (token_hash),
  constraint refresh_tokens_parent_id_key unique (parent_id),
  constraint refresh_tokens_hash_is_sha256 check (octet_length(token_hash) = 32),
  constraint refresh_tokens_is_not_its_parent check (parent_id <> id)
);
create index refresh_tokens_session_id on auth.refresh_tokens (session_id);
create unique index refresh_tokens_one_current on auth.refresh_tokens (session_id) where replaced_at is null;

-- Keys that sign access tokens. A retired key signs no more, but verifies until its last token has expired.
create table auth.signing_keys (
  kid text primary key,
  algorithm text not null default 'ES256',
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint signing_keys_algorithm check (algorithm = 'ES256'),
  constraint signing_keys_public_jwk_has_no_secret check (
    jsonb_typeof(public_jwk) = 'object' and not (public_jwk ? 'd')
  ),
  constraint signing_keys_retired_after_created check (retired_at >= created_at)
);
create unique index signing_keys_one_active on auth.signing_keys (algorithm) where retired_at is null;

-- Counters of attempts, in the column order that rate-limiter-flexible inserts by; expire is in milliseconds.
create table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on auth.rate_limits (expire);

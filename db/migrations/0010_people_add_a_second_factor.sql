-- People add a second factor, recovery codes and passkeys, and a session knows by what it was proven.

-- A way of proving oneself besides the password. Recovery codes are one factor with many codes.
create table auth.mfa_factors (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null,
  status text not null default 'unverified',
  friendly_name text,
  secret_encrypted bytea,
  last_used_step bigint,
  phone text,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mfa_factors_factor_type check (factor_type in ('totp', 'webauthn', 'phone', 'recovery_code')),
  constraint mfa_factors_status check (status in ('unverified', 'verified')),
  constraint mfa_factors_friendly_name_length check (length(friendly_name) between 1 and 120),
  constraint mfa_factors_totp_has_secret check ((factor_type = 'totp') = (secret_encrypted is not null)),
  constraint mfa_factors_phone_has_number check ((factor_type = 'phone') = (phone is not null)),
  constraint mfa_factors_codes_need_no_proof check (factor_type <> 'recovery_code' or status = 'verified')
);
create unique index mfa_factors_user_id_friendly_name_key on auth.mfa_factors (user_id, friendly_name);
create unique index mfa_factors_one_set_of_codes on auth.mfa_factors (user_id) where factor_type = 'recovery_code';
create index mfa_factors_user_id on auth.mfa_factors (user_id);

-- sign_in_method at created_at opened the session; proofs are what its person has shown since, one entry a method:
-- [{"method": "totp", "timestamp": seconds}]. factor_id is the second factor that raised the session to aal2.
alter table auth.sessions
  add column sign_in_method text not null default 'password',
  add column proofs jsonb not null default '[]',
  add column factor_id uuid references auth.mfa_factors (id) on delete set null,
  add constraint sessions_proofs_is_array check (jsonb_typeof(proofs) = 'array');
create index sessions_factor_id on auth.sessions (factor_id) where factor_id is not null;

-- A question put to one factor by one session, answered once.
create table auth.mfa_challenges (
  id uuid primary key default public.uuid_v7(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  webauthn_challenge text,
  code_hash bytea,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  constraint mfa_challenges_code_hash_is_sha256 check (octet_length(code_hash) = 32)
);
create index mfa_challenges_factor_id on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id on auth.mfa_challenges (session_id);
create index mfa_challenges_created_at on auth.mfa_challenges (created_at);

-- Only a keyed hash of each code is kept.
create table auth.recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash),
  constraint recovery_codes_hash_is_sha256 check (octet_length(code_hash) = 32)
);

-- Public keys that browsers and security keys made: of a factor, or, without one, a passkey that signs in by itself.
create table auth.webauthn_credentials (
  id uuid primary key default public.uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_id uuid references auth.mfa_factors (id) on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  friendly_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint webauthn_credentials_credential_id_key unique (credential_id),
  constraint webauthn_credentials_factor_id_key unique (factor_id),
  constraint webauthn_credentials_friendly_name_length check (length(friendly_name) between 1 and 120)
);
create index webauthn_credentials_user_id on auth.webauthn_credentials (user_id);

-- A question put to whoever registers a passkey (user_id) or signs in with one (nobody yet), answered once.
create table auth.passkey_challenges (
  id uuid primary key default public.uuid_v7(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge text not null,
  created_at timestamptz not null default now()
);
create index passkey_challenges_user_id on auth.passkey_challenges (user_id);
create index passkey_challenges_created_at on auth.passkey_challenges (created_at);

create schema auth;

create table auth.users (
  id uuid default uuid_v7() not null,
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_user_meta_data jsonb default '{}'::jsonb not null,
  must_change_password boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  profile_due boolean default false not null,
  audit_id uuid default gen_random_uuid() not null,
  joined_by_address boolean default true not null,
  claimed_at timestamp with time zone,
  recovered_at timestamp with time zone,
  devices_forgotten_at timestamp with time zone,
  terms_due boolean default false not null,
  invited_by uuid,
  invited_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_audit_id_key UNIQUE (audit_id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_lower_case CHECK (email = lower(email)),
  constraint users_email_shape CHECK (length(email) >= 3 AND length(email) <= 254 AND POSITION(('@'::text) IN (email)) > 1),
  constraint users_encrypted_password_is_phc CHECK (encrypted_password ~~ '$%'::text),
  constraint users_meta_data_is_object CHECK (jsonb_typeof(raw_user_meta_data) = 'object'::text),
  constraint users_meta_data_size CHECK (octet_length(raw_user_meta_data::text) <= 32768),
  constraint users_terms_come_with_the_password CHECK (NOT terms_due OR must_change_password),
  constraint users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL
);

CREATE INDEX users_invited_by ON auth.users USING btree (invited_by) WHERE invited_by IS NOT NULL;
CREATE OR REPLACE FUNCTION public.mailbox_key(_address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN (SELECT CASE WHEN (a.domain ~ '^[^.]+\.fastmail\.(com|fm)$'::text) THEN regexp_replace(a.domain, '\.'::text, '@'::text) WHEN (a.name = ''::text) THEN a.whole WHEN ((a.domain = ANY (ARRAY['gmail.com'::text, 'googlemail.com'::text])) AND (replace(a.name, '.'::text, ''::text) <> ''::text)) THEN (replace(a.name, '.'::text, ''::text) || '@gmail.com'::text) WHEN ((a.domain = ANY (ARRAY['proton.me'::text, 'protonmail.com'::text, 'protonmail.ch'::text, 'pm.me'::text])) AND (translate(a.name, '.-_'::text, ''::text) <> ''::text)) THEN (translate(a.name, '.-_'::text, ''::text) || '@proton.me'::text) WHEN (a.domain = ANY (ARRAY['icloud.com'::text, 'me.com'::text, 'mac.com'::text])) THEN (a.name || '@icloud.com'::text) WHEN (a.domain = ANY (ARRAY['ya.ru'::text, 'yandex.ru'::text, 'yandex.com'::text, 'yandex.by'::text, 'yandex.kz'::text, 'yandex.ua'::text, 'yandex.com.tr'::text, 'yandex.fr'::text, 'yandex.com.ge'::text, 'yandex.az'::text, 'yandex.co.il'::text, 'yandex.uz'::text])) THEN (replace(a.name, '.'::text, '-'::text) || '@yandex.com'::text) WHEN ((a.domain ~ '^(outlook|hotmail|live)\.(com|[a-z]{2}|(com|co)\.[a-z]{2})$'::text) OR (a.domain = ANY (ARRAY['msn.com'::text, 'fastmail.com'::text, 'fastmail.fm'::text, 'zoho.com'::text, 'zohomail.com'::text]))) THEN ((a.name || '@'::text) || a.domain) ELSE a.whole END AS whole FROM (SELECT lower(mailbox_key._address) AS whole, split_part(regexp_replace(lower(mailbox_key._address), '@[^@]*$'::text, ''::text), '+'::text, 1) AS name, "substring"(lower(mailbox_key._address), '[^@]*$'::text) AS domain) a);
CREATE INDEX users_mailbox_key_idx ON auth.users USING btree (mailbox_key(email));

-- argon2id over a bcrypt hash: "$bcrypt-argon2id$2b$10$SALT$v=19$…". While such passwords are stored, each sign-in takes as long as one of them, so the
-- highest cost is read at each.
CREATE OR REPLACE FUNCTION public.moved_cost(encrypted text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN (split_part(encrypted, '$'::text, 4))::integer;

CREATE INDEX users_moved_cost ON auth.users USING btree (moved_cost(encrypted_password)) WHERE encrypted_password ~~ '$bcrypt-argon2id$%'::text;
CREATE INDEX users_profile_due ON auth.users USING btree (created_at) WHERE profile_due;

-- A former address is its account's until its link expires: an intruder could otherwise give it to another account.
-- Runs after the row is written, so that it sees a change of address that the write waited for.
CREATE OR REPLACE FUNCTION auth.former_addresses_are_kept() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if exists (select from auth.undo_links l where l.email = new.email and l.user_id <> new.id and l.expires_at > now()) then
    raise exception 'the address is another account''s' using errcode = '23505', constraint = 'users_email_key';
  end if;
  return null;
end $function$;

CREATE TRIGGER former_addresses_are_kept AFTER INSERT OR UPDATE OF email ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.former_addresses_are_kept();

CREATE OR REPLACE FUNCTION auth.tombstone_accounts() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'DELETE' then
    <<tombstone_accounts_gone>>
    begin
      perform note_deletion('account', old.id::text);
    end tombstone_accounts_gone;
  end if;
  if tg_op = 'UPDATE' and ((old.encrypted_password IS NOT NULL) AND (new.encrypted_password IS DISTINCT FROM old.encrypted_password) AND (NOT (new.last_sign_in_at IS DISTINCT FROM old.last_sign_in_at))) then
    <<tombstone_passwords>>
    begin
      perform note_state('password', array['password'], new.id::text);
    end tombstone_passwords;
  end if;
  return null;
end $function$;

CREATE TRIGGER tombstone_accounts AFTER DELETE OR UPDATE OF encrypted_password ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.tombstone_accounts();

-- A confirmed address counts its reviews and reserves the licence of its application.
CREATE OR REPLACE FUNCTION auth.users_reach_their_profile() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if ((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) then
    <<confirmed_people_are_ranked>>
    begin
      update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed and public.is_counted(new.id);
      perform public.replace_earlier_reviews(r) from public.reviews r where r.patient_id = new.id and r.is_confirmed;
    end confirmed_people_are_ranked;
  end if;
  if ((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL)) then
    <<confirmed_people_reserve_licences>>
    begin
      update public.kine_applications set license_number = license_number
        where user_id = new.id and status = 'pending' and license_number is not null;
    end confirmed_people_reserve_licences;
  end if;
  if (new.email <> old.email) then
    <<email_is_shown_in_the_profile>>
    begin
      update public.profiles set email = new.email where id = new.id;
    end email_is_shown_in_the_profile;
  end if;
  if (old.email_confirmed_at IS NULL) <> (new.email_confirmed_at IS NULL) or new.email <> old.email then
    <<cases_of_confirmed_people_are_counted>>
    begin
      perform public.count_case(c.id) from (select id from public.cases where patient_id = new.id order by id) c;
      perform public.count_missing_steps('-infinity', new.id);
    end cases_of_confirmed_people_are_counted;
  end if;
  return null;
end $function$;

CREATE TRIGGER users_reach_their_profile AFTER UPDATE OF email, email_confirmed_at ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.users_reach_their_profile();

-- A way of proving oneself besides the password. Recovery codes are one factor with many codes.
create table auth.mfa_factors (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  factor_type text not null,
  status text default 'unverified'::text not null,
  friendly_name text,
  secret_encrypted bytea,
  last_used_step bigint,
  phone text,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  without_factor boolean default false not null,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_codes_need_no_proof CHECK (factor_type <> 'recovery_code'::text OR status = 'verified'::text),
  constraint mfa_factors_factor_type CHECK (factor_type = ANY (ARRAY['totp'::text, 'webauthn'::text, 'phone'::text, 'recovery_code'::text])),
  constraint mfa_factors_friendly_name_length CHECK (length(friendly_name) >= 1 AND length(friendly_name) <= 120),
  constraint mfa_factors_phone_has_number CHECK ((factor_type = 'phone'::text) = (phone IS NOT NULL)),
  constraint mfa_factors_status CHECK (status = ANY (ARRAY['unverified'::text, 'verified'::text])),
  constraint mfa_factors_totp_has_secret CHECK (factor_type = 'recovery_code'::text OR (factor_type = 'totp'::text) = (secret_encrypted IS NOT NULL)),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX mfa_factors_one_set_of_codes ON auth.mfa_factors USING btree (user_id) WHERE factor_type = 'recovery_code'::text;
CREATE INDEX mfa_factors_user_id ON auth.mfa_factors USING btree (user_id);
CREATE UNIQUE INDEX mfa_factors_user_id_friendly_name_key ON auth.mfa_factors USING btree (user_id, friendly_name);

CREATE OR REPLACE FUNCTION public.tombstone_credential() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- With an account that goes, everything of it does.
  if not is_leaving(old.user_id) and exists (select from auth.users where id = old.user_id) then
    perform note_deletion(tg_argv[0], old.id::text);
  end if;
  return null;
end $function$;

CREATE TRIGGER tombstone_factor AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN (old.status = 'verified'::text) EXECUTE FUNCTION tombstone_credential('factor');

-- Public keys that browsers and security keys made: of a factor, or, without one, a passkey that signs in by itself.
create table auth.webauthn_credentials (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  factor_id uuid,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  friendly_name text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  without_factor boolean default false not null,
  constraint webauthn_credentials_pkey PRIMARY KEY (id),
  constraint webauthn_credentials_credential_id_key UNIQUE (credential_id),
  constraint webauthn_credentials_factor_id_key UNIQUE (factor_id),
  constraint webauthn_credentials_friendly_name_length CHECK (length(friendly_name) >= 1 AND length(friendly_name) <= 120),
  constraint webauthn_credentials_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX webauthn_credentials_user_id ON auth.webauthn_credentials USING btree (user_id);
CREATE TRIGGER tombstone_passkey AFTER DELETE ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION tombstone_credential('passkey');

-- One sign-in on one device. created_at is the moment of the sign-in; a refresh never moves it.
-- A session is live while ended_at is null and not_after lies ahead.
create table auth.sessions (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  aal text default 'aal1'::text not null,
  created_at timestamp with time zone default now() not null,
  refreshed_at timestamp with time zone default now() not null,
  not_after timestamp with time zone default now() + '30 days'::interval not null,
  ended_at timestamp with time zone,
  end_reason text,
  user_agent text,
  ip inet,
  sign_in_method text default 'password'::text not null,
  proofs jsonb default '[]'::jsonb not null,
  factor_id uuid,
  passkey_id uuid,
  recovers boolean default false not null,
  acted_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_aal CHECK (aal = ANY (ARRAY['aal1'::text, 'aal2'::text])),
  constraint sessions_end_has_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  constraint sessions_end_reason CHECK (end_reason = ANY (ARRAY['signed_out'::text, 'password_changed'::text, 'refresh_token_reused'::text, 'expired'::text, 'suspended'::text])),
  constraint sessions_proofs_is_array CHECK (jsonb_typeof(proofs) = 'array'::text),
  constraint sessions_times CHECK (refreshed_at >= created_at AND not_after > created_at),
  constraint sessions_user_agent_length CHECK (length(user_agent) <= 512),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES auth.webauthn_credentials(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_factor_id ON auth.sessions USING btree (factor_id) WHERE factor_id IS NOT NULL;
CREATE INDEX sessions_not_after ON auth.sessions USING btree (not_after);
CREATE INDEX sessions_passkey_id ON auth.sessions USING btree (passkey_id) WHERE passkey_id IS NOT NULL;
CREATE INDEX sessions_user_id ON auth.sessions USING btree (user_id, created_at DESC);

-- What ends with a session.
CREATE OR REPLACE FUNCTION auth.sessions_end() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and ((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL)) then
    <<changes_end_with_their_session>>
    begin
      delete from auth.one_time_tokens where session_id = new.id;
    end changes_end_with_their_session;
  end if;
  if tg_op = 'DELETE' and (old.ended_at IS NULL) or tg_op = 'UPDATE' and ((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL)) then
    <<publish_ended_sessions>>
    begin
      perform publish_live_event(old.id::text, 'session');
    end publish_ended_sessions;
  end if;
  if tg_op = 'UPDATE' and ((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL)) then
    <<pushes_end_with_their_session>>
    begin
      delete from public.push_subscriptions where session_id = new.id;
    end pushes_end_with_their_session;
  end if;
  return null;
end $function$;

CREATE TRIGGER sessions_end AFTER DELETE OR UPDATE OF ended_at ON auth.sessions FOR EACH ROW EXECUTE FUNCTION auth.sessions_end();

-- What a link leaves in a browser's address, worth a session only together with the secret that the browser kept (PKCE).
create table auth.auth_codes (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  code_hash bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  sign_in_method text not null,
  created_at timestamp with time zone default now() not null,
  linking_session_id uuid,
  linking_identity jsonb,
  constraint auth_codes_pkey PRIMARY KEY (id),
  constraint auth_codes_code_hash_key UNIQUE (code_hash),
  constraint auth_codes_code_challenge_method CHECK (code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])),
  constraint auth_codes_hash_is_sha256 CHECK (octet_length(code_hash) = 32),
  constraint auth_codes_linking CHECK ((linking_session_id IS NULL) = (linking_identity IS NULL)),
  constraint auth_codes_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint auth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX auth_codes_created_at ON auth.auth_codes USING btree (created_at);
CREATE INDEX auth_codes_linking_session_id ON auth.auth_codes USING btree (linking_session_id) WHERE linking_session_id IS NOT NULL;
CREATE INDEX auth_codes_user_id ON auth.auth_codes USING btree (user_id);

-- A way of proving who one is: today e-mail and password, later other providers.
create table auth.identities (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb default '{}'::jsonb not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  without_factor boolean default false not null,
  issuer text,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_provider_id_key UNIQUE (provider, provider_id),
  constraint identities_data_is_object CHECK (jsonb_typeof(identity_data) = 'object'::text),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX identities_provider_sub_issuer ON auth.identities USING btree (provider, (identity_data ->> 'sub'::text), issuer);
CREATE INDEX identities_user_id ON auth.identities USING btree (user_id);
CREATE TRIGGER tombstone_identity AFTER DELETE ON auth.identities FOR EACH ROW EXECUTE FUNCTION tombstone_credential('identity');

-- Somebody asked for a message to an address. Whether anyone has it is looked up later, by a job, so that the asker cannot
-- tell from the time it takes. What was asked is encrypted with SECRET.
create table auth.message_requests (
  id uuid default uuid_v7() not null,
  sealed bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint message_requests_pkey PRIMARY KEY (id)
);

CREATE INDEX message_requests_created_at ON auth.message_requests USING btree (created_at);

-- A question put to one factor by one session, answered once.
create table auth.mfa_challenges (
  id uuid default uuid_v7() not null,
  factor_id uuid not null,
  session_id uuid not null,
  webauthn_challenge text,
  code_hash bytea,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_code_hash_is_sha256 CHECK (octet_length(code_hash) = 32),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

CREATE INDEX mfa_challenges_created_at ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenges_factor_id ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_challenges_session_id ON auth.mfa_challenges USING btree (session_id);

-- A sign-in that is at the provider's. A row goes when its answer comes, so that an answer counts once, on any node.
-- Only the SHA-256 of the state is kept; sealed holds our verifier and nonce, encrypted with SECRET. linking_session_id
-- is whose session asked to link, null for a sign-in.
create table auth.oauth_flows (
  id uuid default uuid_v7() not null,
  state_hash bytea not null,
  provider text not null,
  sealed bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  redirect_to text not null,
  linking_session_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint oauth_flows_pkey PRIMARY KEY (id),
  constraint oauth_flows_state_hash_key UNIQUE (state_hash),
  constraint oauth_flows_code_challenge_method CHECK (code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])),
  constraint oauth_flows_hash_is_sha256 CHECK (octet_length(state_hash) = 32),
  constraint oauth_flows_redirect_to_length CHECK (length(redirect_to) <= 2048),
  constraint oauth_flows_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

CREATE INDEX oauth_flows_created_at ON auth.oauth_flows USING btree (created_at);
CREATE INDEX oauth_flows_linking_session_id ON auth.oauth_flows USING btree (linking_session_id) WHERE linking_session_id IS NOT NULL;

-- What the links of messages carry; only its SHA-256 is kept, and a row goes when its token is used. A new link of a kind
-- replaces the one before. email is where the link was sent: the new address when it is to be changed.
create table auth.one_time_tokens (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  email text not null,
  code_challenge text,
  code_challenge_method text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default now() + '01:00:00'::interval not null,
  session_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_kind_key UNIQUE (user_id, kind),
  constraint one_time_tokens_code_challenge CHECK ((code_challenge IS NULL) = (code_challenge_method IS NULL) AND length(code_challenge) >= 43 AND length(code_challenge) <= 128),
  constraint one_time_tokens_code_challenge_method CHECK (code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])),
  constraint one_time_tokens_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint one_time_tokens_kind CHECK (kind = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'email_change'::text, 'invitation'::text])),
  constraint one_time_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX one_time_tokens_expires_at ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_session_id ON auth.one_time_tokens USING btree (session_id) WHERE session_id IS NOT NULL;

-- A question to who registers a passkey (user_id) or signs in with one (nobody yet), answered once.
create table auth.passkey_challenges (
  id uuid default uuid_v7() not null,
  user_id uuid,
  challenge text not null,
  created_at timestamp with time zone default now() not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX passkey_challenges_created_at ON auth.passkey_challenges USING btree (created_at);
CREATE INDEX passkey_challenges_user_id ON auth.passkey_challenges USING btree (user_id);

-- Counters of attempts; expire is in milliseconds.
create table auth.rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

CREATE INDEX rate_limits_expire ON auth.rate_limits USING btree (expire);

-- Only a keyed hash of each code is kept.
create table auth.recovery_codes (
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (factor_id, code_hash),
  constraint recovery_codes_hash_is_sha256 CHECK (octet_length(code_hash) = 32),
  constraint recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.tombstone_recovery_codes() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_state('recovery_codes', array['recovery_codes'], f.id::text)
    from auth.mfa_factors f where f.id in (select factor_id from gone);
  return null;
end $function$;

CREATE TRIGGER tombstone_replaced_recovery_codes AFTER DELETE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tombstone_recovery_codes();
CREATE TRIGGER tombstone_used_recovery_codes AFTER UPDATE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tombstone_recovery_codes();

-- The chain of refresh tokens of a session; only their SHA-256 is kept. The token without replaced_at is the
-- current one, and a session has one at most; each token has one successor at most.
create table auth.refresh_tokens (
  id uuid default uuid_v7() not null,
  session_id uuid not null,
  parent_id uuid,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  public_key bytea,
  successor_sealed bytea,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_parent_id_key UNIQUE (parent_id),
  constraint refresh_tokens_token_hash_key UNIQUE (token_hash),
  constraint refresh_tokens_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint refresh_tokens_is_not_its_parent CHECK (parent_id <> id),
  constraint refresh_tokens_public_key_length CHECK (octet_length(public_key) = 32),
  constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE CASCADE,
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX refresh_tokens_one_current ON auth.refresh_tokens USING btree (session_id) WHERE replaced_at IS NULL;
CREATE INDEX refresh_tokens_session_id ON auth.refresh_tokens USING btree (session_id);

-- Keys that sign access tokens. A retired key signs no more, but verifies until its last token has expired.
create table auth.signing_keys (
  kid text not null,
  algorithm text default 'ES256'::text not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid),
  constraint signing_keys_algorithm CHECK (algorithm = 'ES256'::text),
  constraint signing_keys_public_jwk_has_no_secret CHECK (jsonb_typeof(public_jwk) = 'object'::text AND NOT public_jwk ? 'd'::text),
  constraint signing_keys_retired_after_created CHECK (retired_at >= created_at)
);

CREATE UNIQUE INDEX signing_keys_one_active ON auth.signing_keys USING btree (algorithm) WHERE retired_at IS NULL;

-- Links that undo a change of address or a new way in, for seven days. `session_id` is the session that made the change.
create table auth.undo_links (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  way_id uuid,
  email text,
  claimed_at timestamp with time zone,
  session_id uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default now() + '7 days'::interval not null,
  admin_since timestamp with time zone,
  taken_by uuid,
  constraint undo_links_pkey PRIMARY KEY (id),
  constraint undo_links_token_hash_key UNIQUE (token_hash),
  constraint undo_links_hash_is_sha256 CHECK (octet_length(token_hash) = 32),
  constraint undo_links_kind CHECK (kind = ANY (ARRAY['address'::text, 'factor'::text, 'passkey'::text, 'identity'::text, 'admin'::text])),
  constraint undo_links_name_what_they_undo CHECK ((kind = 'address'::text) = (email IS NOT NULL) AND (kind = ANY (ARRAY['address'::text, 'admin'::text])) = (way_id IS NULL) AND (kind = 'admin'::text) = (admin_since IS NOT NULL)),
  constraint undo_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column auth.undo_links.admin_since is 'since when the person administered whom the link makes an admin again';
comment on column auth.undo_links.taken_by is 'the admin who took the role or suspended the account';

CREATE INDEX undo_links_email ON auth.undo_links USING btree (email) WHERE email IS NOT NULL;
CREATE INDEX undo_links_expires_at ON auth.undo_links USING btree (expires_at);
CREATE INDEX undo_links_user_id ON auth.undo_links USING btree (user_id);

create table former_mailboxes (
  user_id uuid not null,
  mailbox text not null,
  proven_at timestamp with time zone not null,
  left_at timestamp with time zone default now() not null,
  constraint former_mailboxes_pkey PRIMARY KEY (user_id, mailbox),
  constraint former_mailboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX former_mailboxes_left_at_idx ON former_mailboxes USING btree (left_at);
CREATE INDEX former_mailboxes_mailbox_idx ON former_mailboxes USING btree (mailbox, user_id);

create table mail_states (
  user_id uuid not null,
  state text not null,
  code text not null,
  at timestamp with time zone default now() not null,
  constraint mail_states_pkey PRIMARY KEY (user_id),
  constraint mail_states_code CHECK (code ~ '^[0-9A-Za-z.-]{1,40}$'::text),
  constraint mail_states_state_check CHECK (state = ANY (ARRAY['soft'::text, 'hard'::text, 'complained'::text])),
  constraint mail_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

CREATE INDEX mail_states_at_idx ON mail_states USING btree (at);

create view counted_people as
 SELECT id
   FROM auth.users u
  WHERE email_confirmed_at IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM auth.users o
          WHERE mailbox_key(o.email) = mailbox_key(u.email) AND ((ROW(o.email_confirmed_at, o.id) < ROW(u.email_confirmed_at, u.id))))) AND NOT (EXISTS ( SELECT
           FROM former_mailboxes f
          WHERE f.mailbox = mailbox_key(u.email) AND f.user_id <> u.id AND ((ROW(f.proven_at, f.user_id) < ROW(u.email_confirmed_at, u.id)))));

-- The ways into an account that a recovery at `_at` holds back. A factor counts from its verification, a set of codes from its last renewal.
-- The account at a provider that an account was born with was not added to it.
CREATE OR REPLACE FUNCTION auth.new_ways_in(_user uuid, _at timestamp with time zone) RETURNS TABLE(kind text, id uuid, name text, added_at timestamp with time zone) LANGUAGE sql STABLE BEGIN ATOMIC
 SELECT w.kind,
     w.id,
     w.name,
     w.added_at
    FROM ( SELECT 'factor'::text AS kind,
             f.id,
             COALESCE(f.friendly_name, f.factor_type) AS name,
             f.updated_at AS added_at,
             f.without_factor
            FROM auth.mfa_factors f
           WHERE ((f.user_id = new_ways_in._user) AND (f.status = 'verified'::text))
         UNION ALL
          SELECT 'passkey'::text AS text,
             c.id,
             COALESCE(c.friendly_name, ''::text) AS "coalesce",
             c.created_at,
             c.without_factor
            FROM auth.webauthn_credentials c
           WHERE ((c.user_id = new_ways_in._user) AND (c.factor_id IS NULL))
         UNION ALL
          SELECT 'identity'::text AS text,
             i.id,
             i.provider,
             i.created_at,
             i.without_factor
            FROM (auth.identities i
              JOIN auth.users u ON ((u.id = i.user_id)))
           WHERE ((i.user_id = new_ways_in._user) AND (i.provider <> 'email'::text) AND (i.created_at > u.created_at))) w
   WHERE (w.without_factor OR (w.added_at > (new_ways_in._at - '30 days'::interval)))
   ORDER BY w.added_at, w.id;
END;

-- Whether somebody has proven their address.
CREATE OR REPLACE FUNCTION public.is_confirmed(_person uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.id = is_confirmed._person) AND (users.email_confirmed_at IS NOT NULL))));

CREATE OR REPLACE FUNCTION public.is_counted(_person uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM counted_people p WHERE (p.id = is_counted._person)));

-- Whether an account is younger than a week.
CREATE OR REPLACE FUNCTION public.is_new_account(_person uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.id = is_new_account._person) AND (users.created_at > (now() - '7 days'::interval)))));

CREATE OR REPLACE FUNCTION public.mailbox_of(_person uuid) RETURNS text LANGUAGE sql STABLE RETURN (SELECT mailbox_key(users.email) AS mailbox_key FROM auth.users WHERE (users.id = mailbox_of._person));

CREATE OR REPLACE FUNCTION public.same_person(_person uuid) RETURNS SETOF uuid LANGUAGE sql STABLE ROWS 1 AS $function$
  select _person
  union
  select o.id from auth.users u join auth.users o on mailbox_key(o.email) = mailbox_key(u.email)
    where u.id = _person and u.email_confirmed_at is not null and o.email_confirmed_at is not null
  union
  select f.user_id from auth.users u join former_mailboxes f on f.mailbox = mailbox_key(u.email)
    where u.id = _person and u.email_confirmed_at is not null
  union
  select o.id from former_mailboxes f join auth.users o on mailbox_key(o.email) = f.mailbox
    where f.user_id = _person and o.email_confirmed_at is not null
$function$;

-- The database on one page, written by npm run db:generate from the migrations. Reading only: nothing runs this file.

create type activity_level as enum ('sedentario', 'activo', 'deportista');
create type app_role as enum ('patient', 'kine', 'admin');
create type appeal_about as enum ('review', 'reply');
create type appeal_outcome as enum ('kept', 'hidden', 'shown');
create type approval_status as enum ('pending', 'approved', 'rejected');
create type booking_side as enum ('patient', 'kine');
create type booking_source as enum ('agenda', 'noted');
create type booking_state as enum ('requested', 'confirmed', 'declined', 'lapsed', 'withdrawn', 'cancelled', 'held', 'no_show');
create type case_status as enum ('open', 'matched', 'closed');
create type coverage_answer as enum ('yes', 'no', 'extra');
create type coverage_how as enum ('direct', 'refund');
create type coverage_kind as enum ('obra_social', 'prepaga', 'provincial', 'pami', 'art');
create type match_status as enum ('proposed', 'accepted', 'rejected');
create type modality as enum ('consultorio', 'domicilio', 'online');
create type report_reason as enum ('false_information', 'offensive', 'misconduct', 'privacy', 'spam', 'other', 'false_licence');
create type studies_access as enum ('verified', 'accepted');
create type treatment_end as enum ('completed', 'well', 'someone_else', 'cost', 'other');
create type viewed_entity as enum ('application', 'case', 'patient', 'review');

create table auth.audit_chain (
  seq bigint not null,
  event_id bigint not null,
  at timestamp with time zone not null,
  hash text not null,
  constraint audit_chain_pkey PRIMARY KEY (seq),
  constraint audit_chain_event_id_key UNIQUE (event_id)
);

create table auth.audit_events (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  event text not null,
  subject uuid,
  actor uuid,
  session_id uuid,
  network cidr,
  device text,
  reason_sha256 text,
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_device_length CHECK (((length(device) >= 1) AND (length(device) <= 80))),
  constraint audit_events_event CHECK ((event = ANY (ARRAY['appeal_decided'::text, 'review_edit_asked'::text, 'reply_hidden'::text, 'reply_shown'::text, 'moved_in'::text, 'password_upgraded'::text, 'person_read'::text, 'case_read'::text, 'profile_published'::text, 'licence_changed'::text, 'account_claimed'::text, 'account_recovered'::text, 'way_in_kept'::text, 'way_in_disowned'::text, 'email_restored'::text, 'case_answered_by_link'::text, 'unsubscribed_by_link'::text, 'list_exported'::text, 'facts_confirmed_by_link'::text, 'coverage_disputed'::text, 'coverage_dispute_decided'::text, 'coverage_saved'::text, 'coverage_merged'::text, 'coverage_retired'::text, 'coverage_restored'::text, 'licence_added'::text, 'licence_withdrawn'::text, 'licence_verified'::text, 'licence_doubted'::text, 'licence_deactivated'::text, 'setting_changed'::text, 'profile_change_asked'::text, 'profile_change_withdrawn'::text, 'profile_change_decided'::text, 'application_reopened'::text, 'audit_exported'::text, 'health_consent_given'::text, 'health_consent_withdrawn'::text, 'data_exported'::text, 'signed_up'::text, 'signed_in'::text, 'sign_in_refused'::text, 'signed_out'::text, 'session_ended'::text, 'refresh_token_reused'::text, 'password_changed'::text, 'email_change_asked'::text, 'email_changed'::text, 'recovery_asked'::text, 'identity_linked'::text, 'identity_unlinked'::text, 'factor_added'::text, 'factor_removed'::text, 'factor_verified'::text, 'recovery_codes_made'::text, 'recovery_codes_used'::text, 'passkey_added'::text, 'passkey_removed'::text, 'role_assigned'::text, 'application_decided'::text, 'account_created_by_admin'::text, 'account_deleted'::text, 'keys_rotated'::text, 'account_suspended'::text, 'account_restored'::text, 'review_hidden'::text, 'review_shown'::text, 'case_closed_by_admin'::text, 'report_decided'::text]))),
  constraint audit_events_network_is_a_block CHECK ((masklen((network)::inet) <=
CASE family((network)::inet)
    WHEN 4 THEN 24
    ELSE 48
END))
);

create table auth.audit_head (
  only_row boolean default true not null,
  seq bigint not null,
  hash text not null,
  constraint audit_head_pkey PRIMARY KEY (only_row),
  constraint audit_head_only_row_check CHECK (only_row)
);

create table auth.audit_reasons (
  event_id bigint not null,
  user_id uuid not null,
  salt uuid default gen_random_uuid() not null,
  reason text not null,
  constraint audit_reasons_pkey PRIMARY KEY (event_id),
  constraint audit_reasons_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint audit_reasons_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))
);

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
  constraint auth_codes_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint auth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint auth_codes_code_challenge_method CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint auth_codes_hash_is_sha256 CHECK ((octet_length(code_hash) = 32)),
  constraint auth_codes_linking CHECK (((linking_session_id IS NULL) = (linking_identity IS NULL)))
);

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
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint identities_data_is_object CHECK ((jsonb_typeof(identity_data) = 'object'::text))
);

create table auth.message_requests (
  id uuid default uuid_v7() not null,
  sealed bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint message_requests_pkey PRIMARY KEY (id)
);

create table auth.mfa_challenges (
  id uuid default uuid_v7() not null,
  factor_id uuid not null,
  session_id uuid not null,
  webauthn_challenge text,
  code_hash bytea,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint mfa_challenges_code_hash_is_sha256 CHECK ((octet_length(code_hash) = 32))
);

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
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_factors_codes_need_no_proof CHECK (((factor_type <> 'recovery_code'::text) OR (status = 'verified'::text))),
  constraint mfa_factors_factor_type CHECK ((factor_type = ANY (ARRAY['totp'::text, 'webauthn'::text, 'phone'::text, 'recovery_code'::text]))),
  constraint mfa_factors_friendly_name_length CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120))),
  constraint mfa_factors_phone_has_number CHECK (((factor_type = 'phone'::text) = (phone IS NOT NULL))),
  constraint mfa_factors_status CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_totp_has_secret CHECK (((factor_type = 'recovery_code'::text) OR ((factor_type = 'totp'::text) = (secret_encrypted IS NOT NULL))))
);

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
  constraint oauth_flows_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint oauth_flows_code_challenge_method CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint oauth_flows_hash_is_sha256 CHECK ((octet_length(state_hash) = 32)),
  constraint oauth_flows_redirect_to_length CHECK ((length(redirect_to) <= 2048))
);

create table auth.one_time_tokens (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  token_hash bytea not null,
  email text not null,
  code_challenge text,
  code_challenge_method text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '01:00:00'::interval) not null,
  session_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_kind_key UNIQUE (user_id, kind),
  constraint one_time_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_code_challenge CHECK ((((code_challenge IS NULL) = (code_challenge_method IS NULL)) AND ((length(code_challenge) >= 43) AND (length(code_challenge) <= 128)))),
  constraint one_time_tokens_code_challenge_method CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint one_time_tokens_hash_is_sha256 CHECK ((octet_length(token_hash) = 32)),
  constraint one_time_tokens_kind CHECK ((kind = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'email_change'::text, 'invitation'::text])))
);

create table auth.passkey_challenges (
  id uuid default uuid_v7() not null,
  user_id uuid,
  challenge text not null,
  created_at timestamp with time zone default now() not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);

create table auth.rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table auth.recovery_codes (
  factor_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (factor_id, code_hash),
  constraint recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint recovery_codes_hash_is_sha256 CHECK ((octet_length(code_hash) = 32))
);

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
  constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE CASCADE,
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_hash_is_sha256 CHECK ((octet_length(token_hash) = 32)),
  constraint refresh_tokens_is_not_its_parent CHECK ((parent_id <> id)),
  constraint refresh_tokens_public_key_length CHECK ((octet_length(public_key) = 32))
);

create table auth.sessions (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  aal text default 'aal1'::text not null,
  created_at timestamp with time zone default now() not null,
  refreshed_at timestamp with time zone default now() not null,
  not_after timestamp with time zone default (now() + '30 days'::interval) not null,
  ended_at timestamp with time zone,
  end_reason text,
  user_agent text,
  ip inet,
  sign_in_method text default 'password'::text not null,
  proofs jsonb default '[]'::jsonb not null,
  factor_id uuid,
  passkey_id uuid,
  recovers boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES auth.webauthn_credentials(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_aal CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_end_has_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint sessions_end_reason CHECK ((end_reason = ANY (ARRAY['signed_out'::text, 'password_changed'::text, 'refresh_token_reused'::text, 'expired'::text, 'suspended'::text]))),
  constraint sessions_proofs_is_array CHECK ((jsonb_typeof(proofs) = 'array'::text)),
  constraint sessions_times CHECK (((refreshed_at >= created_at) AND (not_after > created_at))),
  constraint sessions_user_agent_length CHECK ((length(user_agent) <= 512))
);

create table auth.signing_keys (
  kid text not null,
  algorithm text default 'ES256'::text not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid),
  constraint signing_keys_algorithm CHECK ((algorithm = 'ES256'::text)),
  constraint signing_keys_public_jwk_has_no_secret CHECK (((jsonb_typeof(public_jwk) = 'object'::text) AND (NOT (public_jwk ? 'd'::text)))),
  constraint signing_keys_retired_after_created CHECK ((retired_at >= created_at))
);

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
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  constraint undo_links_pkey PRIMARY KEY (id),
  constraint undo_links_token_hash_key UNIQUE (token_hash),
  constraint undo_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint undo_links_hash_is_sha256 CHECK ((octet_length(token_hash) = 32)),
  constraint undo_links_kind CHECK ((kind = ANY (ARRAY['address'::text, 'factor'::text, 'passkey'::text, 'identity'::text]))),
  constraint undo_links_name_what_they_undo CHECK ((((kind = 'address'::text) = (email IS NOT NULL)) AND ((kind = 'address'::text) = (way_id IS NULL))))
);

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
  constraint users_pkey PRIMARY KEY (id),
  constraint users_audit_id_key UNIQUE (audit_id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_lower_case CHECK ((email = lower(email))),
  constraint users_email_shape CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (POSITION(('@'::text) IN (email)) > 1))),
  constraint users_encrypted_password_is_phc CHECK ((encrypted_password ~~ '$%'::text)),
  constraint users_meta_data_is_object CHECK ((jsonb_typeof(raw_user_meta_data) = 'object'::text)),
  constraint users_meta_data_size CHECK ((octet_length((raw_user_meta_data)::text) <= 32768))
);

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
  constraint webauthn_credentials_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint webauthn_credentials_friendly_name_length CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120)))
);

create table acts_at_once (
  id uuid default uuid_v7() not null,
  kind text not null,
  actor_id uuid,
  subject_id uuid,
  at timestamp with time zone default clock_timestamp() not null,
  constraint acts_at_once_pkey PRIMARY KEY (id),
  constraint acts_at_once_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint acts_at_once_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint acts_at_once_kind CHECK ((kind = ANY (ARRAY['licence_doubted'::text, 'coverage_hidden'::text])))
);

create table admin_views (
  admin_id uuid not null,
  entity_type viewed_entity not null,
  entity_id uuid not null,
  seen_at timestamp with time zone default now() not null,
  constraint admin_views_pkey PRIMARY KEY (admin_id, entity_type, entity_id),
  constraint admin_views_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table agenda_exceptions (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  from_day date not null,
  until_day date not null,
  start_time time without time zone,
  end_time time without time zone,
  is_open boolean default false not null,
  constraint agenda_exceptions_pkey PRIMARY KEY (id),
  constraint agenda_exceptions_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE,
  constraint agenda_exceptions_days CHECK (((until_day >= from_day) AND ((until_day - from_day) <= 366))),
  constraint agenda_exceptions_times CHECK ((((start_time IS NULL) = (end_time IS NULL)) AND ((start_time IS NULL) OR (end_time > start_time)) AND ((start_time IS NOT NULL) OR (NOT is_open))))
);

create table agenda_places (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  modality modality not null,
  label text not null,
  address text,
  arrival text,
  session_min integer not null,
  buffer_min integer default 0 not null,
  travel_min integer default 0 not null,
  seats integer default 1 not null,
  retired_at timestamp with time zone,
  constraint agenda_places_pkey PRIMARY KEY (id),
  constraint agenda_places_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE,
  constraint agenda_places_address CHECK (((char_length(btrim(address)) >= 1) AND (char_length(btrim(address)) <= 160))),
  constraint agenda_places_arrival CHECK (((char_length(btrim(arrival)) >= 1) AND (char_length(btrim(arrival)) <= 300))),
  constraint agenda_places_buffer CHECK (((buffer_min >= 0) AND (buffer_min <= 60))),
  constraint agenda_places_label CHECK (((char_length(btrim(label)) >= 1) AND (char_length(btrim(label)) <= 80))),
  constraint agenda_places_seats CHECK ((((seats >= 1) AND (seats <= 6)) AND ((modality = 'consultorio'::modality) OR (seats = 1)))),
  constraint agenda_places_session CHECK ((((session_min >= 15) AND (session_min <= 180)) AND ((session_min % 5) = 0))),
  constraint agenda_places_travel CHECK (((travel_min >= 0) AND (travel_min <= 120)))
);

create table agendas (
  kine_id uuid not null,
  no integer generated always as identity not null,
  zone text default 'America/Argentina/Buenos_Aires'::text not null,
  is_on boolean default true not null,
  is_instant boolean default false not null,
  on_holidays boolean default false not null,
  lead_min integer default 120 not null,
  horizon_days integer default 28 not null,
  notice_hours integer default 24 not null,
  constraint agendas_pkey PRIMARY KEY (kine_id),
  constraint agendas_no_key UNIQUE (no),
  constraint agendas_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint agendas_horizon CHECK (((horizon_days >= 1) AND (horizon_days <= 90))),
  constraint agendas_lead CHECK (((lead_min >= 0) AND (lead_min <= 10080))),
  constraint agendas_notice CHECK (((notice_hours >= 0) AND (notice_hours <= 168))),
  constraint agendas_zone CHECK ((zone ~ '^America/Argentina/[A-Za-z_]{1,30}$'::text))
);

create table agreed_contacts (
  match_id uuid not null,
  patient_name text not null,
  patient_phone text,
  patient_city text,
  kine_phone text,
  kine_email text,
  constraint agreed_contacts_pkey PRIMARY KEY (match_id),
  constraint agreed_contacts_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

create table appeals (
  id uuid default uuid_v7() not null,
  review_id uuid not null,
  by_id uuid not null,
  about appeal_about not null,
  text text not null,
  first_by uuid,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  outcome appeal_outcome,
  decision text,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_once UNIQUE (review_id, by_id, about),
  constraint appeals_by_id_fkey FOREIGN KEY (by_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_first_by_fkey FOREIGN KEY (first_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint appeals_decided CHECK ((num_nonnulls(decided_at, outcome, decision) = ANY (ARRAY[0, 3]))),
  constraint appeals_decision_check CHECK (((char_length(btrim(decision)) >= 1) AND (char_length(btrim(decision)) <= 500))),
  constraint appeals_text_check CHECK (((char_length(btrim(text)) >= 1) AND (char_length(btrim(text)) <= 500)))
);

create table applications_made (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  case_id uuid not null,
  text_hash bytea,
  weight smallint not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint applications_made_pkey PRIMARY KEY (id),
  constraint applications_made_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint applications_made_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint applications_made_hash_is_sha256 CHECK ((octet_length(text_hash) = 32)),
  constraint applications_made_weight CHECK ((weight = ANY (ARRAY[1, 2])))
);

create table authorisations (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  coverage_id integer not null,
  number text,
  sessions smallint not null,
  valid_from date not null,
  valid_until date not null,
  stated_by booking_side not null,
  told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint authorisations_pkey PRIMARY KEY (id),
  constraint authorisations_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint authorisations_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint authorisations_days CHECK (((valid_until >= valid_from) AND (valid_until < (valid_from + 1000)))),
  constraint authorisations_number CHECK ((number ~ '^[A-Za-z0-9 ./-]{1,40}$'::text)),
  constraint authorisations_sessions CHECK (((sessions >= 1) AND (sessions <= 100)))
);

create table availabilities (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  weekday smallint not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  constraint availabilities_pkey PRIMARY KEY (id),
  constraint availabilities_kine_id_weekday_start_time_key UNIQUE (kine_id, weekday, start_time),
  constraint availabilities_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint availabilities_ends_after_start CHECK ((end_time > start_time)),
  constraint availabilities_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  created_at timestamp with time zone default now() not null,
  id uuid default uuid_v7() not null,
  case_id uuid,
  constraint blocks_pkey PRIMARY KEY (id),
  constraint blocks_once UNIQUE NULLS NOT DISTINCT (blocker_id, blocked_id, case_id),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint blocks_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint blocks_of_others CHECK ((blocker_id <> blocked_id))
);

create table body_zones (
  slug text not null,
  name text not null,
  has_sides boolean not null,
  "position" smallint not null,
  constraint body_zones_pkey PRIMARY KEY (slug),
  constraint body_zones_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint body_zones_slug_shape CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table booking_claims (
  booking_id uuid not null,
  place_id uuid not null,
  span int8range not null,
  constraint booking_claims_pkey PRIMARY KEY (booking_id, span),
  constraint booking_claims_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint booking_claims_place_id_fkey FOREIGN KEY (place_id) REFERENCES agenda_places(id) ON DELETE CASCADE,
  constraint booking_claims_one_at_a_time EXCLUDE USING gist (span WITH &&)
);

create table bookings (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  kine_id uuid not null,
  place_id uuid,
  series_id uuid,
  starts_at timestamp with time zone not null,
  minutes integer not null,
  local_start timestamp without time zone not null,
  zone text not null,
  state booking_state default 'requested'::booking_state not null,
  asked_by booking_side not null,
  sequence integer default 0 not null,
  moved_to timestamp with time zone,
  moved_by booking_side,
  answer_by timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by booking_side,
  is_late boolean default false not null,
  disputed_at timestamp with time zone,
  levels_until timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  source booking_source default 'agenda'::booking_source not null,
  marked_at timestamp with time zone,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE,
  constraint bookings_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint bookings_place_id_fkey FOREIGN KEY (place_id) REFERENCES agenda_places(id) ON DELETE CASCADE,
  constraint bookings_disputed_once_marked CHECK (((disputed_at IS NULL) OR (state = ANY (ARRAY['held'::booking_state, 'no_show'::booking_state])))),
  constraint bookings_end_at_a_time CHECK (((state = ANY (ARRAY['declined'::booking_state, 'lapsed'::booking_state, 'withdrawn'::booking_state, 'cancelled'::booking_state])) = (ended_at IS NOT NULL))),
  constraint bookings_minutes CHECK (((minutes >= 15) AND (minutes <= 180))),
  constraint bookings_moved_by_somebody CHECK (((moved_to IS NULL) = (moved_by IS NULL))),
  constraint bookings_noted_without_place CHECK (((source = 'noted'::booking_source) = (place_id IS NULL))),
  constraint bookings_questions_end CHECK ((((state = 'requested'::booking_state) OR (moved_to IS NOT NULL)) = (answer_by IS NOT NULL)))
);

create table calendar_feeds (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  place integer not null,
  token_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (id),
  constraint calendar_feeds_place_key UNIQUE (user_id, place),
  constraint calendar_feeds_token_key UNIQUE (token_sha256),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint calendar_feeds_at_most_two CHECK (((place >= 1) AND (place <= 2))),
  constraint calendar_feeds_token CHECK ((octet_length(token_sha256) = 32))
);

create table case_alerts (
  case_id uuid not null,
  kine_id uuid not null,
  is_at_once boolean not null,
  is_invitation boolean default false not null,
  told_at timestamp with time zone default now() not null,
  seat_until timestamp with time zone,
  constraint case_alerts_pkey PRIMARY KEY (case_id, kine_id),
  constraint case_alerts_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_alerts_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint case_alerts_seats_of_invitations CHECK (((seat_until IS NULL) OR is_invitation))
);

create table case_coverages (
  case_id uuid not null,
  coverage_id integer not null,
  plan text,
  constraint case_coverages_pkey PRIMARY KEY (case_id),
  constraint case_coverages_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint case_coverages_plan_check CHECK (((char_length(btrim(plan)) >= 1) AND (char_length(btrim(plan)) <= 60)))
);

create table case_levels (
  case_id uuid not null,
  ring smallint default 0 not null,
  wider_ring smallint,
  is_modality_widened boolean default false not null,
  quiet_told_at timestamp with time zone,
  operator_told_at timestamp with time zone,
  reminded_at timestamp with time zone,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  constraint case_levels_pkey PRIMARY KEY (case_id),
  constraint case_levels_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_levels_answer_what_was_asked CHECK (((answered_at IS NULL) OR (asked_at IS NOT NULL))),
  constraint case_levels_ring CHECK (((ring >= 0) AND (ring <= 4))),
  constraint case_levels_wider_ring CHECK (((wider_ring >= 1) AND (wider_ring <= 4)))
);

create table case_openings (
  case_id uuid not null,
  kine_id uuid not null,
  day date default CURRENT_DATE not null,
  opened_at timestamp with time zone default now() not null,
  constraint case_openings_pkey PRIMARY KEY (case_id, kine_id, day),
  constraint case_openings_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint case_openings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table case_places (
  case_id uuid not null,
  place text not null,
  day date not null,
  is_waiting boolean not null,
  constraint case_places_pkey PRIMARY KEY (case_id),
  constraint case_places_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE
);

create table cases (
  id uuid default uuid_v7() not null,
  patient_id uuid,
  title text not null,
  description text not null,
  injury_area text,
  location_city text,
  preferred_modality modality,
  studies_urls text[] default '{}'::text[] not null,
  studies_access studies_access default 'verified'::studies_access not null,
  status case_status default 'open'::case_status not null,
  accepted_kine_id uuid,
  created_at timestamp with time zone default now() not null,
  search tsvector generated always as (search_words(title)) stored not null,
  version integer default 1 not null,
  edited_at timestamp with time zone,
  closed_reason text,
  place_slug text,
  zone_slug text,
  zone_side text,
  dormant_at timestamp with time zone,
  closed_at timestamp with time zone,
  facts jsonb,
  identity_access studies_access default 'verified'::studies_access not null,
  constraint cases_pkey PRIMARY KEY (id),
  constraint cases_accepted_kine_id_fkey FOREIGN KEY (accepted_kine_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint cases_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint cases_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE,
  constraint cases_zone_slug_fkey FOREIGN KEY (zone_slug) REFERENCES body_zones(slug) ON UPDATE CASCADE,
  constraint cases_closed_reason_check CHECK (((char_length(btrim(closed_reason)) >= 1) AND (char_length(btrim(closed_reason)) <= 500))),
  constraint cases_closed_reason_of_closed CHECK (((closed_reason IS NULL) OR (status = 'closed'::case_status))),
  constraint cases_description_check CHECK (((char_length(btrim(description)) >= 1) AND (char_length(btrim(description)) <= 5000))),
  constraint cases_facts CHECK (are_case_facts(facts)),
  constraint cases_injury_area_check CHECK ((char_length(injury_area) <= 80)),
  constraint cases_location_city_check CHECK ((char_length(location_city) <= 80)),
  constraint cases_ownerless_only_closed CHECK (((patient_id IS NOT NULL) OR (status = 'closed'::case_status))),
  constraint cases_studies_urls_check CHECK ((cardinality(studies_urls) <= 5)),
  constraint cases_title_check CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 120))),
  constraint cases_zone_side CHECK ((zone_side = ANY (ARRAY['left'::text, 'right'::text, 'both'::text])))
);

create table chores (
  name text not null,
  done_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint chores_pkey PRIMARY KEY (name),
  constraint chores_name_check CHECK ((name = ANY (ARRAY['retention'::text, 'backup'::text])))
);

create table closed_handles (
  handle_hash bytea not null,
  look_hash bytea not null,
  closed_at timestamp with time zone default now() not null,
  constraint closed_handles_pkey PRIMARY KEY (handle_hash),
  constraint closed_handles_handle_hash_is_sha256 CHECK ((octet_length(handle_hash) = 32)),
  constraint closed_handles_look_hash_is_sha256 CHECK ((octet_length(look_hash) = 32))
);

create table consent_texts (
  document text not null,
  version text not null,
  text text not null,
  sha256 text not null,
  published_at timestamp with time zone default clock_timestamp() not null,
  constraint consent_texts_pkey PRIMARY KEY (document, version),
  constraint consent_texts_sha256 CHECK ((sha256 = encode(sha256(convert_to(text, 'UTF8'::name)), 'hex'::text)))
);

create table consents (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  sha256 text not null,
  accepted_at timestamp with time zone default now() not null,
  action text default 'given'::text not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint consents_action CHECK (((action = 'given'::text) OR ((action = 'withdrawn'::text) AND (document = 'health_data'::text)))),
  constraint consents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table contact_leaks (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  said text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint contact_leaks_pkey PRIMARY KEY (id),
  constraint contact_leaks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table conversations_begun (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint conversations_begun_pkey PRIMARY KEY (id),
  constraint conversations_begun_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table coverage_answers (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  kine_id uuid not null,
  patient_id uuid not null,
  coverage_id integer not null,
  answer coverage_answer not null,
  answered_at timestamp with time zone default now() not null,
  constraint coverage_answers_pkey PRIMARY KEY (id),
  constraint coverage_answers_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint coverage_answers_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint coverage_answers_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint coverage_answers_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint coverage_answers_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table coverage_disputes (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  coverage_id integer not null,
  opened_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  hidden_at timestamp with time zone,
  constraint coverage_disputes_pkey PRIMARY KEY (id),
  constraint coverage_disputes_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint coverage_disputes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint coverage_disputes_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint coverage_disputes_decided CHECK (((decided_at IS NULL) = (decision IS NULL))),
  constraint coverage_disputes_decision_check CHECK ((decision = ANY (ARRAY['kept'::text, 'removed'::text])))
);

create table coverages (
  id integer generated always as identity not null,
  kind coverage_kind not null,
  name text not null,
  short text not null,
  aliases text[] default '{}'::text[] not null,
  code text,
  rank smallint,
  active_from date default CURRENT_DATE not null,
  retired_at timestamp with time zone,
  merged_into integer,
  constraint coverages_pkey PRIMARY KEY (id),
  constraint coverages_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES coverages(id),
  constraint coverages_aliases_check CHECK (((cardinality(aliases) <= 40) AND (octet_length((aliases)::text) <= 4000))),
  constraint coverages_code_check CHECK (((char_length(btrim(code)) >= 1) AND (char_length(btrim(code)) <= 20))),
  constraint coverages_merged_are_retired CHECK (((merged_into IS NULL) OR ((retired_at IS NOT NULL) AND (merged_into <> id)))),
  constraint coverages_name_check CHECK (((char_length(btrim(name)) >= 2) AND (char_length(btrim(name)) <= 160))),
  constraint coverages_names_have_letters CHECK (((coverage_key(short) <> ''::text) AND (coverage_key(name) <> ''::text))),
  constraint coverages_rank_check CHECK (((rank >= 1) AND (rank <= 100))),
  constraint coverages_short_check CHECK (((char_length(btrim(short)) >= 2) AND (char_length(btrim(short)) <= 40)))
);

create table data_exports (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  taken_at timestamp with time zone,
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table deletions (
  kind text not null,
  hash text not null,
  at timestamp with time zone not null,
  noted_at timestamp with time zone,
  constraint deletions_pkey PRIMARY KEY (kind, hash, at),
  constraint deletions_hash_is_sha256 CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint deletions_kind CHECK ((kind = ANY (ARRAY['account'::text, 'case'::text, 'study'::text, 'evidence'::text, 'withdrawal'::text, 'review'::text, 'password'::text, 'recovery_codes'::text, 'passkey'::text, 'factor'::text, 'identity'::text, 'calendar'::text, 'suspended'::text, 'restored'::text, 'patient_at_most'::text, 'kine_at_most'::text, 'admin_at_most'::text, 'mails_off'::text, 'mails_on'::text, 'blocked'::text, 'unblocked'::text, 'reading_hidden'::text, 'reading_shown'::text])))
);

create table departure_keys (
  departure_id uuid not null,
  what text not null,
  hash bytea not null,
  kind text,
  jurisdiction text,
  constraint departure_keys_key UNIQUE NULLS NOT DISTINCT (departure_id, what, hash, kind, jurisdiction),
  constraint departure_keys_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE CASCADE,
  constraint departure_keys_hash_is_sha256 CHECK ((octet_length(hash) = 32)),
  constraint departure_keys_what CHECK ((what = ANY (ARRAY['licence'::text, 'email'::text, 'phone'::text])))
);

create table departure_reports (
  id uuid default uuid_v7() not null,
  departure_id uuid not null,
  sealed bytea not null,
  kept_until timestamp with time zone not null,
  constraint departure_reports_pkey PRIMARY KEY (id),
  constraint departure_reports_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE CASCADE
);

create table departure_secrets (
  is_only boolean default true not null,
  sealed bytea not null,
  constraint departure_secrets_pkey PRIMARY KEY (is_only),
  constraint departure_secrets_one CHECK (is_only)
);

create table departures (
  id uuid default uuid_v7() not null,
  left_at timestamp with time zone not null,
  review_count integer not null,
  review_stars integer not null,
  is_suspended boolean not null,
  constraint departures_pkey PRIMARY KEY (id),
  constraint departures_review_count CHECK ((review_count >= 0)),
  constraint departures_review_stars CHECK (((review_stars >= review_count) AND (review_stars <= (5 * review_count))))
);

create table directory (
  number integer generated always as identity not null,
  kine_id uuid not null,
  listed boolean default false not null,
  licence_until integer,
  place text,
  specialty text,
  modalities modality[] default '{}'::modality[] not null,
  licensed text[] default '{}'::text[] not null,
  licensed_until integer[] default '{}'::integer[] not null,
  coverages integer[] default '{}'::integer[] not null,
  coverages_until integer[] default '{}'::integer[] not null,
  prices integer[] default '{}'::integer[] not null,
  prices_until integer[] default '{}'::integer[] not null,
  weekdays smallint[] default '{}'::smallint[] not null,
  reply_hours smallint,
  score smallint default 0 not null,
  newcomer boolean default false not null,
  computed_on date default '-infinity'::date not null,
  changed_at timestamp with time zone default now() not null,
  changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_pkey PRIMARY KEY (number),
  constraint directory_kine_id_key UNIQUE (kine_id),
  constraint directory_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table directory_departures (
  number integer not null,
  left_at timestamp with time zone default now() not null,
  changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_departures_pkey PRIMARY KEY (number)
);

create table directory_showings (
  kine_id uuid not null,
  day date not null,
  count integer not null,
  constraint directory_showings_pkey PRIMARY KEY (kine_id, day),
  constraint directory_showings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint directory_showings_count_check CHECK ((count > 0))
);

create table directory_state (
  is_only boolean default true not null,
  day date default '-infinity'::date not null,
  mean_stars numeric(2,1) default 4 not null,
  is_filled boolean default false not null,
  names_changed_in xid8 default pg_current_xact_id() not null,
  constraint directory_state_pkey PRIMARY KEY (is_only),
  constraint directory_state_once CHECK (is_only)
);

create table done_requests (
  person_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamp with time zone default now() not null,
  constraint done_requests_pkey PRIMARY KEY (person_id, key),
  constraint done_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint done_requests_fingerprint_check CHECK ((octet_length(fingerprint) = 32)),
  constraint done_requests_key_check CHECK (((char_length(key) >= 8) AND (char_length(key) <= 128)))
);

create table dropped_evidence (
  path text not null,
  dropped_at timestamp with time zone default now() not null,
  constraint dropped_evidence_pkey PRIMARY KEY (path)
);

create table dropped_studies (
  path text not null,
  dropped_at timestamp with time zone default now() not null,
  constraint dropped_studies_pkey PRIMARY KEY (path)
);

create table handles (
  handle text not null,
  look text generated always as (handle_look(handle)) stored not null,
  kine_id uuid not null,
  taken_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  constraint handles_pkey PRIMARY KEY (handle),
  constraint handles_look_key UNIQUE (look),
  constraint handles_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint handles_handle_check CHECK (((handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(handle) >= 3) AND (length(handle) <= 30)))),
  constraint handles_not_reserved CHECK ((NOT is_reserved_handle(handle)))
);

create table holidays (
  day date not null,
  jurisdiction text default 'AR'::text not null,
  name text not null,
  constraint holidays_pkey PRIMARY KEY (day, jurisdiction),
  constraint holidays_jurisdiction CHECK ((jurisdiction ~ '^[A-Z]{1,3}$'::text)),
  constraint holidays_name CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120)))
);

create table inherited_stars (
  kine_id uuid not null,
  count integer not null,
  stars integer not null,
  at timestamp with time zone not null,
  constraint inherited_stars_pkey PRIMARY KEY (kine_id),
  constraint inherited_stars_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint inherited_stars_count CHECK ((count > 0)),
  constraint inherited_stars_stars CHECK (((stars >= count) AND (stars <= (5 * count))))
);

create table kine_alert_days (
  kine_id uuid not null,
  day date not null,
  at_once integer not null,
  constraint kine_alert_days_pkey PRIMARY KEY (kine_id, day),
  constraint kine_alert_days_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_alert_days_at_once CHECK ((at_once > 0))
);

create table kine_applications (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  profile_id uuid not null,
  status approval_status default 'pending'::approval_status not null,
  created_at timestamp with time zone default now() not null,
  approved_at timestamp with time zone,
  approved_by uuid,
  rejection_reason text,
  license_number text,
  late_told_at timestamp with time zone,
  constraint kine_applications_pkey PRIMARY KEY (id),
  constraint kine_applications_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint kine_applications_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_applications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_applications_decided CHECK (((status = 'pending'::approval_status) = (approved_at IS NULL))),
  constraint kine_applications_reason_of_rejection CHECK (((rejection_reason IS NULL) OR (status = 'rejected'::approval_status))),
  constraint kine_applications_rejection_reason_check CHECK (((char_length(btrim(rejection_reason)) >= 1) AND (char_length(btrim(rejection_reason)) <= 500)))
);

create table kine_confirmations (
  kine_id uuid not null,
  refund_invoice_at timestamp with time zone,
  asked_at timestamp with time zone,
  answered_at timestamp with time zone,
  unanswered smallint default 0 not null,
  constraint kine_confirmations_pkey PRIMARY KEY (kine_id),
  constraint kine_confirmations_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_confirmations_answer_what_was_asked CHECK (((answered_at IS NULL) OR (asked_at IS NOT NULL))),
  constraint kine_confirmations_unanswered_check CHECK (((unanswered >= 0) AND (unanswered <= 100)))
);

create table kine_coverages (
  kine_id uuid not null,
  coverage_id integer not null,
  how coverage_how not null,
  plans text,
  extra integer default 0 not null,
  stated_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone default now() not null,
  disputed_at timestamp with time zone,
  constraint kine_coverages_pkey PRIMARY KEY (kine_id, coverage_id),
  constraint kine_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint kine_coverages_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_coverages_extra_check CHECK (((extra >= 0) AND (extra <= 10000000))),
  constraint kine_coverages_plans_check CHECK (((char_length(btrim(plans)) >= 1) AND (char_length(btrim(plans)) <= 120)))
);

create table kine_places (
  kine_id uuid not null,
  place text not null,
  is_online boolean not null,
  constraint kine_places_pkey PRIMARY KEY (kine_id),
  constraint kine_places_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table kine_prices (
  kine_id uuid not null,
  modality modality not null,
  session integer not null,
  first integer,
  ten integer,
  confirmed_at timestamp with time zone default now() not null,
  constraint kine_prices_pkey PRIMARY KEY (kine_id, modality),
  constraint kine_prices_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint kine_prices_first_check CHECK (((first >= 1) AND (first <= 1000000000))),
  constraint kine_prices_session_check CHECK (((session >= 1) AND (session <= 1000000000))),
  constraint kine_prices_ten_check CHECK (((ten >= 1) AND (ten <= 1000000000)))
);

create table kine_ratings (
  kine_id uuid not null,
  count integer not null,
  stars integer not null,
  constraint kine_ratings_pkey PRIMARY KEY (kine_id),
  constraint kine_ratings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table licences (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  is_first boolean default false not null,
  kind text,
  jurisdiction text,
  number text not null,
  number_key text generated always as (license_key(number)) stored not null,
  state text default 'declared'::text not null,
  declared_at timestamp with time zone default now() not null,
  checked_at timestamp with time zone,
  checked_by uuid,
  method text,
  decided_at timestamp with time zone,
  recheck_at timestamp with time zone,
  evidence_path text,
  evidence_at timestamp with time zone,
  evidence_uploads smallint default 0 not null,
  evidence_uploaded_on date,
  doubted_state text,
  value_kind text generated always as (licence_value_kind(kind, number)) stored,
  value_number text generated always as (licence_value_number(number)) stored,
  value_place text generated always as (
CASE licence_value_kind(kind, number)
    WHEN 'MN'::text THEN '02'::text
    ELSE jurisdiction
END) stored,
  contested_at timestamp with time zone,
  constraint licences_pkey PRIMARY KEY (id),
  constraint licences_checked_by_fkey FOREIGN KEY (checked_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint licences_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint licences_doubted_state CHECK (((doubted_state IS NULL) OR ((state = 'doubtful'::text) AND (doubted_state = ANY (ARRAY['declared'::text, 'verified'::text]))))),
  constraint licences_evidence_has_date CHECK (((evidence_path IS NULL) = (evidence_at IS NULL))),
  constraint licences_first_stands CHECK (((NOT is_first) OR (state <> 'withdrawn'::text))),
  constraint licences_jurisdiction CHECK ((jurisdiction ~ '^[0-9]{2}$'::text)),
  constraint licences_kind CHECK ((kind = ANY (ARRAY['MN'::text, 'MP'::text]))),
  constraint licences_kind_has_place CHECK (
CASE
    WHEN (kind = 'MN'::text) THEN (jurisdiction = '02'::text)
    ELSE (jurisdiction IS DISTINCT FROM '02'::text)
END),
  constraint licences_method CHECK ((method = ANY (ARRAY['approval'::text, 'register'::text, 'evidence'::text]))),
  constraint licences_number CHECK (((char_length(number) <= 20) AND (number ~ '[[:alnum:]]'::text))),
  constraint licences_state CHECK ((state = ANY (ARRAY['declared'::text, 'verified'::text, 'doubtful'::text, 'inactive'::text, 'withdrawn'::text]))),
  constraint licences_verified_when CHECK (((state <> 'verified'::text) OR ((checked_at IS NOT NULL) AND (method IS NOT NULL))))
);

create table live_events (
  transaction_id xid8 default pg_current_xact_id() not null,
  audience bytea not null,
  type text not null,
  case_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint live_events_transaction_id_audience_type_case_id_key UNIQUE NULLS NOT DISTINCT (transaction_id, audience, type, case_id),
  constraint live_events_audience_check CHECK ((octet_length(audience) = 16))
);

create table match_levels (
  match_id uuid not null,
  first_reminder_at timestamp with time zone,
  second_reminder_at timestamp with time zone,
  kine_told_at timestamp with time zone,
  accepted_at timestamp with time zone,
  both_asked_at timestamp with time zone,
  constraint match_levels_pkey PRIMARY KEY (match_id),
  constraint match_levels_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

create table matches (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  kine_id uuid not null,
  status match_status default 'proposed'::match_status not null,
  message text,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  offer jsonb,
  offered_at timestamp with time zone,
  valid_until timestamp with time zone,
  lapsed_at timestamp with time zone,
  ended_at timestamp with time zone,
  title_then text,
  constraint matches_pkey PRIMARY KEY (id),
  constraint matches_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint matches_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint matches_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint matches_ended_are_rejected CHECK (((ended_at IS NULL) OR (status = 'rejected'::match_status))),
  constraint matches_message_check CHECK (((char_length(btrim(message)) >= 1) AND (char_length(btrim(message)) <= 2000))),
  constraint matches_offer CHECK (are_offer_facts(offer)),
  constraint matches_offer_has_its_time CHECK ((((offer IS NULL) = (offered_at IS NULL)) AND ((offer IS NULL) = (valid_until IS NULL)))),
  constraint matches_offer_two_weeks CHECK (((EXTRACT(epoch FROM (valid_until - offered_at)) >= (1)::numeric) AND (EXTRACT(epoch FROM (valid_until - offered_at)) <= ((14 * 86400))::numeric)))
);

create table messages (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  author_id uuid not null,
  body text,
  masked text,
  file_path text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint messages_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint messages_are_words_or_a_file CHECK ((num_nonnulls(body, file_path) = 1)),
  constraint messages_body CHECK (((char_length(btrim(body)) >= 1) AND (char_length(body) <= 2000))),
  constraint messages_file_path CHECK ((file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[\w-]+\.[a-z]{3}$'::text)),
  constraint messages_mask_words CHECK (((masked IS NULL) OR (body IS NOT NULL))),
  constraint messages_masked CHECK ((char_length(masked) <= 8000))
);

create table move_in (
  only_row boolean default true not null,
  source_sha256 bytea not null,
  report_sha256 bytea not null,
  loaded_at timestamp with time zone default now() not null,
  tell_per_hour integer,
  told_at timestamp with time zone,
  constraint move_in_pkey PRIMARY KEY (only_row),
  constraint move_in_once CHECK (only_row),
  constraint move_in_report_is_sha256 CHECK ((octet_length(report_sha256) = 32)),
  constraint move_in_source_is_sha256 CHECK ((octet_length(source_sha256) = 32)),
  constraint move_in_tell_per_hour CHECK (((tell_per_hour >= 1) AND (tell_per_hour <= 100000)))
);

create table moved_rows (
  kind text not null,
  old_id text not null,
  new_id uuid not null,
  is_merged boolean default false not null,
  person_id uuid,
  source_sha256 bytea not null,
  "left" jsonb,
  told_at timestamp with time zone,
  constraint moved_rows_pkey PRIMARY KEY (kind, old_id),
  constraint moved_rows_person_id_fkey FOREIGN KEY (person_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint moved_rows_kind CHECK ((kind = ANY (ARRAY['user'::text, 'case'::text, 'match'::text, 'review'::text, 'availability'::text, 'application'::text]))),
  constraint moved_rows_left_is_object CHECK ((jsonb_typeof("left") = 'object'::text)),
  constraint moved_rows_old_id CHECK (((length(old_id) >= 1) AND (length(old_id) <= 200))),
  constraint moved_rows_source_is_sha256 CHECK ((octet_length(source_sha256) = 32))
);

create table notification_hours (
  user_id uuid not null,
  quiet_from time without time zone default '21:00:00'::time without time zone not null,
  quiet_until time without time zone default '08:00:00'::time without time zone not null,
  zone text default 'America/Argentina/Buenos_Aires'::text not null,
  digest_on date,
  constraint notification_hours_pkey PRIMARY KEY (user_id),
  constraint notification_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notification_hours_zone CHECK ((zone ~ '^[A-Za-z0-9_+/-]{1,60}$'::text))
);

create table notification_settings (
  user_id uuid not null,
  "group" text not null,
  push boolean not null,
  mail text not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id, "group"),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notification_settings_group_shape CHECK (("group" ~ '^[a-z][a-z_]{2,39}$'::text)),
  constraint notification_settings_mail CHECK ((mail = ANY (ARRAY['at_once'::text, 'daily'::text, 'off'::text])))
);

create table notifications (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  case_id uuid,
  match_id uuid,
  review_id uuid,
  thing_id uuid generated always as (COALESCE(match_id, review_id, case_id)) stored,
  count integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  delivery text default 'push'::text not null,
  due_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  message_id uuid,
  seen_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint notifications_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint notifications_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notifications_count_check CHECK ((count > 0)),
  constraint notifications_delivery CHECK ((delivery = ANY (ARRAY['push'::text, 'mail'::text, 'digest'::text, 'over'::text]))),
  constraint notifications_kind_shape CHECK ((kind ~ '^[a-z][a-z_]{2,39}$'::text))
);

create table outgoing_messages (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  sealed bytea,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint outgoing_messages_pkey PRIMARY KEY (id),
  constraint outgoing_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint outgoing_messages_end_one_way CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint outgoing_messages_sealed_until_their_end CHECK (((sealed IS NOT NULL) = ((sent_at IS NULL) AND (failed_at IS NULL))))
);

create table patient_alert_days (
  kine_id uuid not null,
  patient_id uuid not null,
  day date not null,
  at_once integer not null,
  constraint patient_alert_days_pkey PRIMARY KEY (kine_id, patient_id, day),
  constraint patient_alert_days_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint patient_alert_days_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint patient_alert_days_two_a_day CHECK (((at_once >= 1) AND (at_once <= 2)))
);

create table patient_coverages (
  patient_id uuid not null,
  coverage_id integer not null,
  plan text,
  saved_at timestamp with time zone default now() not null,
  constraint patient_coverages_pkey PRIMARY KEY (patient_id),
  constraint patient_coverages_coverage_id_fkey FOREIGN KEY (coverage_id) REFERENCES coverages(id),
  constraint patient_coverages_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint patient_coverages_plan_check CHECK (((char_length(btrim(plan)) >= 1) AND (char_length(btrim(plan)) <= 60)))
);

create table places (
  slug text not null,
  kind text not null,
  name text not null,
  jurisdiction text not null,
  latitude numeric(4,2) not null,
  longitude numeric(5,2) not null,
  constraint places_pkey PRIMARY KEY (slug),
  constraint places_jurisdiction CHECK ((jurisdiction ~ '^[0-9]{2}$'::text)),
  constraint places_kind CHECK ((kind = ANY (ARRAY['jurisdiction'::text, 'neighbourhood'::text, 'municipality'::text, 'city'::text, 'locality'::text]))),
  constraint places_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (0)::numeric))),
  constraint places_longitude_check CHECK (((longitude >= ('-90'::integer)::numeric) AND (longitude <= (0)::numeric))),
  constraint places_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint places_slug_shape CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table profile_changes (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  name text not null,
  license_number text,
  specialty text,
  asked_at timestamp with time zone default now() not null,
  rejected_at timestamp with time zone,
  rejection_reason text,
  constraint profile_changes_pkey PRIMARY KEY (id),
  constraint profile_changes_kine_id_key UNIQUE (kine_id),
  constraint profile_changes_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint profile_changes_license_number_check CHECK ((((char_length(license_number) >= 3) AND (char_length(license_number) <= 60)) AND (license_number ~ '[[:alnum:]]'::text))),
  constraint profile_changes_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint profile_changes_reason_of_rejection CHECK (((rejection_reason IS NULL) OR (rejected_at IS NOT NULL))),
  constraint profile_changes_rejection_reason_check CHECK (((char_length(btrim(rejection_reason)) >= 1) AND (char_length(btrim(rejection_reason)) <= 500))),
  constraint profile_changes_specialty_check CHECK (((char_length(specialty) >= 2) AND (char_length(specialty) <= 120)))
);

create table profiles (
  id uuid not null,
  name text not null,
  email text not null,
  phone text,
  birth_date date,
  activity_level activity_level,
  location_city text,
  photo_url text,
  license_number text,
  specialty text,
  price_range text,
  modalities text,
  bio text,
  phone_listed boolean default true not null,
  approval_status approval_status default 'pending'::approval_status not null,
  created_at timestamp with time zone default now() not null,
  search tsvector generated always as (search_words(((((name || ' '::text) || email) || ' '::text) || COALESCE(phone_words(phone), ''::text)))) stored not null,
  version integer default 1 not null,
  suspended_at timestamp with time zone,
  health_consent text,
  health_withdrawn_at timestamp with time zone,
  license_checked_at timestamp with time zone,
  place_slug text,
  specialty_slug text,
  publish_asked_at timestamp with time zone,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_email_key UNIQUE (email),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE,
  constraint profiles_specialty_slug_fkey FOREIGN KEY (specialty_slug) REFERENCES specialties(slug) ON UPDATE CASCADE,
  constraint profiles_bio_check CHECK ((char_length(bio) <= 500)),
  constraint profiles_birth_date_check CHECK ((birth_date >= '1900-01-01'::date)),
  constraint profiles_checked_have_licence CHECK (((license_checked_at IS NULL) OR (license_number IS NOT NULL))),
  constraint profiles_license_number_check CHECK ((((char_length(license_number) >= 3) AND (char_length(license_number) <= 60)) AND (license_number ~ '[[:alnum:]]'::text))),
  constraint profiles_location_city_check CHECK (((char_length(location_city) >= 2) AND (char_length(location_city) <= 80))),
  constraint profiles_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint profiles_phone_check CHECK (((char_length(phone) >= 8) AND (char_length(phone) <= 20))),
  constraint profiles_price_range_check CHECK (((char_length(price_range) >= 1) AND (char_length(price_range) <= 60))),
  constraint profiles_specialty_check CHECK (((char_length(specialty) >= 2) AND (char_length(specialty) <= 120)))
);

create table push_keys (
  public_key text not null,
  private_key_encrypted bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  retired_at timestamp with time zone,
  constraint push_keys_pkey PRIMARY KEY (public_key),
  constraint push_keys_public_key CHECK ((public_key ~ '^[A-Za-z0-9_-]{87}$'::text))
);

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  public_key text not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  tried_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_subscriptions_public_key_fkey FOREIGN KEY (public_key) REFERENCES push_keys(public_key),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint push_subscriptions_hash_length CHECK ((octet_length(endpoint_hash) = 32)),
  constraint push_subscriptions_size CHECK (((octet_length(sealed) >= 60) AND (octet_length(sealed) <= 2000)))
);

create table pushes (
  session_id uuid not null,
  notification_id uuid not null,
  count integer not null,
  handed_at timestamp with time zone default clock_timestamp() not null,
  constraint pushes_pkey PRIMARY KEY (session_id, notification_id),
  constraint pushes_session_id_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE,
  constraint pushes_count CHECK ((count > 0))
);

create table read_marks (
  match_id uuid not null,
  user_id uuid not null,
  read_id uuid,
  read_at timestamp with time zone,
  unread integer default 0 not null,
  constraint read_marks_pkey PRIMARY KEY (match_id, user_id),
  constraint read_marks_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint read_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint read_marks_unread CHECK ((unread >= 0))
);

create table read_receipts_off (
  user_id uuid not null,
  since timestamp with time zone default now() not null,
  constraint read_receipts_off_pkey PRIMARY KEY (user_id),
  constraint read_receipts_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table reports (
  id uuid default uuid_v7() not null,
  reporter_id uuid,
  profile_id uuid,
  case_id uuid,
  match_id uuid,
  review_id uuid,
  reason report_reason not null,
  details text,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  decision text,
  late_told_at timestamp with time zone,
  message_id uuid,
  said text,
  said_by uuid,
  said_in uuid,
  acted_at timestamp with time zone,
  is_upheld boolean,
  reply_id uuid,
  subject_id uuid generated always as (COALESCE(profile_id, case_id, match_id, review_id, message_id, reply_id)) stored not null,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_reporter_id_subject_id_key UNIQUE (reporter_id, subject_id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reports_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint reports_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint reports_reply_id_fkey FOREIGN KEY (reply_id) REFERENCES review_replies(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint reports_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint reports_decided CHECK (((decided_at IS NULL) = (decision IS NULL))),
  constraint reports_decision_check CHECK (((char_length(btrim(decision)) >= 1) AND (char_length(btrim(decision)) <= 500))),
  constraint reports_details_check CHECK (((char_length(btrim(details)) >= 1) AND (char_length(btrim(details)) <= 1000))),
  constraint reports_licence_of_profile CHECK ((((reason)::text <> 'false_licence'::text) OR (profile_id IS NOT NULL))),
  constraint reports_of_one_thing CHECK ((num_nonnulls(profile_id, case_id, match_id, review_id, message_id, reply_id) = 1)),
  constraint reports_say_by_whom CHECK ((num_nonnulls(message_id, said_by, said_in) = ANY (ARRAY[0, 3]))),
  constraint reports_say_what_was_written CHECK (((said IS NULL) OR (message_id IS NOT NULL) OR (reply_id IS NOT NULL) OR (reporter_id IS NULL))),
  constraint reports_upheld_are_decided CHECK (((is_upheld IS NULL) OR (decided_at IS NOT NULL)))
);

create table review_replies (
  review_id uuid not null,
  kine_id uuid not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  held_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_reason text,
  hidden_by uuid,
  id uuid default uuid_v7() not null,
  constraint review_replies_pkey PRIMARY KEY (review_id),
  constraint review_replies_id_key UNIQUE (id),
  constraint review_replies_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint review_replies_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint review_replies_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_replies_body_check CHECK (((char_length(btrim(body)) >= 1) AND (char_length(btrim(body)) <= 1000))),
  constraint review_replies_hidden_are_decided CHECK (((held_at IS NULL) OR (hidden_at IS NULL))),
  constraint review_replies_hidden_has_reason CHECK (((hidden_at IS NULL) = (hidden_reason IS NULL))),
  constraint review_replies_hidden_reason_check CHECK (((char_length(btrim(hidden_reason)) >= 1) AND (char_length(btrim(hidden_reason)) <= 500)))
);

create table review_versions (
  review_id uuid not null,
  n smallint not null,
  stars smallint not null,
  comment text,
  written_at timestamp with time zone not null,
  constraint review_versions_pkey PRIMARY KEY (review_id, n),
  constraint review_versions_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_versions_at_most_ten CHECK (((n >= 1) AND (n <= 10)))
);

create table reviews (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  patient_id uuid,
  kine_id uuid,
  stars smallint not null,
  comment text,
  created_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  hidden_reason text,
  accepted_at timestamp with time zone,
  is_confirmed boolean default false not null,
  is_replaced boolean default false not null,
  is_waiting boolean default false not null,
  edited_at timestamp with time zone,
  asked_to_edit_at timestamp with time zone,
  asked_to_edit_for text,
  has_sessions boolean default false not null,
  hidden_by uuid,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint reviews_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reviews_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reviews_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reviews_asked_to_edit_for_check CHECK (((char_length(btrim(asked_to_edit_for)) >= 1) AND (char_length(btrim(asked_to_edit_for)) <= 500))),
  constraint reviews_asked_to_edit_has_reason CHECK (((asked_to_edit_at IS NULL) = (asked_to_edit_for IS NULL))),
  constraint reviews_comment_check CHECK (((char_length(btrim(comment)) >= 1) AND (char_length(btrim(comment)) <= 2000))),
  constraint reviews_hidden_has_reason CHECK (((hidden_at IS NULL) = (hidden_reason IS NULL))),
  constraint reviews_hidden_reason_check CHECK (((char_length(btrim(hidden_reason)) >= 1) AND (char_length(btrim(hidden_reason)) <= 500))),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint reviews_waiting_are_hidden CHECK (((NOT is_waiting) OR (hidden_at IS NOT NULL)))
);

create table seat_queue (
  case_id uuid not null,
  kine_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  constraint seat_queue_pkey PRIMARY KEY (case_id, kine_id),
  constraint seat_queue_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint seat_queue_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table settings (
  key text not null,
  value jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint settings_key_shape CHECK ((key ~ '^[a-z][a-z_]{2,39}$'::text)),
  constraint settings_value_size CHECK ((octet_length((value)::text) <= 2000))
);

create table specialties (
  slug text not null,
  name text not null,
  is_technique boolean not null,
  "position" smallint not null,
  constraint specialties_pkey PRIMARY KEY (slug),
  constraint specialties_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80))),
  constraint specialties_slug_shape CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
);

create table study_views (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  path text not null,
  viewer_id uuid,
  viewed_at timestamp with time zone default now() not null,
  constraint study_views_pkey PRIMARY KEY (id),
  constraint study_views_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint study_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id) ON DELETE SET NULL
);

create table suspensions (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  reason text not null,
  suspended_at timestamp with time zone default now() not null,
  suspended_by uuid,
  restored_at timestamp with time zone,
  restored_by uuid,
  restored_reason text,
  constraint suspensions_pkey PRIMARY KEY (id),
  constraint suspensions_restored_by_fkey FOREIGN KEY (restored_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint suspensions_end_has_reason CHECK (((restored_at IS NULL) = (restored_reason IS NULL))),
  constraint suspensions_reason_check CHECK (((char_length(btrim(reason)) >= 1) AND (char_length(btrim(reason)) <= 500))),
  constraint suspensions_restored_reason_check CHECK (((char_length(btrim(restored_reason)) >= 1) AND (char_length(btrim(restored_reason)) <= 500)))
);

create table tallies (
  id bigint generated always as identity not null,
  total text not null,
  count bigint not null,
  stars bigint default 0 not null,
  constraint tallies_pkey PRIMARY KEY (id),
  constraint tallies_total_check CHECK ((total = ANY (ARRAY['people'::text, 'specialists'::text, 'reviews'::text])))
);

create table treatments (
  match_id uuid not null,
  planned smallint,
  proposed_at timestamp with time zone,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by booking_side,
  end_reason treatment_end,
  constraint treatments_pkey PRIMARY KEY (match_id),
  constraint treatments_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint treatments_end_for_a_reason CHECK ((num_nonnulls(ended_at, ended_by, end_reason) = ANY (ARRAY[0, 3]))),
  constraint treatments_plan_a_number CHECK (((planned IS NULL) = (proposed_at IS NULL))),
  constraint treatments_planned CHECK (((planned >= 1) AND (planned <= 100))),
  constraint treatments_proposed_before_accepted CHECK (((accepted_at IS NULL) OR (proposed_at IS NOT NULL)))
);

create table user_roles (
  user_id uuid not null,
  role app_role not null,
  name_key text default ''::text not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table vocabulary_editions (
  sha256 text not null,
  published_at timestamp with time zone default now() not null,
  constraint vocabulary_editions_pkey PRIMARY KEY (sha256)
);

create table vocabulary_names (
  kind text not null,
  key text not null,
  place_slug text,
  specialty_slug text,
  zone_slug text,
  zone_side text,
  source text not null,
  decided_by uuid,
  decided_at timestamp with time zone default now() not null,
  constraint vocabulary_names_pkey PRIMARY KEY (kind, key),
  constraint vocabulary_names_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint vocabulary_names_place_slug_fkey FOREIGN KEY (place_slug) REFERENCES places(slug) ON UPDATE CASCADE,
  constraint vocabulary_names_specialty_slug_fkey FOREIGN KEY (specialty_slug) REFERENCES specialties(slug) ON UPDATE CASCADE,
  constraint vocabulary_names_zone_slug_fkey FOREIGN KEY (zone_slug) REFERENCES body_zones(slug) ON UPDATE CASCADE,
  constraint vocabulary_names_kind CHECK ((kind = ANY (ARRAY['place'::text, 'specialty'::text, 'zone'::text]))),
  constraint vocabulary_names_mean_one CHECK (
CASE
    WHEN (num_nonnulls(place_slug, specialty_slug, zone_slug) = 0) THEN (source = 'admin'::text)
    ELSE ((num_nonnulls(place_slug, specialty_slug, zone_slug) = 1) AND ((kind = 'place'::text) = (place_slug IS NOT NULL)) AND ((kind = 'specialty'::text) = (specialty_slug IS NOT NULL)))
END),
  constraint vocabulary_names_side CHECK ((zone_side = ANY (ARRAY['left'::text, 'right'::text, 'both'::text]))),
  constraint vocabulary_names_side_of_zone CHECK (((zone_side IS NULL) OR (zone_slug IS NOT NULL))),
  constraint vocabulary_names_source CHECK ((source = ANY (ARRAY['program'::text, 'georef'::text, 'admin'::text])))
);

create table withdrawn_reviews (
  case_id uuid not null,
  kine_id uuid not null,
  withdrawn_at timestamp with time zone default now() not null,
  constraint withdrawn_reviews_pkey PRIMARY KEY (case_id, kine_id),
  constraint withdrawn_reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint withdrawn_reviews_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table zone_counts (
  id bigint generated always as identity not null,
  place text not null,
  day date,
  published integer default 0 not null,
  waiting integer default 0 not null,
  specialists integer default 0 not null,
  constraint zone_counts_pkey PRIMARY KEY (id)
);

CREATE INDEX acts_at_once_actor_id_idx ON public.acts_at_once USING btree (actor_id, at);
CREATE INDEX acts_at_once_at_idx ON public.acts_at_once USING btree (at);
CREATE INDEX acts_at_once_subject_id_idx ON public.acts_at_once USING btree (subject_id);
CREATE INDEX agenda_exceptions_kine_id_idx ON public.agenda_exceptions USING btree (kine_id, until_day);
CREATE INDEX agenda_places_kine_id_idx ON public.agenda_places USING btree (kine_id);
CREATE INDEX appeals_by_id_idx ON public.appeals USING btree (by_id);
CREATE INDEX appeals_decided_by_idx ON public.appeals USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX appeals_first_by_idx ON public.appeals USING btree (first_by) WHERE (first_by IS NOT NULL);
CREATE INDEX appeals_open_idx ON public.appeals USING btree (id) WHERE (decided_at IS NULL);
CREATE INDEX applications_made_at_idx ON public.applications_made USING btree (at);
CREATE INDEX applications_made_case_id_idx ON public.applications_made USING btree (case_id, kine_id);
CREATE INDEX applications_made_kine_id_idx ON public.applications_made USING btree (kine_id, at);
CREATE INDEX audit_events_actor ON auth.audit_events USING btree (actor, id DESC) WHERE (actor IS NOT NULL);
CREATE INDEX audit_events_at ON auth.audit_events USING btree (at);
CREATE INDEX audit_events_event_idx ON auth.audit_events USING btree (event, id DESC);
CREATE INDEX audit_events_subject ON auth.audit_events USING btree (subject, id DESC) WHERE (subject IS NOT NULL);
CREATE INDEX audit_reasons_user_id_idx ON auth.audit_reasons USING btree (user_id);
CREATE INDEX auth_codes_created_at ON auth.auth_codes USING btree (created_at);
CREATE INDEX auth_codes_linking_session_id ON auth.auth_codes USING btree (linking_session_id) WHERE (linking_session_id IS NOT NULL);
CREATE INDEX auth_codes_user_id ON auth.auth_codes USING btree (user_id);
CREATE UNIQUE INDEX identities_provider_sub_issuer ON auth.identities USING btree (provider, ((identity_data ->> 'sub'::text)), issuer);
CREATE INDEX identities_user_id ON auth.identities USING btree (user_id);
CREATE INDEX message_requests_created_at ON auth.message_requests USING btree (created_at);
CREATE INDEX mfa_challenges_created_at ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenges_factor_id ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_challenges_session_id ON auth.mfa_challenges USING btree (session_id);
CREATE UNIQUE INDEX mfa_factors_one_set_of_codes ON auth.mfa_factors USING btree (user_id) WHERE (factor_type = 'recovery_code'::text);
CREATE INDEX mfa_factors_user_id ON auth.mfa_factors USING btree (user_id);
CREATE UNIQUE INDEX mfa_factors_user_id_friendly_name_key ON auth.mfa_factors USING btree (user_id, friendly_name);
CREATE INDEX oauth_flows_created_at ON auth.oauth_flows USING btree (created_at);
CREATE INDEX oauth_flows_linking_session_id ON auth.oauth_flows USING btree (linking_session_id) WHERE (linking_session_id IS NOT NULL);
CREATE INDEX one_time_tokens_expires_at ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_session_id ON auth.one_time_tokens USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX passkey_challenges_created_at ON auth.passkey_challenges USING btree (created_at);
CREATE INDEX passkey_challenges_user_id ON auth.passkey_challenges USING btree (user_id);
CREATE INDEX rate_limits_expire ON auth.rate_limits USING btree (expire);
CREATE UNIQUE INDEX refresh_tokens_one_current ON auth.refresh_tokens USING btree (session_id) WHERE (replaced_at IS NULL);
CREATE INDEX refresh_tokens_session_id ON auth.refresh_tokens USING btree (session_id);
CREATE INDEX sessions_factor_id ON auth.sessions USING btree (factor_id) WHERE (factor_id IS NOT NULL);
CREATE INDEX sessions_not_after ON auth.sessions USING btree (not_after);
CREATE INDEX sessions_passkey_id ON auth.sessions USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);
CREATE INDEX sessions_user_id ON auth.sessions USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX signing_keys_one_active ON auth.signing_keys USING btree (algorithm) WHERE (retired_at IS NULL);
CREATE INDEX undo_links_email ON auth.undo_links USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX undo_links_expires_at ON auth.undo_links USING btree (expires_at);
CREATE INDEX undo_links_user_id ON auth.undo_links USING btree (user_id);
CREATE INDEX users_moved_cost ON auth.users USING btree (moved_cost(encrypted_password)) WHERE (encrypted_password ~~ '$bcrypt-argon2id$%'::text);
CREATE INDEX users_profile_due ON auth.users USING btree (created_at) WHERE profile_due;
CREATE INDEX webauthn_credentials_user_id ON auth.webauthn_credentials USING btree (user_id);
CREATE INDEX authorisations_coverage_id_idx ON public.authorisations USING btree (coverage_id);
CREATE INDEX authorisations_match_id_idx ON public.authorisations USING btree (match_id, valid_from);
CREATE INDEX blocks_blocked_id_idx ON public.blocks USING btree (blocked_id);
CREATE INDEX blocks_case_id_idx ON public.blocks USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX blocks_of_a_pair ON public.blocks USING btree (LEAST(blocker_id, blocked_id), GREATEST(blocker_id, blocked_id));
CREATE INDEX booking_claims_place_id_idx ON public.booking_claims USING btree (place_id);
CREATE INDEX bookings_kine_id_idx ON public.bookings USING btree (kine_id, starts_at);
CREATE INDEX bookings_match_id_idx ON public.bookings USING btree (match_id, starts_at);
CREATE INDEX bookings_place_id_idx ON public.bookings USING btree (place_id, starts_at);
CREATE INDEX bookings_series_id_idx ON public.bookings USING btree (series_id, starts_at) WHERE (series_id IS NOT NULL);
CREATE INDEX case_alerts_kine_id_idx ON public.case_alerts USING btree (kine_id, told_at);
CREATE INDEX case_alerts_told_at_idx ON public.case_alerts USING btree (told_at);
CREATE INDEX case_coverages_coverage_id_idx ON public.case_coverages USING btree (coverage_id);
CREATE INDEX case_openings_kine_id_idx ON public.case_openings USING btree (kine_id, opened_at);
CREATE INDEX case_places_waiting_idx ON public.case_places USING btree (case_id) WHERE is_waiting;
CREATE INDEX cases_accepted_kine_id_idx ON public.cases USING btree (accepted_kine_id);
CREATE INDEX cases_available_idx ON public.cases USING btree (id DESC) WHERE (status = ANY (ARRAY['open'::case_status, 'matched'::case_status]));
CREATE INDEX cases_created_at_idx ON public.cases USING btree (created_at) INCLUDE (accepted_kine_id);
CREATE INDEX cases_offered_idx ON public.cases USING btree (id DESC) WHERE ((status = ANY (ARRAY['open'::case_status, 'matched'::case_status])) AND (dormant_at IS NULL));
CREATE INDEX cases_patient_id_idx ON public.cases USING btree (patient_id, id DESC);
CREATE INDEX cases_place_slug_idx ON public.cases USING btree (place_slug) WHERE (place_slug IS NOT NULL);
CREATE INDEX cases_search_idx ON public.cases USING gin (search) WITH (fastupdate=off);
CREATE INDEX cases_status_idx ON public.cases USING btree (status, id);
CREATE INDEX cases_unknown_place_idx ON public.cases USING btree (vocabulary_key(location_city), id) WHERE ((place_slug IS NULL) AND (location_city IS NOT NULL));
CREATE INDEX cases_unknown_zone_idx ON public.cases USING btree (vocabulary_key(injury_area), id) WHERE ((zone_slug IS NULL) AND (injury_area IS NOT NULL));
CREATE INDEX cases_zone_slug_idx ON public.cases USING btree (zone_slug) WHERE (zone_slug IS NOT NULL);
CREATE INDEX closed_handles_closed_at_idx ON public.closed_handles USING btree (closed_at);
CREATE INDEX closed_handles_look_hash_idx ON public.closed_handles USING btree (look_hash);
CREATE UNIQUE INDEX consents_user_id_document_version_key ON public.consents USING btree (user_id, document, version) WHERE (document <> 'health_data'::text);
CREATE INDEX consents_user_id_idx ON public.consents USING btree (user_id, document, id);
CREATE INDEX contact_leaks_user_id_idx ON public.contact_leaks USING btree (user_id, at);
CREATE INDEX conversations_begun_kine_id_idx ON public.conversations_begun USING btree (kine_id, at);
CREATE INDEX coverage_answers_answered_at_idx ON public.coverage_answers USING btree (answered_at);
CREATE INDEX coverage_answers_coverage_id_idx ON public.coverage_answers USING btree (coverage_id);
CREATE INDEX coverage_answers_kine_id_idx ON public.coverage_answers USING btree (kine_id, coverage_id, answered_at);
CREATE INDEX coverage_answers_patient_id_idx ON public.coverage_answers USING btree (patient_id);
CREATE INDEX coverage_disputes_coverage_id_idx ON public.coverage_disputes USING btree (coverage_id);
CREATE INDEX coverage_disputes_decided_by_idx ON public.coverage_disputes USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX coverage_disputes_decided_idx ON public.coverage_disputes USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX coverage_disputes_kine_id_idx ON public.coverage_disputes USING btree (kine_id, coverage_id, decided_at);
CREATE UNIQUE INDEX coverage_disputes_one_at_a_time ON public.coverage_disputes USING btree (kine_id, coverage_id) WHERE (decided_at IS NULL);
CREATE INDEX coverage_disputes_open_idx ON public.coverage_disputes USING btree (id) WHERE (decided_at IS NULL);
CREATE UNIQUE INDEX coverages_code_key ON public.coverages USING btree (code) WHERE (merged_into IS NULL);
CREATE INDEX coverages_merged_into_idx ON public.coverages USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE UNIQUE INDEX coverages_short_key ON public.coverages USING btree (coverage_key(short)) WHERE (merged_into IS NULL);
CREATE INDEX data_exports_user_id_idx ON public.data_exports USING btree (user_id, id);
CREATE INDEX deletions_to_note ON public.deletions USING btree (at) WHERE (noted_at IS NULL);
CREATE INDEX departure_keys_hash_idx ON public.departure_keys USING btree (hash);
CREATE INDEX departure_reports_departure_id_idx ON public.departure_reports USING btree (departure_id);
CREATE INDEX departure_reports_kept_until_idx ON public.departure_reports USING btree (kept_until);
CREATE INDEX departures_left_at_idx ON public.departures USING btree (left_at);
CREATE INDEX directory_changed_in_idx ON public.directory USING btree (changed_in, number);
CREATE INDEX directory_computed_on_idx ON public.directory USING btree (computed_on);
CREATE INDEX directory_departures_changed_in_idx ON public.directory_departures USING btree (changed_in);
CREATE INDEX directory_showings_day_idx ON public.directory_showings USING btree (day);
CREATE INDEX done_requests_created_at_idx ON public.done_requests USING btree (created_at);
CREATE UNIQUE INDEX handles_current_key ON public.handles USING btree (kine_id) WHERE (left_at IS NULL);
CREATE INDEX handles_kine_id_idx ON public.handles USING btree (kine_id);
CREATE INDEX kine_alert_days_day_idx ON public.kine_alert_days USING btree (day);
CREATE INDEX kine_applications_approved_by_idx ON public.kine_applications USING btree (approved_by);
CREATE INDEX kine_applications_decided_idx ON public.kine_applications USING btree (id DESC) WHERE (status <> 'pending'::approval_status);
CREATE INDEX kine_applications_newest_idx ON public.kine_applications USING btree (id DESC);
CREATE INDEX kine_applications_pending_idx ON public.kine_applications USING btree (id DESC) WHERE (status = 'pending'::approval_status);
CREATE UNIQUE INDEX kine_applications_pending_key ON public.kine_applications USING btree (user_id) WHERE (approved_at IS NULL);
CREATE INDEX kine_applications_profile_id_idx ON public.kine_applications USING btree (profile_id);
CREATE INDEX kine_applications_user_id_idx ON public.kine_applications USING btree (user_id);
CREATE INDEX kine_applications_value_number_idx ON public.kine_applications USING btree (licence_value_number(license_number)) WHERE ((status = 'pending'::approval_status) AND (license_number IS NOT NULL));
CREATE INDEX kine_coverages_coverage_id_idx ON public.kine_coverages USING btree (coverage_id, kine_id DESC);
CREATE INDEX kine_places_online_idx ON public.kine_places USING btree (kine_id) WHERE is_online;
CREATE INDEX kine_places_place_idx ON public.kine_places USING btree (place, kine_id);
CREATE INDEX licences_checked_by_idx ON public.licences USING btree (checked_by) WHERE (checked_by IS NOT NULL);
CREATE INDEX licences_evidence_idx ON public.licences USING btree (decided_at) WHERE (evidence_path IS NOT NULL);
CREATE UNIQUE INDEX licences_first_key ON public.licences USING btree (kine_id) WHERE is_first;
CREATE INDEX licences_kine_id_idx ON public.licences USING btree (kine_id);
CREATE UNIQUE INDEX licences_kine_id_key ON public.licences USING btree (kine_id, kind, jurisdiction, number_key) WHERE (state <> 'withdrawn'::text);
CREATE INDEX licences_number_key_idx ON public.licences USING btree (number_key) WHERE (state <> 'withdrawn'::text);
CREATE INDEX licences_recheck_idx ON public.licences USING btree (recheck_at, id) WHERE (recheck_at IS NOT NULL);
CREATE UNIQUE INDEX licences_value_key ON public.licences USING btree (value_number, value_kind, value_place) NULLS NOT DISTINCT WHERE (is_first AND (contested_at IS NULL));
CREATE INDEX licences_value_number_idx ON public.licences USING btree (value_number) WHERE (state <> 'withdrawn'::text);
CREATE UNIQUE INDEX licences_verified_key ON public.licences USING btree (kind, jurisdiction, number_key) WHERE (state = 'verified'::text);
CREATE INDEX licences_withdrawn_idx ON public.licences USING btree (declared_at) WHERE ((state = 'withdrawn'::text) AND (checked_at IS NULL) AND (decided_at IS NULL));
CREATE INDEX matches_case_id_idx ON public.matches USING btree (case_id, id DESC);
CREATE INDEX matches_kine_id_idx ON public.matches USING btree (kine_id, id DESC);
CREATE INDEX matches_status_idx ON public.matches USING btree (case_id, status);
CREATE INDEX messages_author_id_files_idx ON public.messages USING btree (author_id, id) WHERE (file_path IS NOT NULL);
CREATE INDEX messages_author_id_idx ON public.messages USING btree (author_id, id DESC);
CREATE UNIQUE INDEX messages_file_path_key ON public.messages USING btree (file_path) WHERE (file_path IS NOT NULL);
CREATE INDEX messages_match_id_idx ON public.messages USING btree (match_id, id DESC);
CREATE INDEX moved_rows_left ON public.moved_rows USING btree (kind, new_id) WHERE ("left" IS NOT NULL);
CREATE INDEX moved_rows_new_id ON public.moved_rows USING btree (kind, new_id);
CREATE INDEX moved_rows_person_id ON public.moved_rows USING btree (person_id);
CREATE INDEX moved_rows_untold ON public.moved_rows USING btree (new_id) WHERE ((kind = 'user'::text) AND (NOT is_merged) AND (told_at IS NULL));
CREATE INDEX notifications_case_id_idx ON public.notifications USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX notifications_match_id_idx ON public.notifications USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_one_open ON public.notifications USING btree (user_id, kind, thing_id) NULLS NOT DISTINCT WHERE ((seen_at IS NULL) AND (done_at IS NULL));
CREATE INDEX notifications_review_id_idx ON public.notifications USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX notifications_user_id_idx ON public.notifications USING btree (user_id, id);
CREATE INDEX outgoing_messages_user_id_idx ON public.outgoing_messages USING btree (user_id);
CREATE INDEX patient_alert_days_day_idx ON public.patient_alert_days USING btree (day);
CREATE INDEX patient_alert_days_patient_id_idx ON public.patient_alert_days USING btree (patient_id);
CREATE INDEX patient_coverages_coverage_id_idx ON public.patient_coverages USING btree (coverage_id);
CREATE INDEX profile_changes_pending_idx ON public.profile_changes USING btree (id DESC) WHERE (rejected_at IS NULL);
CREATE INDEX profile_changes_rejected_idx ON public.profile_changes USING btree (rejected_at) WHERE (rejected_at IS NOT NULL);
CREATE INDEX profiles_approval_status_idx ON public.profiles USING btree (approval_status, id);
CREATE INDEX profiles_approval_status_name_idx ON public.profiles USING btree (approval_status, name_key(name) COLLATE "C", id);
CREATE INDEX profiles_created_at_idx ON public.profiles USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX profiles_license_number_key ON public.profiles USING btree (license_key(license_number));
CREATE INDEX profiles_name_idx ON public.profiles USING btree (name_key(name) COLLATE "C", id);
CREATE INDEX profiles_place_slug_idx ON public.profiles USING btree (place_slug) WHERE (place_slug IS NOT NULL);
CREATE INDEX profiles_search_idx ON public.profiles USING gin (search) WITH (fastupdate=off);
CREATE INDEX profiles_specialty_slug_idx ON public.profiles USING btree (specialty_slug) WHERE (specialty_slug IS NOT NULL);
CREATE INDEX profiles_unknown_place_idx ON public.profiles USING btree (vocabulary_key(location_city), id) WHERE ((place_slug IS NULL) AND (location_city IS NOT NULL));
CREATE INDEX profiles_unknown_specialty_idx ON public.profiles USING btree (vocabulary_key(specialty), id) WHERE ((specialty_slug IS NULL) AND (specialty IS NOT NULL));
CREATE UNIQUE INDEX push_keys_one_active ON public.push_keys USING btree ((true)) WHERE (retired_at IS NULL);
CREATE INDEX push_subscriptions_public_key ON public.push_subscriptions USING btree (public_key);
CREATE INDEX push_subscriptions_user_id ON public.push_subscriptions USING btree (user_id, created_at DESC);
CREATE INDEX pushes_handed_at ON public.pushes USING btree (handed_at);
CREATE INDEX pushes_notification_id ON public.pushes USING btree (notification_id);
CREATE INDEX read_marks_user_id_idx ON public.read_marks USING btree (user_id, unread);
CREATE INDEX reports_case_id_idx ON public.reports USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX reports_decided_by_idx ON public.reports USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX reports_decided_idx ON public.reports USING btree (id DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX reports_match_id_idx ON public.reports USING btree (match_id) WHERE (match_id IS NOT NULL);
CREATE INDEX reports_message_id_idx ON public.reports USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX reports_noticed_key ON public.reports USING btree (subject_id) WHERE ((reporter_id IS NULL) AND (decided_at IS NULL));
CREATE INDEX reports_open_idx ON public.reports USING btree (id) WHERE (decided_at IS NULL);
CREATE INDEX reports_open_subject_id_idx ON public.reports USING btree (subject_id) WHERE (decided_at IS NULL);
CREATE INDEX reports_profile_id_idx ON public.reports USING btree (profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX reports_reply_id_idx ON public.reports USING btree (reply_id) WHERE (reply_id IS NOT NULL);
CREATE INDEX reports_review_id_idx ON public.reports USING btree (review_id) WHERE (review_id IS NOT NULL);
CREATE INDEX reports_said_by_idx ON public.reports USING btree (said_by) WHERE (said_by IS NOT NULL);
CREATE INDEX reports_said_in_idx ON public.reports USING btree (said_in) WHERE (said_in IS NOT NULL);
CREATE INDEX review_replies_held_idx ON public.review_replies USING btree (review_id) WHERE (held_at IS NOT NULL);
CREATE INDEX review_replies_hidden_by_idx ON public.review_replies USING btree (hidden_by) WHERE (hidden_by IS NOT NULL);
CREATE INDEX review_replies_kine_id_idx ON public.review_replies USING btree (kine_id);
CREATE INDEX reviews_hidden_by_idx ON public.reviews USING btree (hidden_by) WHERE (hidden_by IS NOT NULL);
CREATE INDEX reviews_hidden_idx ON public.reviews USING btree (kine_id) WHERE ((hidden_at IS NOT NULL) AND (NOT is_waiting));
CREATE INDEX reviews_kine_id_idx ON public.reviews USING btree (kine_id, id DESC);
CREATE INDEX reviews_patient_id_idx ON public.reviews USING btree (patient_id, id DESC);
CREATE INDEX reviews_stars_idx ON public.reviews USING btree (stars, id);
CREATE INDEX seat_queue_asked_at_idx ON public.seat_queue USING btree (asked_at);
CREATE INDEX seat_queue_kine_id_idx ON public.seat_queue USING btree (kine_id);
CREATE INDEX settings_changed_by_idx ON public.settings USING btree (changed_by) WHERE (changed_by IS NOT NULL);
CREATE INDEX study_views_case_id_idx ON public.study_views USING btree (case_id, id DESC);
CREATE INDEX study_views_viewer_id_idx ON public.study_views USING btree (viewer_id);
CREATE UNIQUE INDEX suspensions_one_at_a_time ON public.suspensions USING btree (user_id) WHERE (restored_at IS NULL);
CREATE INDEX suspensions_restored_by_idx ON public.suspensions USING btree (restored_by);
CREATE INDEX suspensions_suspended_by_idx ON public.suspensions USING btree (suspended_by);
CREATE INDEX suspensions_user_id_idx ON public.suspensions USING btree (user_id);
CREATE INDEX tallies_total_idx ON public.tallies USING btree (total);
CREATE INDEX user_roles_role_idx ON public.user_roles USING btree (role, user_id);
CREATE INDEX user_roles_role_name_idx ON public.user_roles USING btree (role, name_key, user_id);
CREATE INDEX vocabulary_names_decided_by_idx ON public.vocabulary_names USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX vocabulary_names_decided_idx ON public.vocabulary_names USING btree (decided_at) WHERE (source = 'admin'::text);
CREATE INDEX vocabulary_names_place_key_idx ON public.vocabulary_names USING btree (key COLLATE "C") WHERE (kind = 'place'::text);
CREATE INDEX vocabulary_names_place_slug_idx ON public.vocabulary_names USING btree (place_slug) WHERE (place_slug IS NOT NULL);
CREATE INDEX vocabulary_names_specialty_slug_idx ON public.vocabulary_names USING btree (specialty_slug) WHERE (specialty_slug IS NOT NULL);
CREATE INDEX vocabulary_names_zone_slug_idx ON public.vocabulary_names USING btree (zone_slug) WHERE (zone_slug IS NOT NULL);
CREATE INDEX withdrawn_reviews_kine_id_idx ON public.withdrawn_reviews USING btree (kine_id);
CREATE INDEX zone_counts_day_idx ON public.zone_counts USING btree (day);
CREATE INDEX zone_counts_place_idx ON public.zone_counts USING btree (place, day);

create view blocked_cases as
 SELECT c.id AS case_id,
    b.blocked_id AS kine_id,
    b.id AS block_id,
    b.blocker_id
   FROM blocks b
     JOIN cases c ON c.patient_id = b.blocker_id
UNION ALL
 SELECT c.id AS case_id,
    b.blocker_id AS kine_id,
    b.id AS block_id,
    b.blocker_id
   FROM blocks b
     JOIN cases c ON c.patient_id = b.blocked_id
  WHERE b.case_id = c.id OR b.case_id IS NULL AND (c.identity_access = 'verified'::studies_access AND (EXISTS ( SELECT
           FROM profiles k
          WHERE k.id = b.blocker_id AND is_licence_current(k.license_checked_at))) OR (EXISTS ( SELECT
           FROM matches m
          WHERE m.case_id = c.id AND m.kine_id = b.blocker_id AND m.status = 'accepted'::match_status)));

create view case_relations as
 SELECT m.id AS match_id,
    m.case_id,
    m.kine_id,
    c.patient_id,
    a.access,
    l.is_live,
        CASE
            WHEN a.access = 'ended'::text THEN COALESCE(m.title_then, c.title)
            ELSE c.title
        END AS title,
        CASE
            WHEN l.is_live THEN o.name
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_name
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_name,
        CASE
            WHEN l.is_live THEN o.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_phone,
        CASE
            WHEN l.is_live THEN o.location_city
            WHEN a.access = 'accepted'::text THEN ( SELECT g.patient_city
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS patient_city,
        CASE
            WHEN a.access = 'accepted'::text THEN o.photo_url
            ELSE NULL::text
        END AS patient_photo_url,
        CASE
            WHEN l.is_live THEN k.phone
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_phone
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_phone,
        CASE
            WHEN l.is_live THEN k.email
            WHEN a.access = 'accepted'::text THEN ( SELECT g.kine_email
               FROM agreed_contacts g
              WHERE g.match_id = m.id)
            ELSE NULL::text
        END AS kine_email,
    m.status,
    m.message,
    m.created_at,
    m.ended_at,
    m.offer,
    m.offered_at,
    m.valid_until,
        CASE
            WHEN a.access <> 'ended'::text THEN c.description
            ELSE NULL::text
        END AS description,
        CASE
            WHEN a.access <> 'ended'::text THEN c.injury_area
            ELSE NULL::text
        END AS injury_area,
        CASE
            WHEN a.access <> 'ended'::text THEN c.location_city
            ELSE NULL::text
        END AS location_city,
        CASE
            WHEN a.access <> 'ended'::text THEN c.preferred_modality
            ELSE NULL::modality
        END AS preferred_modality,
        CASE
            WHEN a.access <> 'ended'::text THEN c.status
            ELSE NULL::case_status
        END AS case_status
   FROM matches m
     JOIN cases c ON c.id = m.case_id
     JOIN profiles o ON o.id = c.patient_id
     LEFT JOIN profiles k ON k.id = m.kine_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN m.status <> 'accepted'::match_status AND o.health_withdrawn_at IS NOT NULL THEN NULL::text
                    WHEN m.status = 'rejected'::match_status THEN 'ended'::text
                    WHEN c.status = 'closed'::case_status AND c.closed_at < (now() -
                    CASE m.status
                        WHEN 'accepted'::match_status THEN '1 year'::interval
                        ELSE '90 days'::interval
                    END) THEN 'ended'::text
                    WHEN (EXISTS ( SELECT
                       FROM blocks b
                      WHERE LEAST(b.blocker_id, b.blocked_id) = LEAST(c.patient_id, m.kine_id) AND GREATEST(b.blocker_id, b.blocked_id) = GREATEST(c.patient_id, m.kine_id) AND (b.blocker_id = c.patient_id OR b.case_id = m.case_id OR b.case_id IS NULL AND (m.status = 'accepted'::match_status OR c.identity_access = 'verified'::studies_access AND is_licence_current(( SELECT v.license_checked_at
                               FROM profiles v
                              WHERE v.id = m.kine_id)))))) THEN 'ended'::text
                    WHEN m.status = 'accepted'::match_status THEN 'accepted'::text
                    WHEN o.suspended_at IS NOT NULL THEN 'ended'::text
                    ELSE 'applied'::text
                END AS access
         OFFSET 0) a
     CROSS JOIN LATERAL ( SELECT a.access = 'accepted'::text AND c.status <> 'closed'::case_status AS is_live) l;

create view counted_cases as
 SELECT c.id AS case_id,
    COALESCE(c.place_slug,
        CASE
            WHEN c.location_city IS NULL THEN p.place_slug
            ELSE NULL::text
        END, ''::text) AS place,
    (c.created_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text)::date AS day,
    c.status = 'open'::case_status AND c.dormant_at IS NULL AND p.suspended_at IS NULL AND p.health_withdrawn_at IS NULL AND NOT (EXISTS ( SELECT
           FROM matches m
          WHERE m.case_id = c.id)) AS is_waiting
   FROM cases c
     LEFT JOIN profiles p ON p.id = c.patient_id;

create view counted_kines as
 SELECT id AS kine_id,
    COALESCE(place_slug, ''::text) AS place,
    COALESCE(modalities ~* '\m(online|virtual)\M'::text, false) AS is_online
   FROM profiles p
  WHERE approval_status = 'approved'::approval_status AND suspended_at IS NULL AND (EXISTS ( SELECT
           FROM user_roles r
          WHERE r.user_id = p.id AND r.role = 'kine'::app_role));

create view public_profiles as
 SELECT id,
    name,
    specialty,
    price_range,
    modalities,
    location_city,
    bio,
    photo_url,
        CASE
            WHEN phone_listed AND has_role(viewer_id(), 'patient'::app_role) AND NOT are_blocked(viewer_id(), id) THEN phone
            ELSE ( SELECT c.phone
               FROM kine_contact(viewer_id(), p.id) c(phone, email))
        END AS phone
   FROM profiles p
  WHERE has_role(id, 'kine'::app_role) AND publish_asked_at IS NULL;

create view shown_replies as
 SELECT review_id,
    body,
    created_at,
    id
   FROM review_replies
  WHERE held_at IS NULL AND hidden_at IS NULL;

CREATE OR REPLACE FUNCTION auth.audit_chain_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_chain' then
    if old.at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_head' and pg_trigger_depth() > 1 then
    return new;
  end if;
  perform public.refuse('audit_chain_stays', 'the chain of what was written down only grows');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.audit_events_are_chained()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform auth.chain_audit_event(new);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.audit_events_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.audit_reasons_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and (not exists (select from auth.users where id = old.user_id)
    or not exists (select from auth.audit_events where id = old.event_id)) then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.audit_text(_seq bigint, _before text, e auth.audit_events)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN concat_ws('
'::text, _seq, _before, (e).id, to_char(((e).at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD HH24:MI:SS.US'::text), (e).event, COALESCE(((e).subject)::text, ''::text), COALESCE(((e).actor)::text, ''::text), COALESCE(((e).session_id)::text, ''::text), COALESCE(((e).network)::text, ''::text), COALESCE((e).device, ''::text), COALESCE((e).reason_sha256, ''::text))
;

CREATE OR REPLACE FUNCTION auth.chain_audit_event(e auth.audit_events)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  head auth.audit_head;
begin
  select * into head from auth.audit_head for update;
  head.hash := encode(sha256(convert_to(auth.audit_text(head.seq + 1, head.hash, e), 'UTF8')), 'hex');
  insert into auth.audit_chain (seq, event_id, at, hash) values (head.seq + 1, e.id, e.at, head.hash);
  update auth.audit_head set seq = head.seq + 1, hash = head.hash;
end $function$
;

CREATE OR REPLACE FUNCTION auth.changes_end_with_their_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth.one_time_tokens where session_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.confirmed_people_are_ranked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.confirmed_people_reserve_licences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.kine_applications set license_number = license_number
    where user_id = new.id and status = 'pending' and license_number is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.email_is_shown_in_the_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.former_addresses_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from auth.undo_links l where l.email = new.email and l.user_id <> new.id and l.expires_at > now()) then
    raise exception 'the address is another account''s' using errcode = '23505', constraint = 'users_email_key';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION auth.new_ways_in(_user uuid, _at timestamp with time zone)
 RETURNS TABLE(kind text, id uuid, name text, added_at timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
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
          SELECT 'passkey'::text,
             c.id,
             COALESCE(c.friendly_name, ''::text) AS "coalesce",
             c.created_at,
             c.without_factor
            FROM auth.webauthn_credentials c
           WHERE ((c.user_id = new_ways_in._user) AND (c.factor_id IS NULL))
         UNION ALL
          SELECT 'identity'::text,
             i.id,
             i.provider,
             i.created_at,
             i.without_factor
            FROM (auth.identities i
              JOIN auth.users u ON ((u.id = i.user_id)))
           WHERE ((i.user_id = new_ways_in._user) AND (i.provider <> 'email'::text) AND (i.created_at > u.created_at))) w
   WHERE (w.without_factor OR (w.added_at > (new_ways_in._at - '30 days'::interval)))
   ORDER BY w.added_at, w.id;
END
;

CREATE OR REPLACE FUNCTION public.acceptance_matches_the_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update cases set status = 'matched', accepted_kine_id = new.kine_id where id = new.case_id and status = 'open';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.accounts_gone_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_deletion('account', old.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_views_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(coalesce(new.admin_id, old.admin_id)::text, 'seen');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.admins_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell('admins', 'counts');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.appealable(_review uuid, _who uuid, _about appeal_about)
 RETURNS TABLE(at timestamp with time zone, by_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select hidden_at, hidden_by from review_replies where _about = 'reply' and review_id = _review and kine_id = _who and hidden_at is not null
  union all
  select hidden_at, hidden_by from reviews where _about = 'review' and id = _review and patient_id = _who and hidden_at is not null
    and not is_waiting
  union all
  select p.decided_at, p.decided_by from reviews r join reports p on p.review_id = r.id
    where _about = 'review' and r.id = _review and r.kine_id = _who and r.hidden_at is null and p.reporter_id = _who
      and p.decided_at is not null and p.is_upheld is not true
$function$
;

CREATE OR REPLACE FUNCTION public.appeals_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decision_at timestamptz;
begin
  if tg_op = 'INSERT' then
    select at, by_id into decision_at, new.first_by from appealable(new.review_id, new.by_id, new.about);
    if decision_at is null or new.by_id is distinct from viewer_id() or new.decided_at is not null then
      perform refuse('appeals_of_decisions', 'only what was decided about oneself is appealed');
    end if;
    if decision_at <= now() - interval '14 days' then
      perform refuse('appeals_within_14_days', 'it was decided too long ago');
    end if;
    return new;
  end if;
  if (new.id, new.review_id, new.by_id, new.about, new.text, new.created_at)
    is distinct from (old.id, old.review_id, old.by_id, old.about, old.text, old.created_at) then
    perform refuse('appeals_stay_as_written', 'an appeal stays as it was written');
  end if;
  if (new.decided_at, new.outcome, new.decision) is distinct from (old.decided_at, old.outcome, old.decision) then
    if old.decided_at is not null then
      perform refuse('appeals_decided_once', 'an appeal is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides an appeal');
    end if;
    if viewer_id() = old.first_by and has_other_admin(viewer_id()) then
      perform refuse('appeals_decided_by_another', 'another admin decides an appeal');
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.approval_is_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.approval_status = 'rejected' and new.approval_status = 'pending' and has_role(viewer_id(), 'admin') then
    return new;
  end if;
  perform refuse('approval_decided_once', format('approval does not go from %s to %s', old.approval_status, new.approval_status));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.approval_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.id::text, 'person');
  perform tell('admins', 'counts');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.approvals_are_tallied()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from user_roles where user_id = old.id and role = 'kine') then
    perform tally('specialists', coalesce(new.approval_status = 'approved' and new.suspended_at is null, false)::int
      - (old.approval_status = 'approved' and old.suspended_at is null)::int);
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'pending' for update;
  if application.id is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end,
      license_number = case when not _approved then license_number end
    where id = _application_id;
  -- Refused where somebody else has the licence.
  update profiles
    set approval_status = decision,
      license_number = coalesce(license_number, case when _approved then application.license_number end),
      license_checked_at = case when _approved and coalesce(license_number, application.license_number) is not null then clock_timestamp() end
    where id = application.profile_id;
end $function$
;

CREATE OR REPLACE FUNCTION public.are_blocked(_one uuid, _other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM blocks WHERE ((blocks.blocker_id = are_blocked._one) AND (blocks.blocked_id = are_blocked._other) AND (blocks.case_id IS NULL)))) OR (EXISTS (SELECT FROM blocks WHERE ((blocks.blocker_id = are_blocked._other) AND (blocks.blocked_id = are_blocked._one) AND (blocks.case_id IS NULL)))))
;

CREATE OR REPLACE FUNCTION public.are_case_facts(_facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(_facts) = 'object'::text) AND (octet_length((_facts)::text) <= 4000) AND ((_facts - ARRAY['since'::text, 'pain'::text, 'activities'::text, 'has_order'::text, 'operation'::text, 'operated_on'::text, 'times'::text]) = '{}'::jsonb) AND (_facts <> '{}'::jsonb) AND COALESCE(((_facts ->> 'since'::text) = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text, 'years'::text])), (NOT (_facts ? 'since'::text))) AND (COALESCE(((jsonb_typeof((_facts -> 'pain'::text)) = 'number'::text) AND jsonb_path_match(_facts, 'exists ($."pain"?(((@.type() == "number" && @ >= 0) && @ <= 10) && @.floor() == @))'::jsonpath)), false) = (_facts ? 'pain'::text)) AND COALESCE((jsonb_typeof((_facts -> 'has_order'::text)) = 'boolean'::text), (NOT (_facts ? 'has_order'::text))) AND COALESCE(((jsonb_typeof((_facts -> 'operation'::text)) = 'string'::text) AND ((char_length(btrim((_facts ->> 'operation'::text))) >= 1) AND (char_length(btrim((_facts ->> 'operation'::text))) <= 120))), (NOT (_facts ? 'operation'::text))) AND COALESCE(((_facts ->> 'operated_on'::text) ~ '^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'::text), (NOT (_facts ? 'operated_on'::text))) AND ((NOT (_facts ? 'activities'::text)) OR ((jsonb_typeof((_facts -> 'activities'::text)) = 'array'::text) AND ((jsonb_array_length((_facts -> 'activities'::text)) >= 1) AND (jsonb_array_length((_facts -> 'activities'::text)) <= 3)) AND (NOT jsonb_path_exists(_facts, 'strict $."activities"[*]?(@.type() != "object")'::jsonpath)) AND (NOT jsonb_path_exists(_facts, '$."activities"[*]?((!(@."name".type() == "string" && @."name" like_regex "^.{1,80}$") || !(((@."score".type() == "number" && @."score" >= 0) && @."score" <= 10) && @."score".floor() == @."score")) || exists (@.keyvalue()?(@."key" != "name" && @."key" != "score")))'::jsonpath)))) AND ((NOT (_facts ? 'times'::text)) OR ((jsonb_typeof((_facts -> 'times'::text)) = 'array'::text) AND ((jsonb_array_length((_facts -> 'times'::text)) >= 1) AND (jsonb_array_length((_facts -> 'times'::text)) <= 14)) AND (NOT jsonb_path_exists(_facts, 'strict $."times"[*]?(!(@.type() == "string" && @ like_regex "^(mon|tue|wed|thu|fri|sat|sun)_(am|pm)$"))'::jsonpath)))))
;

CREATE OR REPLACE FUNCTION public.are_offer_facts(_offer jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((jsonb_typeof(_offer) = 'object'::text) AND (octet_length((_offer)::text) <= 2000) AND (_offer <> '{}'::jsonb) AND ((_offer - ARRAY['session'::text, 'first'::text, 'sessions'::text, 'modality'::text, 'place'::text, 'how'::text, 'times'::text]) = '{}'::jsonb) AND (COALESCE(((jsonb_typeof((_offer -> 'session'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."session"?(((@.type() == "number" && @ >= 0) && @ <= 10000000) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'session'::text)) AND (COALESCE(((jsonb_typeof((_offer -> 'first'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."first"?(((@.type() == "number" && @ >= 0) && @ <= 10000000) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'first'::text)) AND (COALESCE(((jsonb_typeof((_offer -> 'sessions'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."sessions"?(((@.type() == "number" && @ >= 1) && @ <= 100) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'sessions'::text)) AND COALESCE(((_offer ->> 'modality'::text) = ANY (ARRAY['consultorio'::text, 'domicilio'::text, 'online'::text])), (NOT (_offer ? 'modality'::text))) AND COALESCE(((jsonb_typeof((_offer -> 'place'::text)) = 'string'::text) AND ((char_length(btrim((_offer ->> 'place'::text))) >= 1) AND (char_length(btrim((_offer ->> 'place'::text))) <= 80))), (NOT (_offer ? 'place'::text))) AND COALESCE(((_offer ->> 'how'::text) = ANY (ARRAY['direct'::text, 'refund'::text, 'none'::text])), (NOT (_offer ? 'how'::text))) AND ((NOT (_offer ? 'times'::text)) OR ((jsonb_typeof((_offer -> 'times'::text)) = 'array'::text) AND ((jsonb_array_length((_offer -> 'times'::text)) >= 1) AND (jsonb_array_length((_offer -> 'times'::text)) <= 3)) AND (NOT jsonb_path_exists(_offer, 'strict $."times"[*]?(!(@.type() == "string" && @ like_regex "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$"))'::jsonpath)))))
;

CREATE OR REPLACE FUNCTION public.assign_role(_user_id uuid, _role app_role)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table user_roles in share row exclusive mode;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin assigns roles');
  end if;
  if _role = 'admin' and exists (select from profiles where id = _user_id and approval_status <> 'approved') then
    perform refuse('admins_are_approved', 'an admin is an approved person');
  end if;
  if _role <> 'admin' and has_role(_user_id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> _user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  delete from user_roles where user_id = _user_id and role <> _role;
  if _role = 'kine' and not exists (select from user_roles where user_id = _user_id and role = 'kine')
    and not exists (select from kine_applications where profile_id = _user_id and status = 'approved') then
    update profiles set publish_asked_at = now() where id = _user_id;
  end if;
  insert into user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION public.authorisations_never_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from cases c join matches m on m.case_id = c.id where m.id = new.match_id for no key update of c;
  if exists (select from treatments where match_id = new.match_id and ended_at is not null) then
    perform refuse('treatments_end_once', 'the treatment is over');
  end if;
  if exists (select from authorisations where match_id = new.match_id and id <> new.id
    and valid_from <= new.valid_until and valid_until >= new.valid_from) then
    perform refuse('authorisations_never_overlap', 'these days have an authorisation');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.before_quiet_hours(_at timestamp with time zone, _latest timestamp with time zone, _from time without time zone, _until time without time zone, _zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  here timestamp := _at at time zone _zone;
begin
  if not (case when _from <= _until then here::time >= _from and here::time < _until else here::time >= _from or here::time < _until end)
    or (here::date + _until + case when here::time >= _until then interval '1 day' else '0' end) at time zone _zone < _latest then
    return _at;
  end if;
  return (here::date + _from - case when here::time < _from then interval '1 day' else '0' end) at time zone _zone - interval '15 minutes';
end $function$
;

CREATE OR REPLACE FUNCTION public.blocks_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['blocked', 'unblocked'];
begin
  if tg_op = 'INSERT' then
    perform note_state('blocked', state, concat_ws(' ', new.blocker_id, new.blocked_id, new.case_id));
  -- With an account its blocks go without a note of their own.
  elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
    perform note_state('unblocked', state, concat_ws(' ', old.blocker_id, old.blocked_id, old.case_id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.blocks_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  block blocks := coalesce(new, old);
begin
  perform tell(m.kine_id::text, 'application', m.case_id), tell(c.patient_id::text, 'case', m.case_id)
    from matches m join cases c on c.id = m.case_id
    where (block.case_id is null or block.case_id = c.id)
      and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.blocks_keep_the_title()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  block blocks := coalesce(new, old);
begin
  update matches m set title_then = case when tg_op = 'INSERT' then coalesce(m.title_then, c.title) end from cases c
    where c.id = m.case_id and m.status <> 'rejected'
      and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id))
      and (m.title_then is null) = is_case_blocked(m.case_id, m.kine_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.booking_span(_no integer, _seat integer, _from timestamp with time zone, _until timestamp with time zone)
 RETURNS int8range
 LANGUAGE sql
 IMMUTABLE
RETURN int8range((((((_no)::bigint * 8) + _seat) << 26) + (floor((EXTRACT(epoch FROM _from) / (60)::numeric)))::bigint), (((((_no)::bigint * 8) + _seat) << 26) + (ceil((EXTRACT(epoch FROM _until) / (60)::numeric)))::bigint))
;

CREATE OR REPLACE FUNCTION public.bookings_are_of_the_accepted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock comes before the look: what ends the right to book cancels under the same lock, so one of the two sees the other.
  perform from agendas where kine_id = new.kine_id for no key update;
  if new.source = 'noted' then
    new.local_start := new.starts_at at time zone new.zone;
    new.marked_at := now();
    if not can_book(new.match_id) or not exists (select from matches where id = new.match_id and kine_id = new.kine_id)
      or new.kine_id is distinct from viewer_id() then
      perform refuse('bookings_of_the_accepted', 'a session is noted by the accepted specialist');
    end if;
    if new.starts_at > now() or new.starts_at < now() - interval '31 days' then
      perform refuse('bookings_noted_within_30_days', 'a session of the last 30 days is noted');
    end if;
    if exists (select from bookings where match_id = new.match_id and state in ('confirmed', 'held')
      and local_start::date = new.local_start::date) then
      perform refuse('bookings_noted_once_a_day', 'that day has a session');
    end if;
    return new;
  end if;
  if not can_book(new.match_id) or not exists (select from matches m join agenda_places p on p.kine_id = m.kine_id
    where m.id = new.match_id and m.kine_id = new.kine_id and p.id = new.place_id and p.retired_at is null) then
    perform refuse('bookings_of_the_accepted', 'these two do not agree on bookings');
  end if;
  new.local_start := new.starts_at at time zone new.zone;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.bookings_claim_their_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.source = 'noted' then
    return null;
  end if;
  if new.state not in ('requested', 'confirmed', 'held') then
    delete from booking_claims where booking_id = new.id;
  elsif tg_op = 'INSERT' or new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to then
    -- First the agenda, as whoever else claims in it.
    perform from agendas where kine_id = new.kine_id for no key update;
    delete from booking_claims where booking_id = new.id;
    if new.moved_to is null then
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
    elsif abs(extract(epoch from new.moved_to - new.starts_at)) < new.minutes * 60 then
      perform claim_time(new, least(new.starts_at, new.moved_to), greatest(new.starts_at, new.moved_to) + make_interval(mins => new.minutes));
    else
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
      perform claim_time(new, new.moved_to, new.moved_to + make_interval(mins => new.minutes));
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.bookings_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state <> old.state and new.state in ('held', 'no_show') and old.state in ('confirmed', 'held', 'no_show') then
    if old.starts_at > now() then
      perform refuse('bookings_marked_once_begun', 'it has not begun');
    end if;
    if old.starts_at <= now() - interval '7 days' then
      perform refuse('bookings_marked_within_a_week', 'it was too long ago');
    end if;
    new.marked_at := now();
  elsif new.state <> old.state and not (old.state = 'requested' and new.state in ('confirmed', 'declined', 'lapsed', 'withdrawn', 'cancelled')
    or old.state = 'confirmed' and new.state = 'cancelled' and old.starts_at > now()) then
    perform refuse('bookings_keep_their_course', 'it is over');
  end if;
  if (new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to) and old.state not in ('requested', 'confirmed') then
    perform refuse('bookings_keep_their_course', 'it is over');
  end if;
  if new.disputed_at is not null and old.disputed_at is null
    and coalesce(old.marked_at, old.starts_at) <= now() - interval '7 days' then
    perform refuse('bookings_marked_within_a_week', 'it was marked too long ago');
  end if;
  new.local_start := new.starts_at at time zone new.zone;
  if (new.state, new.starts_at, new.moved_to) is distinct from (old.state, old.starts_at, old.moved_to) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.can_book(_match uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (keeps_bookings(_match) AND (NOT (EXISTS (SELECT FROM ((matches m JOIN cases c ON ((c.id = m.case_id))) JOIN profiles p ON (((p.id = m.kine_id) OR (p.id = c.patient_id)))) WHERE ((m.id = can_book._match) AND (p.suspended_at IS NOT NULL))))))
;

CREATE OR REPLACE FUNCTION public.case_access(_case uuid, _viewer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  found_access text;
begin
  if not has_role(_viewer, 'kine') then
    return null;
  end if;
  select access into found_access from case_relations where case_id = _case and kine_id = _viewer;
  if found then
    return found_access;
  end if;
  if exists (select from cases c join profiles o on o.id = c.patient_id
    where c.id = _case and c.status <> 'closed' and c.dormant_at is null and c.patient_id <> _viewer
      and o.suspended_at is null and o.health_withdrawn_at is null) and not is_case_blocked(_case, _viewer) then
    return 'offered';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.case_places_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform count_zone(old.place, old.day, -1, -old.is_waiting::int, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform count_zone(new.place, new.day, 1, new.is_waiting::int, 0);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_case(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_are_followed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform run_level('case_level', new.id, '0');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  perform tell('admins', 'counts');
  perform tell('kines', 'cases');
  if coalesce(new.patient_id, old.patient_id) is not null then
    perform tell(coalesce(new.patient_id, old.patient_id)::text, 'case', coalesce(new.id, old.id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_change_while_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  says_the_same boolean;
begin
  -- A case that keeps no owner is emptied by their leaving.
  if new.patient_id is null then
    return new;
  end if;
  says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access, new.facts,
      new.identity_access)
    is not distinct from
    (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access, old.facts, old.identity_access);
  new.version := old.version + case when says_the_same then 0 else 1 end;
  new.edited_at := case when says_the_same then old.edited_at else now() end;
  if says_the_same and new.studies_urls @> old.studies_urls then
    return new;
  end if;
  if old.status <> 'open' then
    perform refuse('cases_change_while_open', format('a case that is %s is not edited', old.status));
  end if;
  if viewer_id() <> old.patient_id then
    perform refuse('cases_change_by_their_patient', 'only its patient edits a case');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_go_while_open()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.patient_id is null or is_leaving(old.patient_id) then
    return old;
  end if;
  if old.status <> 'open' then
    perform refuse('cases_change_while_open', format('a case that is %s is not withdrawn', old.status));
  end if;
  if viewer_id() <> old.patient_id then
    perform refuse('cases_change_by_their_patient', 'only its patient withdraws a case');
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_gone_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- With an account that goes, everything of it does.
  if is_leaving(old.patient_id) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform note_deletion('case', old.id::text);
  else
    perform note_deletion('study', path) from unnest(old.studies_urls) path where path <> all (new.studies_urls);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_in_course_are_awake()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.dormant_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      perform refuse('cases_start_open', 'a case starts open');
    end if;
    return new;
  end if;
  if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
    perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
  end if;
  if new.closed_reason is distinct from old.closed_reason and new.patient_id is not null then
    if new.status = old.status or new.closed_reason is null then
      perform refuse('cases_closed_reason_stays', 'why a case was closed is said when it is closed');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin closes a case that is not theirs');
    end if;
    return new;
  end if;
  if new.status <> old.status then
    if old.status = 'open' and new.status = 'matched' then
      if not exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
      end if;
    elsif old.status = 'matched' and new.status = 'open' then
      if exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_open_matched_closed', 'a case with an accepted specialist does not open again');
      end if;
    elsif not (old.status = 'matched' and new.status = 'closed') then
      perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_link_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.location_city is distinct from old.location_city then
    new.place_slug := (select place_slug from vocabulary_names where kind = 'place' and key = vocabulary_key(new.location_city));
  end if;
  if tg_op = 'INSERT' or new.injury_area is distinct from old.injury_area then
    new.zone_slug := null;
    new.zone_side := null;
    select zone_slug, zone_side into new.zone_slug, new.zone_side
      from vocabulary_names where kind = 'zone' and key = vocabulary_key(new.injury_area);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_need_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  given text;
begin
  if new.patient_id is null or (
    tg_op = 'UPDATE'
    and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
    and (new.facts is null or new.facts is not distinct from old.facts)
    and new.studies_urls <@ old.studies_urls
  ) then
    return new;
  end if;
  select health_consent into given from profiles where id = new.patient_id for share;
  if given is null or given is distinct from current_consent('health_data') then
    perform refuse('cases_need_consent', 'what a case says of its patient''s health needs their consent');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.cases_that_come_back_are_followed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update case_levels set answered_at = now() where case_id = new.id and asked_at is not null and answered_at is null;
  perform run_level('case_level', new.id, '0');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_time(_booking bookings, _from timestamp with time zone, _until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  the_no int;
  place agenda_places;
  the_seat int;
begin
  select no into the_no from agendas where kine_id = _booking.kine_id for no key update;
  select * into place from agenda_places where id = _booking.place_id;
  -- Nobody is at two places at once.
  if exists (select from generate_series(0, 5) seat join booking_claims c on c.span && booking_span(the_no, seat, _from, _until)
    where c.place_id <> _booking.place_id) then
    perform refuse('booking_claims_one_at_a_time', 'the specialist is somewhere else');
  end if;
  if place.modality <> 'consultorio' then
    insert into booking_claims select _booking.id, place.id, booking_span(the_no, seat, _from, _until) from generate_series(0, 5) seat;
    return;
  end if;
  select min(seat) into the_seat from generate_series(0, place.seats - 1) seat
    where not exists (select from booking_claims c where c.span && booking_span(the_no, seat, _from, _until));
  if the_seat is null then
    perform refuse('booking_claims_one_at_a_time', 'every seat is taken');
  end if;
  insert into booking_claims values (_booking.id, place.id, booking_span(the_no, the_seat, _from, _until));
end $function$
;

CREATE OR REPLACE FUNCTION public.closed_cases_end_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform end_notifications_of_case(new.id,
    '{case_in_zone,case_invitation,application_unanswered,nobody_wrote_kine}', new.patient_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.closings_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(kine_id::text, 'application', new.id) from matches where case_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.closings_have_a_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.closed_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.closings_keep_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into agreed_contacts select m.id, o.name, o.phone, o.location_city, k.phone, k.email
    from matches m join profiles o on o.id = new.patient_id join profiles k on k.id = m.kine_id
    where m.case_id = new.id and m.status = 'accepted' and not is_case_blocked(m.case_id, m.kine_id)
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.consent_texts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse('consent_texts_stay', 'a text that people consented to stays as it was published');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.consents_follow_their_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  given text;
begin
  if new.document <> 'health_data' then
    return new;
  end if;
  new.accepted_at := clock_timestamp();
  -- Who publishes or edits a case at the same time waits for this row, or is waited for.
  select health_consent into given from profiles where id = new.user_id for no key update;
  if new.action = 'withdrawn' then
    if given is distinct from new.version then
      perform refuse('consents_withdrawn_are_given', 'only a consent that is given is taken back');
    end if;
  elsif new.version is distinct from current_consent(new.document) or not exists (
    select from consent_texts t where t.document = new.document and t.version = new.version and t.sha256 = new.sha256
  ) then
    perform refuse('consents_are_to_the_current_text', 'a consent is given to the text that was published last');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.consents_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- They go with their person.
  if tg_op = 'DELETE' and (is_leaving(old.user_id) or not exists (select from profiles where id = old.user_id)) then
    return old;
  end if;
  perform refuse('consents_stay', 'a consent stays as it was given');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.consents_take_effect()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update profiles
    set health_consent = case when new.action = 'given' then new.version end,
      health_withdrawn_at = case when new.action = 'withdrawn' then new.accepted_at end
    where id = new.user_id;
  if new.action = 'withdrawn' then
    delete from cases where patient_id = new.user_id and status = 'open';
    perform tell('kines', 'cases');
    perform tell(new.user_id::text, 'case', id) from cases where patient_id = new.user_id and status = 'matched';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.contact_open(_viewer uuid, _kine uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE((_viewer = _kine), false) OR has_role(_viewer, 'admin'::app_role) OR (EXISTS (SELECT FROM case_relations r WHERE ((r.kine_id = contact_open._kine) AND (r.patient_id = contact_open._viewer) AND (r.access = 'accepted'::text)))))
;

CREATE OR REPLACE FUNCTION public.conversation_state(_match uuid, _viewer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  r record;
begin
  select m.case_id, m.status, m.kine_id, m.decided_at, m.created_at, c.patient_id, c.status as case_status, c.closed_at, k.suspended_at as kine_suspended,
      p.suspended_at as patient_suspended, p.health_withdrawn_at into r
    from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id join profiles p on p.id = c.patient_id
    where m.id = _match;
  if not found then
    return null;
  end if;
  if _viewer = r.patient_id then
    if not has_role(_viewer, 'patient') or (r.status = 'proposed' and r.kine_suspended is not null) then
      return null;
    end if;
  elsif _viewer = r.kine_id then
    if not has_role(_viewer, 'kine') or (r.status <> 'accepted' and r.health_withdrawn_at is not null) then
      return null;
    end if;
  else
    return null;
  end if;
  if r.status = 'rejected' then
    return case when coalesce(r.decided_at, r.created_at) > now() - interval '30 days' then 'read_only' end;
  end if;
  -- Its messages are gone by then.
  if r.case_status = 'closed'
    and r.closed_at < now() - (case when r.status = 'accepted' then interval '12 months' else interval '90 days' end) then
    return null;
  end if;
  if (r.status = 'proposed' and r.case_status = 'closed') or not has_role(r.kine_id, 'kine') or r.patient_suspended is not null
    or is_case_blocked(r.case_id, r.kine_id) then
    return 'read_only';
  end if;
  return 'open';
end $function$
;

CREATE OR REPLACE FUNCTION public.count_case(_case uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into case_places select * from counted_cases where case_id = _case on conflict do nothing;
  perform from case_places where case_id = _case for update;
  update case_places p set place = c.place, day = c.day, is_waiting = c.is_waiting from counted_cases c
    where p.case_id = _case and c.case_id = _case and (p.place, p.day, p.is_waiting) is distinct from (c.place, c.day, c.is_waiting);
end $function$
;

CREATE OR REPLACE FUNCTION public.count_kine(_kine uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from kine_places where kine_id = _kine and not exists (select from counted_kines where kine_id = _kine);
  insert into kine_places select * from counted_kines where kine_id = _kine
    on conflict (kine_id) do update set place = excluded.place, is_online = excluded.is_online
    where (kine_places.place, kine_places.is_online) is distinct from (excluded.place, excluded.is_online);
end $function$
;

CREATE OR REPLACE FUNCTION public.count_zone(_place text, _day date, _published integer, _waiting integer, _specialists integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  latest bigint;
begin
  insert into zone_counts (place, day, published, waiting, specialists)
    values (_place, _day, _published, _waiting, _specialists) returning id into latest;
  if latest % 16 = 0 then
    with chosen as (select id from zone_counts where place = _place and day is not distinct from _day order by id limit 1000
        for update skip locked),
      folded as (delete from zone_counts z using chosen where z.id = chosen.id returning z.published, z.waiting, z.specialists)
    insert into zone_counts (place, day, published, waiting, specialists)
      select _place, _day, coalesce(sum(published), 0), coalesce(sum(waiting), 0), coalesce(sum(specialists), 0) from folded;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.coverage_answers_follow_a_closed_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  given text;
begin
  if not exists (
    select from cases c
    join matches m on m.case_id = c.id and m.kine_id = new.kine_id and m.status = 'accepted'
    join case_coverages v on v.case_id = c.id and v.coverage_id = new.coverage_id
    join kine_coverages k on k.kine_id = m.kine_id and k.coverage_id = v.coverage_id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
  ) then
    perform refuse('coverage_answers_of_closed_cases',
      'a patient answers about an accepted specialist of a closed case who states its coverage');
  end if;
  select health_consent into given from profiles where id = new.patient_id for share;
  if given is null then
    perform refuse('cases_need_consent', 'what a patient says about their coverage is kept with their consent');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.coverage_key(_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN text_key(_text)
;

CREATE OR REPLACE FUNCTION public.credentials_gone_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- With an account that goes, everything of it does.
  if not is_leaving(old.user_id) and exists (select from auth.users where id = old.user_id) then
    perform note_deletion(tg_argv[0], old.id::text);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.current_consent(_document text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT consent_texts.version FROM consent_texts WHERE (consent_texts.document = current_consent._document) ORDER BY consent_texts.published_at DESC, consent_texts.version DESC LIMIT 1)
;

CREATE OR REPLACE FUNCTION public.day_number(_day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (_day - '1970-01-01'::date)
;

CREATE OR REPLACE FUNCTION public.days_since(_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN (((now() AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date - ((_at AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date)
;

CREATE OR REPLACE FUNCTION public.decide_coverage_dispute(_dispute uuid, _decision text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  decided coverage_disputes;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides a dispute');
  end if;
  -- What is stated is locked before its dispute, as by an answer.
  perform from kine_coverages k join coverage_disputes d on d.kine_id = k.kine_id and d.coverage_id = k.coverage_id
    where d.id = _dispute for update of k;
  update coverage_disputes set decided_at = now(), decided_by = viewer_id(), decision = _decision
    where id = _dispute and decided_at is null returning * into decided;
  if decided.id is null then
    return false;
  end if;
  if _decision = 'removed' then
    delete from kine_coverages where kine_id = decided.kine_id and coverage_id = decided.coverage_id;
  else
    update kine_coverages set disputed_at = null where kine_id = decided.kine_id and coverage_id = decided.coverage_id;
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.decide_profile_change(_change_id uuid, _approved boolean, _rejection_reason text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  kine uuid;
  change profile_changes;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides a change');
  end if;
  select kine_id into kine from profile_changes where id = _change_id;
  -- In the order in which the specialist's own edits lock.
  perform from profiles where id = kine for no key update;
  select * into change from profile_changes where id = _change_id and rejected_at is null for update;
  if change.id is null then
    perform refuse('applications_decided_once', 'the change does not exist or is decided already');
  end if;
  if _approved then
    update profiles
      set name = change.name, license_number = change.license_number, specialty = change.specialty,
        license_checked_at = case when change.license_number is not null then clock_timestamp() end
      where id = kine;
    delete from profile_changes where id = _change_id;
  else
    update profile_changes set rejected_at = now(), rejection_reason = nullif(btrim(_rejection_reason), '') where id = _change_id;
  end if;
  return kine;
end $function$
;

CREATE OR REPLACE FUNCTION public.decisions_have_a_time()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.decided_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.declare_first_licence(_kine uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  profile profiles;
  parts record;
  place text;
begin
  select * into profile from profiles where id = _kine;
  parts := licence_value(profile.license_number);
  place := case when parts.jurisdiction is not null then parts.jurisdiction
    when parts.kind = 'MP' then (select nullif(jurisdiction, '02') from places where slug = profile.place_slug) end;
  -- One that was declared besides becomes the first.
  update licences set is_first = true, jurisdiction = coalesce(jurisdiction, parts.jurisdiction) where id = (select id from licences
    where kine_id = _kine and state <> 'withdrawn' and kind = parts.kind and value_number = license_key(parts.number)
      and coalesce(jurisdiction = parts.jurisdiction, true)
    order by jurisdiction is distinct from place limit 1);
  if not found then
    insert into licences (kine_id, is_first, kind, jurisdiction, number) values (_kine, true, parts.kind, place, parts.number);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.denials_open_a_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  denials integer;
  weighing integer;
  since timestamptz;
begin
  -- The lock lets denials that come at once see each other.
  select stated_at into since from kine_coverages where kine_id = new.kine_id and coverage_id = new.coverage_id for no key update;
  if not found then
    return null;
  end if;
  select count(distinct a.patient_id),
      count(distinct a.patient_id) filter (where is_confirmed(a.patient_id) and has_lasted(coalesce(m.decided_at, m.created_at)))
    into denials, weighing
    from coverage_answers a join matches m on m.case_id = a.case_id and m.kine_id = a.kine_id
    where a.kine_id = new.kine_id and a.coverage_id = new.coverage_id and a.answer = 'no'
      and extract(epoch from now() - a.answered_at) <= 60 * 86400 and a.answered_at >= since
      and a.answered_at > coalesce((select max(decided_at) from coverage_disputes
        where kine_id = new.kine_id and coverage_id = new.coverage_id), '-infinity');
  if denials < 2 then
    return null;
  end if;
  insert into coverage_disputes (kine_id, coverage_id) values (new.kine_id, new.coverage_id)
    on conflict (kine_id, coverage_id) where decided_at is null do nothing;
  if weighing >= 2
    and exists (select from coverage_disputes where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null
      and hidden_at is null)
    and may_act_at_once('coverage_hidden', new.patient_id, new.kine_id) then
    update coverage_disputes set hidden_at = now()
      where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null;
    update kine_coverages set disputed_at = now() where kine_id = new.kine_id and coverage_id = new.coverage_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.departure_opens_the_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  other uuid;
begin
  -- The lock makes an acceptance in the same case wait, or be seen.
  perform from cases where id = old.case_id and status = 'matched' for no key update;
  if not found then
    return null;
  end if;
  select kine_id into other from matches where case_id = old.case_id and status = 'accepted' order by id limit 1;
  update cases set accepted_kine_id = other, status = case when other is null then 'open'::case_status else status end
    where id = old.case_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.digest_seconds(_user uuid)
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  hours notification_hours;
  here timestamp;
  is_quiet boolean;
  due timestamp;
begin
  select * into hours from notification_hours where user_id = _user;
  if not found then
    hours := row(_user, '21:00', '08:00', 'America/Argentina/Buenos_Aires', null);
  end if;
  here := now() at time zone hours.zone;
  is_quiet := case when hours.quiet_from <= hours.quiet_until then time '08:00' >= hours.quiet_from and time '08:00' < hours.quiet_until
    else time '08:00' >= hours.quiet_from or time '08:00' < hours.quiet_until end;
  due := here::date + case when is_quiet then hours.quiet_until else time '08:00' end;
  if due <= here or hours.digest_on >= here::date then
    due := due + interval '1 day';
  end if;
  return ceil(extract(epoch from due at time zone hours.zone - now()));
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_add(_kines uuid[])
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO directory (kine_id)  SELECT DISTINCT r.user_id
            FROM (user_roles r
              JOIN profiles p ON ((p.id = r.user_id)))
           WHERE ((r.user_id = ANY (directory_add._kines)) AND (r.role = 'kine'::app_role) AND (NOT (EXISTS ( SELECT
                    FROM directory d
                   WHERE (d.kine_id = r.user_id)))))
           ORDER BY r.user_id ON CONFLICT DO NOTHING;
END
;

CREATE OR REPLACE FUNCTION public.directory_departs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into directory_departures (number) values (old.number);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_facts(_kines uuid[])
 RETURNS TABLE(kine_id uuid, listed boolean, licence_until integer, place text, specialty text, modalities modality[], licensed text[], licensed_until integer[], coverages integer[], coverages_until integer[], prices integer[], prices_until integer[], weekdays smallint[], reply_hours smallint, score smallint, newcomer boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select p.id, l.listed,
    case when l.listed then day_number((p.license_checked_at at time zone 'America/Argentina/Buenos_Aires')::date) + 240 end,
    case when l.listed then p.place_slug end,
    case when l.listed then p.specialty_slug end,
    case when l.listed then named_modalities(p.modalities) else '{}' end,
    licences.jurisdictions, licences.until, coverages.ids, coverages.until, prices.sessions, prices.until,
    case when l.listed then days.weekdays else '{}' end,
    replies.hours, case when l.listed then directory_score((select mean_stars from directory_state), reviews.stars, reviews.weight,
      num_nonnulls(p.photo_url, p.bio, p.specialty, p.license_number, p.price_range, p.modalities, p.location_city, p.phone)
        + (days.weekdays <> '{}')::integer,
      days_since(p.license_checked_at), prices.freshness, replies.hours) else 0 end,
    l.listed and reviews.count < 3
  from profiles p
  cross join lateral (select p.approval_status = 'approved' and p.suspended_at is null and p.license_checked_at is not null
    and p.publish_asked_at is null and has_role(p.id, 'kine') as listed offset 0) l
  cross join lateral (select coalesce(array_agg(j.jurisdiction order by j.jurisdiction), '{}') as jurisdictions,
      coalesce(array_agg(j.until order by j.jurisdiction), '{}') as until
    from (select i.jurisdiction, max(day_number((i.checked_at at time zone 'America/Argentina/Buenos_Aires')::date)) + 240 as until
      from licences i where l.listed and i.kine_id = p.id and i.jurisdiction is not null and i.state = 'verified' and i.checked_at is not null
      group by 1) j) licences
  cross join lateral (select coalesce(array_agg(c.coverage_id order by c.coverage_id), '{}') as ids,
      coalesce(array_agg(last_whole_day(c.confirmed_at + interval '2160 hours') order by c.coverage_id), '{}') as until
    from kine_coverages c where l.listed and c.kine_id = p.id and c.disputed_at is null) coverages
  cross join lateral (select array(select distinct a.weekday from availabilities a where a.kine_id = p.id order by 1) as weekdays offset 0) days
  cross join lateral (select case when count(k) > 0 then array_agg(k.session order by m) else '{}' end as sessions,
      case when count(k) > 0 then array_agg(last_whole_day(k.confirmed_at + interval '2160 hours') order by m) else '{}' end as until,
      fact_freshness(max(k.confirmed_at), now()) as freshness
    from unnest(enum_range(null::modality)) m left join kine_prices k on l.listed and k.kine_id = p.id and k.modality = m) prices
  -- A review counts half after 18 months. Those of an earlier account age from its deletion.
  left join lateral (select h.count, h.stars, 0.5::float8 ^ (greatest(days_since(h.at), 0) / 548::float8) as weight
    from inherited_stars h where h.kine_id = p.id) i on true
  cross join lateral (select count(*) + coalesce(i.count, 0) as count,
      coalesce(sum(w.weight * w.stars order by w.id), 0) + coalesce(i.weight * i.stars, 0) as stars,
      coalesce(sum(w.weight order by w.id), 0) + coalesce(i.weight * i.count, 0) as weight
    from (select r.id, r.stars, 0.5::float8 ^ (greatest(days_since(r.created_at), 0) / 548::float8) as weight
      from reviews r where r.kine_id = p.id and is_ranked(r)) w) reviews
  -- From when they were told of a case, or it was published, to their application; of each confirmed patient the last case, once it has
  -- lasted. An invitation to a case that goes on counts without an application after 72 hours.
  cross join lateral (select case when count(*) >= 5
      then least(percentile_disc(0.5) within group (order by w.hours), 4320)::smallint end as hours
    from (select o.hours from (select distinct on (u.patient_id) u.id, u.hours from (
          select c.patient_id, m.id, greatest(ceil(extract(epoch from m.created_at - coalesce(a.told_at, c.created_at)) / 3600), 1)::float8 as hours
            from matches m join cases c on c.id = m.case_id left join case_alerts a on a.case_id = m.case_id and a.kine_id = m.kine_id
            where l.listed and m.kine_id = p.id and m.created_at > now() - interval '180 days'
              and has_lasted(coalesce(m.decided_at, m.created_at))
          union all
          select c.patient_id, a.case_id, 'infinity'::float8 from case_alerts a join cases c on c.id = a.case_id
            join profiles i on i.id = c.patient_id and i.suspended_at is null
            where l.listed and a.kine_id = p.id and a.is_invitation and c.status <> 'closed' and c.dormant_at is null
              and a.told_at between now() - interval '180 days' and now() - interval '72 hours'
              and not exists (select from matches m where m.case_id = a.case_id and m.kine_id = a.kine_id)) u
        where is_confirmed(u.patient_id) order by u.patient_id, u.id desc) o
      order by o.id desc limit 20) w) replies
  where p.id = any (_kines)
$function$
;

CREATE OR REPLACE FUNCTION public.directory_follow(_kines uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform directory_add(_kines);
  perform from directory d where d.kine_id = any (_kines) order by d.kine_id for update;
  update directory d set (listed, licence_until, place, specialty, modalities, licensed, licensed_until, coverages,
        coverages_until, prices, prices_until, weekdays, reply_hours, score, newcomer, changed_at, changed_in)
      = (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
        f.coverages_until, f.prices, f.prices_until, f.weekdays, f.reply_hours, f.score, f.newcomer,
        case when (d.listed, d.licence_until, d.place, d.specialty, d.modalities, d.licensed, d.licensed_until, d.coverages,
            d.coverages_until, d.prices, d.prices_until, d.weekdays)
          is distinct from (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
            f.coverages_until, f.prices, f.prices_until, f.weekdays) then now() else d.changed_at end,
        pg_current_xact_id())
    from directory_facts(_kines) f
    where d.kine_id = f.kine_id
      and (d.listed, d.licence_until, d.place, d.specialty, d.modalities, d.licensed, d.licensed_until, d.coverages,
          d.coverages_until, d.prices, d.prices_until, d.weekdays, d.reply_hours, d.score, d.newcomer)
        is distinct from (f.listed, f.licence_until, f.place, f.specialty, f.modalities, f.licensed, f.licensed_until, f.coverages,
          f.coverages_until, f.prices, f.prices_until, f.weekdays, f.reply_hours, f.score, f.newcomer);
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_follows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kines uuid[];
begin
  if tg_op = 'UPDATE' then
    execute format('select array(select %1$I from changed union select %1$I from was)', tg_argv[0]) into kines;
  else
    execute format('select array(select distinct %I from changed)', tg_argv[0]) into kines;
  end if;
  -- Most people are patients.
  kines := array(select k from unnest(kines) k where exists (select from directory d where d.kine_id = k)
    or exists (select from user_roles r where r.user_id = k and r.role = 'kine'));
  if cardinality(kines) > 50 then
    perform directory_add(kines);
    perform from directory where kine_id = any (kines) order by kine_id for update;
    update directory set computed_on = '-infinity' where kine_id = any (kines);
    -- Who may not be shown goes at once, however many they are.
    if tg_table_name = 'profiles' then
      update directory d set listed = false, changed_at = now(), changed_in = pg_current_xact_id()
        from profiles p where p.id = d.kine_id and d.kine_id = any (kines) and d.listed
          and (p.approval_status <> 'approved' or p.suspended_at is not null or p.license_checked_at is null);
    end if;
  elsif kines <> '{}' then
    perform directory_follow(kines);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_is_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT (SELECT directory_state.is_filled FROM directory_state)) OR (EXISTS (SELECT FROM directory WHERE (directory.computed_on < directory_today()))))
;

CREATE OR REPLACE FUNCTION public.directory_keep(_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  kept uuid[];
begin
  if not (select is_filled from directory_state) then
    insert into directory (kine_id)
      select p.id from profiles p where exists (select from user_roles r where r.user_id = p.id and r.role = 'kine')
        and not exists (select from directory d where d.kine_id = p.id)
      order by p.id limit _most for key share of p skip locked
      on conflict do nothing;
    if not found and not exists (select from user_roles r where r.role = 'kine' and not exists (select from directory d where d.kine_id = r.user_id)) then
      update directory_state set is_filled = true where not is_filled;
    end if;
  end if;
  update directory_state set day = directory_today(),
      mean_stars = coalesce((select round(avg(r.stars), 1) from reviews r where r.kine_id is not null and is_ranked(r)), 4)
    where day < directory_today();
  kept := array(select kine_id from directory where computed_on < directory_today() order by computed_on, kine_id limit _most
    for update skip locked);
  perform directory_follow(kept);
  update directory set computed_on = directory_today() where kine_id = any (kept);
  return cardinality(kept);
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_names_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update directory_state set names_changed_in = pg_current_xact_id();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.directory_score(_mean numeric, _stars double precision, _weight double precision, _parts integer, _licence_days integer, _price_freshness text, _reply_hours integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN floor(((((((0.5)::double precision + (((600)::double precision * (((((5)::double precision * (_mean)::double precision) + _stars) / ((5)::double precision + _weight)) - (1)::double precision)) / (4)::double precision)) + (((200 * _parts))::double precision / (9)::double precision)) + (CASE WHEN (_licence_days <= 180) THEN 100 ELSE 50 END)::double precision) + (CASE _price_freshness WHEN 'fresh'::text THEN 100 WHEN 'aging'::text THEN 50 ELSE 0 END)::double precision) + (CASE WHEN (_reply_hours <= 3) THEN 100 WHEN (_reply_hours > 24) THEN 0 ELSE 50 END)::double precision))
;

CREATE OR REPLACE FUNCTION public.directory_today()
 RETURNS date
 LANGUAGE sql
 STABLE
RETURN ((now() AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date
;

CREATE OR REPLACE FUNCTION public.dormancy_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell('kines', 'cases');
  if new.patient_id is not null then
    perform tell(new.patient_id::text, 'case', new.id);
  end if;
  if new.dormant_at is not null then
    perform end_notifications_of_case(new.id, '{case_in_zone,case_invitation}');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.doubts_at_once(_reporter uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN false
;

CREATE OR REPLACE FUNCTION public.edits_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.patient_id::text, 'case', new.id);
  if new.version <> old.version then
    perform tell('kines', 'cases');
  else
    perform tell(kine_id::text, 'application', new.id) from matches where case_id = new.id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.empty_queues_end_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held uuid[];
begin
  -- Locked before the queue is read: what joins it at the same time waits, or is seen by the next statement.
  select array_agg(id) into held from (select id from notifications where kind = tg_argv[0]
    and user_id in (select user_id from user_roles where role = 'admin') and seen_at is null and done_at is null
    order by user_id for no key update) n;
  update notifications set done_at = now() where id = any(held)
    and not (tg_argv[0] = 'request_waiting' and exists (select from kine_applications where status = 'pending')
      or tg_argv[0] = 'report_waiting' and exists (select from reports where decided_at is null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_notifications_of_case(_case uuid, _kinds text[], _patient uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order in which a person reads them.
  update notifications n set done_at = now() from (select id from notifications where case_id = _case and seen_at is null
    and done_at is null and (user_id = _patient or kind = any(_kinds)) order by id for no key update) o where n.id = o.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.ended_mails_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['mails_off', 'mails_on'];
  what text := new.user_id || ' ' || new."group";
begin
  if new.mail = 'off' then
    perform note_state('mails_off', state, what);
  elsif is_noted(state, what) then
    perform note_state('mails_on', state, what);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.ended_sessions_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(old.id::text, 'session');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.endings_keep_the_title()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.title_then := coalesce(old.title_then, (select title from cases where id = new.case_id));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.evidence_is_dropped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.evidence_path = old.evidence_path then
    return null;
  end if;
  insert into dropped_evidence (path) values (old.evidence_path) on conflict do nothing;
  -- With an account that goes, everything of it does.
  if not is_leaving(old.kine_id) then
    perform note_deletion('evidence', old.evidence_path);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fact_freshness(_confirmed_at timestamp with time zone, _now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (EXTRACT(epoch FROM (_now - _confirmed_at)) <= ((60 * 86400))::numeric) THEN 'fresh'::text WHEN (EXTRACT(epoch FROM (_now - _confirmed_at)) <= ((90 * 86400))::numeric) THEN 'aging'::text ELSE 'stale'::text END
;

CREATE OR REPLACE FUNCTION public.false_licences_are_doubted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update licences set state = 'doubtful', doubted_state = state
    where kine_id = new.profile_id and state in ('declared', 'verified') and new.acted_at is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.files_today(_author uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN (SELECT count(*) AS count FROM messages WHERE ((messages.author_id = files_today._author) AND (messages.file_path IS NOT NULL) AND (messages.id > uuid_at((now() - '1 day'::interval)))))
;

CREATE OR REPLACE FUNCTION public.first_licences_have_one_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The index sees equal values; a number without its kind may be any of them, which the lock makes the second of two see.
  perform pg_advisory_xact_lock(hashtextextended('licence number ' || new.value_number, 0));
  if exists (select from licences o where o.is_first and o.value_number = new.value_number and o.kine_id <> new.kine_id
    and case when new.value_kind is null then true
      when o.value_kind is null then new.value_kind = 'MN' or new.jurisdiction is null
      else (o.value_kind, o.value_place) is not distinct from (new.value_kind, new.value_place) end) then
    -- The name that the version before knows as well.
    perform refuse('profiles_license_number_key', 'another specialist has this licence');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold(_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  -- Decomposed, an acute accent of its own would be a blank with a mark.
  _plain text := translate(regexp_replace(normalize(translate(_text, '´', ''''), NFKD),
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u070f\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0890-\u0891\u0897-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u115f-\u1160\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\u3164\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110bd\U000110c2\U000110cd\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013430-\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001bca0-\U0001bca3\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0000-\U000e0fff]+', '', 'g'), '`', '''');
begin
  if _plain !~ '[^\u0001-\u007f]' then
    return lower(_plain collate "C");
  end if;
  return normalize((
    select string_agg(coalesce('{"A":"a","B":"b","C":"c","D":"d","E":"e","F":"f","G":"g","H":"h","I":"i","J":"j","K":"k","L":"l","M":"m","N":"n","O":"o","P":"p","Q":"q","R":"r","S":"s","T":"t","U":"u","V":"v","W":"w","X":"x","Y":"y","Z":"z","Æ":"ae","Ð":"d","Ø":"o","Þ":"th","ß":"ss","æ":"ae","ð":"d","ø":"o","þ":"th","Đ":"d","đ":"d","Ħ":"h","ħ":"h","ı":"i","ĸ":"k","Ł":"l","ł":"l","Ŋ":"n","ŋ":"n","Œ":"oe","œ":"oe","Ŧ":"t","ŧ":"t","ƀ":"b","Ɓ":"b","Ƃ":"b","ƃ":"b","Ƅ":"b","ƅ":"b","Ɔ":"ɔ","Ƈ":"ƈ","Ɖ":"d","Ɗ":"d","Ƌ":"d","ƌ":"d","ƍ":"g","Ǝ":"e","Ə":"e","Ɛ":"ɛ","Ƒ":"f","ƒ":"f","Ɠ":"g","Ɣ":"y","Ɩ":"i","Ɨ":"i","Ƙ":"k","ƙ":"k","ƚ":"l","Ɯ":"w","Ɲ":"n","ƞ":"n","Ɵ":"o","Ƣ":"ƣ","Ƥ":"p","ƥ":"p","Ʀ":"r","Ƨ":"2","ƨ":"2","Ʃ":"ʃ","Ƭ":"t","ƭ":"t","Ʈ":"t","Ʊ":"ʊ","Ʋ":"u","Ƴ":"y","ƴ":"y","Ƶ":"z","ƶ":"z","Ʒ":"3","Ƹ":"ƹ","ƻ":"2","Ƽ":"s","ƽ":"s","ǀ":"l","ǁ":"ll","ǝ":"e","Ǥ":"g","ǥ":"g","Ƕ":"ƕ","Ƿ":"ƿ","Ȝ":"3","ȝ":"3","Ƞ":"n","Ȣ":"8","ȣ":"8","Ȥ":"z","ȥ":"z","Ⱥ":"ⱥ","Ȼ":"c","ȼ":"c","Ƚ":"l","Ⱦ":"t","Ɂ":"ɂ","Ƀ":"b","Ʉ":"u","Ʌ":"ʌ","Ɇ":"e","ɇ":"e","Ɉ":"j","ɉ":"j","Ɋ":"ɋ","Ɍ":"r","ɍ":"r","Ɏ":"y","ɏ":"y","ɑ":"a","ɓ":"b","ɖ":"d","ɗ":"d","ə":"e","ɜ":"3","ɠ":"g","ɡ":"g","ɣ":"y","ɦ":"h","ɨ":"i","ɩ":"i","ɪ":"i","ɫ":"l","ɭ":"l","ɯ":"w","ɱ":"m","ɲ":"n","ɳ":"n","ɵ":"o","ɼ":"r","ɽ":"r","ʀ":"r","ʂ":"s","ʈ":"t","ʉ":"u","ʋ":"u","ʏ":"y","ʐ":"z","ʒ":"3","ʝ":"j","ʠ":"q","ʣ":"dz","ʦ":"ts","ʪ":"ls","ʫ":"lz","ʹ":"''","ʻ":"''","ʼ":"''","ʽ":"''","ʾ":"''","ʿ":"''","ˈ":"''","Ͱ":"ͱ","Ͳ":"ͳ","Ͷ":"ͷ","Ϳ":"j","Α":"a","Β":"b","Γ":"y","Δ":"δ","Ε":"e","Ζ":"z","Η":"n","Θ":"o","Ι":"i","Κ":"k","Λ":"λ","Μ":"m","Ν":"v","Ξ":"ξ","Ο":"o","Π":"π","Ρ":"p","Σ":"o","Τ":"t","Υ":"u","Φ":"φ","Χ":"x","Ψ":"ψ","Ω":"ω","α":"a","β":"b","γ":"y","ε":"e","ζ":"z","η":"n","θ":"o","ι":"i","κ":"k","μ":"m","ν":"v","ο":"o","ρ":"p","ς":"o","σ":"o","τ":"t","υ":"u","χ":"x","Ϗ":"ϗ","Ϙ":"ϙ","Ϛ":"ϛ","Ϝ":"f","ϝ":"f","Ϟ":"ϟ","Ϡ":"ϡ","Ϣ":"ϣ","Ϥ":"ϥ","Ϧ":"ϧ","Ϩ":"2","ϩ":"2","Ϫ":"ϫ","Ϭ":"ϭ","Ϯ":"ϯ","ϳ":"j","Ϸ":"ϸ","Ϻ":"m","ϻ":"m","Ͻ":"ͻ","Ͼ":"ͼ","Ͽ":"ͽ","Ђ":"ђ","Є":"є","Ѕ":"s","І":"i","Ј":"j","Љ":"љ","Њ":"њ","Ћ":"h","Џ":"џ","А":"a","Б":"6","В":"b","Г":"r","Д":"д","Е":"e","Ж":"ж","З":"3","И":"и","К":"k","Л":"л","М":"m","Н":"h","О":"o","П":"п","Р":"p","С":"c","Т":"t","У":"y","Ф":"ф","Х":"x","Ц":"ц","Ч":"ч","Ш":"ш","Щ":"щ","Ъ":"ъ","Ы":"bl","Ь":"b","Э":"э","Ю":"lo","Я":"я","а":"a","б":"6","в":"b","г":"r","е":"e","з":"3","к":"k","м":"m","н":"h","о":"o","р":"p","с":"c","т":"t","у":"y","х":"x","ы":"bl","ь":"b","ю":"lo","ѕ":"s","і":"i","ј":"j","ћ":"h","Ѡ":"w","ѡ":"w","Ѣ":"b","ѣ":"b","Ѥ":"ѥ","Ѧ":"ѧ","Ѩ":"ѩ","Ѫ":"ѫ","Ѭ":"ѭ","Ѯ":"ѯ","Ѱ":"ѱ","Ѳ":"o","ѳ":"o","Ѵ":"v","ѵ":"v","Ѹ":"ѹ","Ѻ":"ѻ","Ѽ":"w","ѽ":"w","Ѿ":"ѿ","Ҁ":"ҁ","Ҋ":"ҋ","Ҍ":"b","ҍ":"b","Ҏ":"ҏ","Ґ":"ґ","Ғ":"r","ғ":"r","Ҕ":"ҕ","Җ":"җ","Ҙ":"3","ҙ":"3","Қ":"k","қ":"k","Ҝ":"ҝ","Ҟ":"k","ҟ":"k","Ҡ":"ҡ","Ң":"h","ң":"h","Ҥ":"ҥ","Ҧ":"ҧ","Ҩ":"ҩ","Ҫ":"c","ҫ":"c","Ҭ":"t","ҭ":"t","Ү":"y","ү":"y","Ұ":"y","ұ":"y","Ҳ":"x","ҳ":"x","Ҵ":"ҵ","Ҷ":"ҷ","Ҹ":"ҹ","Һ":"h","һ":"h","Ҽ":"e","ҽ":"e","Ҿ":"e","ҿ":"e","Ӏ":"i","Ӄ":"ӄ","Ӆ":"ӆ","Ӈ":"h","ӈ":"h","Ӊ":"h","ӊ":"h","Ӌ":"ӌ","Ӎ":"m","ӎ":"m","ӏ":"i","Ӕ":"ae","ӕ":"ae","Ә":"ә","Ӡ":"3","ӡ":"3","Ө":"o","ө":"o","Ӷ":"ӷ","Ӻ":"ӻ","Ӽ":"ӽ","Ӿ":"ӿ","Ԁ":"d","ԁ":"d","Ԃ":"ԃ","Ԅ":"ԅ","Ԇ":"ԇ","Ԉ":"ԉ","Ԋ":"ԋ","Ԍ":"g","ԍ":"g","Ԏ":"ԏ","Ԑ":"ԑ","Ԓ":"ԓ","Ԕ":"ԕ","Ԗ":"ԗ","Ԙ":"ԙ","Ԛ":"q","ԛ":"q","Ԝ":"w","ԝ":"w","Ԟ":"ԟ","Ԡ":"ԡ","Ԣ":"ԣ","Ԥ":"ԥ","Ԧ":"ԧ","Ԩ":"ԩ","Ԫ":"ԫ","Ԭ":"ԭ","Ԯ":"ԯ","Ա":"w","Բ":"բ","Գ":"q","Դ":"դ","Ե":"ե","Զ":"q","Է":"է","Ը":"ը","Թ":"թ","Ժ":"ժ","Ի":"ի","Լ":"լ","Խ":"խ","Ծ":"ծ","Կ":"կ","Հ":"h","Ձ":"ձ","Ղ":"ղ","Ճ":"ճ","Մ":"մ","Յ":"յ","Ն":"ն","Շ":"շ","Ո":"n","Չ":"չ","Պ":"պ","Ջ":"ջ","Ռ":"n","Ս":"u","Վ":"վ","Տ":"s","Ր":"ր","Ց":"g","Ւ":"ւ","Փ":"փ","Ք":"f","Օ":"o","Ֆ":"ֆ","ա":"w","գ":"q","զ":"q","հ":"h","ո":"n","ռ":"n","ս":"u","տ":"s","ց":"g","ք":"f","օ":"o","֊":"-","־":"-","٠":"0","١":"1","٢":"2","٣":"3","٤":"4","٥":"5","٦":"6","٧":"7","٨":"8","٩":"9","۰":"0","۱":"1","۲":"2","۳":"3","۴":"4","۵":"5","۶":"6","۷":"7","۸":"8","۹":"9","߀":"0","߁":"1","߂":"2","߃":"3","߄":"4","߅":"5","߆":"6","߇":"7","߈":"8","߉":"9","०":"0","१":"1","२":"2","३":"3","४":"4","५":"5","६":"6","७":"7","८":"8","९":"9","০":"0","১":"1","২":"2","৩":"3","৪":"4","৫":"5","৬":"6","৭":"7","৮":"8","৯":"9","੦":"0","੧":"1","੨":"2","੩":"3","੪":"4","੫":"5","੬":"6","੭":"7","੮":"8","੯":"9","૦":"0","૧":"1","૨":"2","૩":"3","૪":"4","૫":"5","૬":"6","૭":"7","૮":"8","૯":"9","୦":"0","୧":"1","୨":"2","୩":"3","୪":"4","୫":"5","୬":"6","୭":"7","୮":"8","୯":"9","௦":"0","௧":"1","௨":"2","௩":"3","௪":"4","௫":"5","௬":"6","௭":"7","௮":"8","௯":"9","౦":"0","౧":"1","౨":"2","౩":"3","౪":"4","౫":"5","౬":"6","౭":"7","౮":"8","౯":"9","೦":"0","೧":"1","೨":"2","೩":"3","೪":"4","೫":"5","೬":"6","೭":"7","೮":"8","೯":"9","൦":"0","൧":"1","൨":"2","൩":"3","൪":"4","൫":"5","൬":"6","൭":"7","൮":"8","൯":"9","෦":"0","෧":"1","෨":"2","෩":"3","෪":"4","෫":"5","෬":"6","෭":"7","෮":"8","෯":"9","๐":"0","๑":"1","๒":"2","๓":"3","๔":"4","๕":"5","๖":"6","๗":"7","๘":"8","๙":"9","໐":"0","໑":"1","໒":"2","໓":"3","໔":"4","໕":"5","໖":"6","໗":"7","໘":"8","໙":"9","༠":"0","༡":"1","༢":"2","༣":"3","༤":"4","༥":"5","༦":"6","༧":"7","༨":"8","༩":"9","၀":"0","၁":"1","၂":"2","၃":"3","၄":"4","၅":"5","၆":"6","၇":"7","၈":"8","၉":"9","႐":"0","႑":"1","႒":"2","႓":"3","႔":"4","႕":"5","႖":"6","႗":"7","႘":"8","႙":"9","Ⴀ":"ⴀ","Ⴁ":"ⴁ","Ⴂ":"ⴂ","Ⴃ":"ⴃ","Ⴄ":"ⴄ","Ⴅ":"ⴅ","Ⴆ":"ⴆ","Ⴇ":"ⴇ","Ⴈ":"ⴈ","Ⴉ":"ⴉ","Ⴊ":"ⴊ","Ⴋ":"ⴋ","Ⴌ":"ⴌ","Ⴍ":"ⴍ","Ⴎ":"ⴎ","Ⴏ":"ⴏ","Ⴐ":"ⴐ","Ⴑ":"ⴑ","Ⴒ":"ⴒ","Ⴓ":"ⴓ","Ⴔ":"ⴔ","Ⴕ":"ⴕ","Ⴖ":"ⴖ","Ⴗ":"ⴗ","Ⴘ":"ⴘ","Ⴙ":"ⴙ","Ⴚ":"ⴚ","Ⴛ":"ⴛ","Ⴜ":"ⴜ","Ⴝ":"ⴝ","Ⴞ":"ⴞ","Ⴟ":"ⴟ","Ⴠ":"ⴠ","Ⴡ":"ⴡ","Ⴢ":"ⴢ","Ⴣ":"ⴣ","Ⴤ":"ⴤ","Ⴥ":"ⴥ","Ⴧ":"ⴧ","Ⴭ":"ⴭ","Ꭰ":"d","Ꭱ":"r","Ꭲ":"t","Ꭳ":"ꭳ","Ꭴ":"o","Ꭵ":"i","Ꭶ":"ꭶ","Ꭷ":"ꭷ","Ꭸ":"ꭸ","Ꭹ":"y","Ꭺ":"a","Ꭻ":"j","Ꭼ":"e","Ꭽ":"ꭽ","Ꭾ":"ꭾ","Ꭿ":"ꭿ","Ꮀ":"ꮀ","Ꮁ":"r","Ꮂ":"ꮂ","Ꮃ":"w","Ꮄ":"ꮄ","Ꮅ":"ꮅ","Ꮆ":"ꮆ","Ꮇ":"m","Ꮈ":"ꮈ","Ꮉ":"ꮉ","Ꮊ":"ꮊ","Ꮋ":"h","Ꮌ":"ꮌ","Ꮍ":"y","Ꮎ":"o","Ꮏ":"ꮏ","Ꮐ":"g","Ꮑ":"ꮑ","Ꮒ":"h","Ꮓ":"z","Ꮔ":"ꮔ","Ꮕ":"ꮕ","Ꮖ":"ꮖ","Ꮗ":"ꮗ","Ꮘ":"ꮘ","Ꮙ":"ꮙ","Ꮚ":"ꮚ","Ꮛ":"ꮛ","Ꮜ":"u","Ꮝ":"ꮝ","Ꮞ":"4","Ꮟ":"b","Ꮠ":"ꮠ","Ꮡ":"ꮡ","Ꮢ":"r","Ꮣ":"ꮣ","Ꮤ":"w","Ꮥ":"s","Ꮦ":"ꮦ","Ꮧ":"ꮧ","Ꮨ":"ꮨ","Ꮩ":"v","Ꮪ":"s","Ꮫ":"ꮫ","Ꮬ":"ꮬ","Ꮭ":"ꮭ","Ꮮ":"l","Ꮯ":"c","Ꮰ":"ꮰ","Ꮱ":"ꮱ","Ꮲ":"p","Ꮳ":"ꮳ","Ꮴ":"ꮴ","Ꮵ":"ꮵ","Ꮶ":"k","Ꮷ":"d","Ꮸ":"ꮸ","Ꮹ":"ꮹ","Ꮺ":"ꮺ","Ꮻ":"o","Ꮼ":"ꮼ","Ꮽ":"ꮽ","Ꮾ":"6","Ꮿ":"ꮿ","Ᏸ":"ᏸ","Ᏹ":"ᏹ","Ᏺ":"h","Ᏻ":"g","Ᏼ":"b","Ᏽ":"ᏽ","ᏺ":"h","ᏻ":"g","ᏼ":"b","᐀":"-","០":"0","១":"1","២":"2","៣":"3","៤":"4","៥":"5","៦":"6","៧":"7","៨":"8","៩":"9","᠆":"-","᠐":"0","᠑":"1","᠒":"2","᠓":"3","᠔":"4","᠕":"5","᠖":"6","᠗":"7","᠘":"8","᠙":"9","᥆":"0","᥇":"1","᥈":"2","᥉":"3","᥊":"4","᥋":"5","᥌":"6","᥍":"7","᥎":"8","᥏":"9","᧐":"0","᧑":"1","᧒":"2","᧓":"3","᧔":"4","᧕":"5","᧖":"6","᧗":"7","᧘":"8","᧙":"9","᪀":"0","᪁":"1","᪂":"2","᪃":"3","᪄":"4","᪅":"5","᪆":"6","᪇":"7","᪈":"8","᪉":"9","᪐":"0","᪑":"1","᪒":"2","᪓":"3","᪔":"4","᪕":"5","᪖":"6","᪗":"7","᪘":"8","᪙":"9","᭐":"0","᭑":"1","᭒":"2","᭓":"3","᭔":"4","᭕":"5","᭖":"6","᭗":"7","᭘":"8","᭙":"9","᮰":"0","᮱":"1","᮲":"2","᮳":"3","᮴":"4","᮵":"5","᮶":"6","᮷":"7","᮸":"8","᮹":"9","᱀":"0","᱁":"1","᱂":"2","᱃":"3","᱄":"4","᱅":"5","᱆":"6","᱇":"7","᱈":"8","᱉":"9","᱐":"0","᱑":"1","᱒":"2","᱓":"3","᱔":"4","᱕":"5","᱖":"6","᱗":"7","᱘":"8","᱙":"9","Ᲊ":"ᲊ","Ა":"ა","Ბ":"ბ","Გ":"გ","Დ":"დ","Ე":"ე","Ვ":"ვ","Ზ":"ზ","Თ":"თ","Ი":"ი","Კ":"კ","Ლ":"ლ","Მ":"მ","Ნ":"ნ","Ო":"ო","Პ":"პ","Ჟ":"ჟ","Რ":"რ","Ს":"ს","Ტ":"ტ","Უ":"უ","Ფ":"ფ","Ქ":"ქ","Ღ":"ღ","Ყ":"ყ","Შ":"შ","Ჩ":"ჩ","Ც":"ც","Ძ":"ძ","Წ":"წ","Ჭ":"ჭ","Ხ":"ხ","Ჯ":"ჯ","Ჰ":"ჰ","Ჱ":"ჱ","Ჲ":"ჲ","Ჳ":"ჳ","Ჴ":"ჴ","Ჵ":"ჵ","Ჶ":"ჶ","Ჷ":"ჷ","Ჸ":"ჸ","Ჹ":"ჹ","Ჺ":"ჺ","Ჽ":"ჽ","Ჾ":"ჾ","Ჿ":"ჿ","ᴄ":"c","ᴏ":"o","ᴑ":"o","ᴜ":"u","ᴠ":"v","ᴡ":"w","ᴢ":"z","ᴦ":"r","ᵫ":"ue","ᵮ":"f","ᵯ":"m","ᵰ":"n","ᵲ":"r","ᵴ":"s","ᵵ":"t","ᵶ":"z","ᵻ":"i","ᵼ":"i","ᵽ":"p","ᵾ":"u","ᶃ":"g","ᶌ":"y","ẝ":"f","ẞ":"ss","Ỻ":"ỻ","Ỽ":"ỽ","Ỿ":"y","ỿ":"y","‐":"-","‒":"-","–":"-","—":"-","―":"-","‘":"''","’":"''","‛":"''","′":"''","⁃":"-","Ⅎ":"ⅎ","Ↄ":"ↄ","−":"-","⓫":"11","⓬":"12","⓭":"13","⓮":"14","⓯":"15","⓰":"16","⓱":"17","⓲":"18","⓳":"19","⓴":"20","⓵":"1","⓶":"2","⓷":"3","⓸":"4","⓹":"5","⓺":"6","⓻":"7","⓼":"8","⓽":"9","⓾":"10","⓿":"0","❶":"1","❷":"2","❸":"3","❹":"4","❺":"5","❻":"6","❼":"7","❽":"8","❾":"9","❿":"10","➀":"1","➁":"2","➂":"3","➃":"4","➄":"5","➅":"6","➆":"7","➇":"8","➈":"9","➉":"10","➊":"1","➋":"2","➌":"3","➍":"4","➎":"5","➏":"6","➐":"7","➑":"8","➒":"9","➓":"10","Ⰰ":"ⰰ","Ⰱ":"ⰱ","Ⰲ":"ⰲ","Ⰳ":"ⰳ","Ⰴ":"ⰴ","Ⰵ":"ⰵ","Ⰶ":"ⰶ","Ⰷ":"ⰷ","Ⰸ":"ⰸ","Ⰹ":"ⰹ","Ⰺ":"ⰺ","Ⰻ":"ⰻ","Ⰼ":"ⰼ","Ⰽ":"ⰽ","Ⰾ":"ⰾ","Ⰿ":"ⰿ","Ⱀ":"ⱀ","Ⱁ":"ⱁ","Ⱂ":"ⱂ","Ⱃ":"ⱃ","Ⱄ":"ⱄ","Ⱅ":"ⱅ","Ⱆ":"ⱆ","Ⱇ":"ⱇ","Ⱈ":"ⱈ","Ⱉ":"ⱉ","Ⱊ":"ⱊ","Ⱋ":"ⱋ","Ⱌ":"ⱌ","Ⱍ":"ⱍ","Ⱎ":"ⱎ","Ⱏ":"ⱏ","Ⱐ":"ⱐ","Ⱑ":"ⱑ","Ⱒ":"ⱒ","Ⱓ":"ⱓ","Ⱔ":"ⱔ","Ⱕ":"ⱕ","Ⱖ":"ⱖ","Ⱗ":"ⱗ","Ⱘ":"ⱘ","Ⱙ":"ⱙ","Ⱚ":"ⱚ","Ⱛ":"ⱛ","Ⱜ":"ⱜ","Ⱝ":"ⱝ","Ⱞ":"ⱞ","Ⱟ":"ⱟ","Ⱡ":"ⱡ","Ɫ":"l","Ᵽ":"p","Ɽ":"r","ⱦ":"t","Ⱨ":"h","ⱨ":"h","Ⱪ":"k","ⱪ":"k","Ⱬ":"ⱬ","Ɑ":"a","Ɱ":"m","Ɐ":"ɐ","Ɒ":"ɒ","Ⱳ":"ⱳ","Ⱶ":"ⱶ","Ȿ":"ȿ","Ɀ":"ɀ","Ⲁ":"ⲁ","Ⲃ":"ⲃ","Ⲅ":"r","ⲅ":"r","Ⲇ":"ⲇ","Ⲉ":"ⲉ","Ⲋ":"ⲋ","Ⲍ":"ⲍ","Ⲏ":"h","ⲏ":"h","Ⲑ":"ⲑ","Ⲓ":"l","ⲓ":"l","Ⲕ":"k","ⲕ":"k","Ⲗ":"ⲗ","Ⲙ":"m","ⲙ":"m","Ⲛ":"n","ⲛ":"n","Ⲝ":"ⲝ","Ⲟ":"o","ⲟ":"o","Ⲡ":"ⲡ","Ⲣ":"p","ⲣ":"p","Ⲥ":"c","ⲥ":"c","Ⲧ":"t","ⲧ":"t","Ⲩ":"y","ⲩ":"y","Ⲫ":"ⲫ","Ⲭ":"x","ⲭ":"x","Ⲯ":"ⲯ","Ⲱ":"ⲱ","Ⲳ":"ⲳ","Ⲵ":"ⲵ","Ⲷ":"ⲷ","Ⲹ":"ⲹ","Ⲻ":"ⲻ","Ⲽ":"ⲽ","Ⲿ":"ⲿ","Ⳁ":"ⳁ","Ⳃ":"ⳃ","Ⳅ":"ⳅ","Ⳇ":"ⳇ","Ⳉ":"ⳉ","Ⳋ":"9","ⳋ":"9","Ⳍ":"3","ⳍ":"3","Ⳏ":"ⳏ","Ⳑ":"l","ⳑ":"l","Ⳓ":"6","ⳓ":"6","Ⳕ":"ⳕ","Ⳗ":"ⳗ","Ⳙ":"ⳙ","Ⳛ":"ⳛ","Ⳝ":"ⳝ","Ⳟ":"ⳟ","Ⳡ":"ⳡ","Ⳣ":"ⳣ","Ⳬ":"ⳬ","Ⳮ":"ⳮ","Ⳳ":"ⳳ","⸗":"-","⸚":"-","⸺":"-","⸻":"-","⹀":"-","⹝":"-","〜":"-","〰":"-","゠":"-","ꓐ":"b","ꓑ":"p","ꓒ":"d","ꓓ":"d","ꓔ":"t","ꓖ":"g","ꓗ":"k","ꓙ":"j","ꓚ":"c","ꓜ":"z","ꓝ":"f","ꓟ":"m","ꓠ":"n","ꓡ":"l","ꓢ":"s","ꓣ":"r","ꓦ":"v","ꓧ":"h","ꓪ":"w","ꓫ":"x","ꓬ":"y","ꓮ":"a","ꓰ":"e","ꓲ":"l","ꓳ":"o","ꓴ":"u","꘠":"0","꘡":"1","꘢":"2","꘣":"3","꘤":"4","꘥":"5","꘦":"6","꘧":"7","꘨":"8","꘩":"9","Ꙁ":"ꙁ","Ꙃ":"ꙃ","Ꙅ":"2","ꙅ":"2","Ꙇ":"i","ꙇ":"i","Ꙉ":"ꙉ","Ꙋ":"ꙋ","Ꙍ":"ꙍ","Ꙏ":"ꙏ","Ꙑ":"ꙑ","Ꙓ":"ꙓ","Ꙕ":"ꙕ","Ꙗ":"ꙗ","Ꙙ":"ꙙ","Ꙛ":"ꙛ","Ꙝ":"ꙝ","Ꙟ":"ꙟ","Ꙡ":"ꙡ","Ꙣ":"ꙣ","Ꙥ":"ꙥ","Ꙧ":"ꙧ","Ꙩ":"ꙩ","Ꙫ":"ꙫ","Ꙭ":"ꙭ","Ꚁ":"ꚁ","Ꚃ":"ꚃ","Ꚅ":"ꚅ","Ꚇ":"ꚇ","Ꚉ":"ꚉ","Ꚋ":"ꚋ","Ꚍ":"ꚍ","Ꚏ":"ꚏ","Ꚑ":"ꚑ","Ꚓ":"ꚓ","Ꚕ":"h","ꚕ":"h","Ꚗ":"ꚗ","Ꚙ":"oo","ꚙ":"oo","Ꚛ":"ꚛ","Ꜣ":"ꜣ","Ꜥ":"ꜥ","Ꜧ":"ꜧ","Ꜩ":"t3","ꜩ":"t3","Ꜫ":"ꜫ","Ꜭ":"ꜭ","Ꜯ":"ꜯ","ꜱ":"s","Ꜳ":"aa","ꜳ":"aa","Ꜵ":"ao","ꜵ":"ao","Ꜷ":"au","ꜷ":"au","Ꜹ":"av","ꜹ":"av","Ꜻ":"av","ꜻ":"av","Ꜽ":"ay","ꜽ":"ay","Ꜿ":"ꜿ","Ꝁ":"k","ꝁ":"k","Ꝃ":"ꝃ","Ꝅ":"ꝅ","Ꝇ":"ꝇ","Ꝉ":"ꝉ","Ꝋ":"o","ꝋ":"o","Ꝍ":"ꝍ","Ꝏ":"oo","ꝏ":"oo","Ꝑ":"ꝑ","Ꝓ":"ꝓ","Ꝕ":"ꝕ","Ꝗ":"ꝗ","Ꝙ":"ꝙ","Ꝛ":"2","ꝛ":"2","Ꝝ":"ꝝ","Ꝟ":"ꝟ","Ꝡ":"w","ꝡ":"w","Ꝣ":"ꝣ","Ꝥ":"ꝥ","Ꝧ":"ꝧ","Ꝩ":"ꝩ","Ꝫ":"3","ꝫ":"3","Ꝭ":"ꝭ","Ꝯ":"9","ꝯ":"9","ꝷ":"tf","Ꝺ":"ꝺ","Ꝼ":"ꝼ","Ᵹ":"ᵹ","Ꝿ":"ꝿ","Ꞁ":"ꞁ","Ꞃ":"ꞃ","Ꞅ":"ꞅ","Ꞇ":"ꞇ","Ꞌ":"ꞌ","Ɥ":"ɥ","Ꞑ":"ꞑ","Ꞓ":"ꞓ","Ꞗ":"ꞗ","Ꞙ":"f","ꞙ":"f","Ꞛ":"ꞛ","Ꞝ":"ꞝ","Ꞟ":"u","ꞟ":"u","Ꞡ":"ꞡ","Ꞣ":"ꞣ","Ꞥ":"ꞥ","Ꞧ":"ꞧ","Ꞩ":"ꞩ","Ɦ":"h","Ɜ":"3","Ɡ":"g","Ɬ":"ɬ","Ɪ":"i","Ʞ":"ʞ","Ʇ":"ʇ","Ʝ":"j","Ꭓ":"x","Ꞵ":"b","ꞵ":"b","Ꞷ":"ꞷ","Ꞹ":"ꞹ","Ꞻ":"ꞻ","Ꞽ":"ꞽ","Ꞿ":"ꞿ","Ꟁ":"ꟁ","Ꟃ":"ꟃ","Ꞔ":"ꞔ","Ʂ":"s","Ᶎ":"ᶎ","Ꟈ":"ꟈ","Ꟊ":"ꟊ","Ɤ":"ɤ","Ꟍ":"ꟍ","꟎":"꟏","Ꟑ":"ꟑ","꟒":"ꟓ","꟔":"ꟕ","Ꟗ":"ꟗ","Ꟙ":"ꟙ","Ꟛ":"ꟛ","Ƛ":"ƛ","꟱":"s","Ꟶ":"ꟶ","꣐":"0","꣑":"1","꣒":"2","꣓":"3","꣔":"4","꣕":"5","꣖":"6","꣗":"7","꣘":"8","꣙":"9","꤀":"0","꤁":"1","꤂":"2","꤃":"3","꤄":"4","꤅":"5","꤆":"6","꤇":"7","꤈":"8","꤉":"9","꧐":"0","꧑":"1","꧒":"2","꧓":"3","꧔":"4","꧕":"5","꧖":"6","꧗":"7","꧘":"8","꧙":"9","꧰":"0","꧱":"1","꧲":"2","꧳":"3","꧴":"4","꧵":"5","꧶":"6","꧷":"7","꧸":"8","꧹":"9","꩐":"0","꩑":"1","꩒":"2","꩓":"3","꩔":"4","꩕":"5","꩖":"6","꩗":"7","꩘":"8","꩙":"9","ꬲ":"e","ꬵ":"f","ꬽ":"o","ꬾ":"o","ꭇ":"r","ꭈ":"r","ꭎ":"u","ꭒ":"u","ꭓ":"x","ꭚ":"y","ꭣ":"uo","ꭰ":"d","ꭱ":"r","ꭲ":"t","ꭴ":"o","ꭵ":"i","ꭹ":"y","ꭺ":"a","ꭻ":"j","ꭼ":"e","ꮁ":"r","ꮃ":"w","ꮇ":"m","ꮋ":"h","ꮍ":"y","ꮎ":"o","ꮐ":"g","ꮒ":"h","ꮓ":"z","ꮜ":"u","ꮞ":"4","ꮟ":"b","ꮢ":"r","ꮤ":"w","ꮥ":"s","ꮩ":"v","ꮪ":"s","ꮮ":"l","ꮯ":"c","ꮲ":"p","ꮶ":"k","ꮷ":"d","ꮻ":"o","ꮾ":"6","꯰":"0","꯱":"1","꯲":"2","꯳":"3","꯴":"4","꯵":"5","꯶":"6","꯷":"7","꯸":"8","꯹":"9","𐋵":"z","𐐀":"𐐨","𐐁":"𐐩","𐐂":"𐐪","𐐃":"𐐫","𐐄":"𐐬","𐐅":"𐐭","𐐆":"𐐮","𐐇":"𐐯","𐐈":"𐐰","𐐉":"𐐱","𐐊":"𐐲","𐐋":"𐐳","𐐌":"𐐴","𐐍":"𐐵","𐐎":"𐐶","𐐏":"𐐷","𐐐":"𐐸","𐐑":"𐐹","𐐒":"𐐺","𐐓":"𐐻","𐐔":"𐐼","𐐕":"𐐽","𐐖":"𐐾","𐐗":"𐐿","𐐘":"𐑀","𐐙":"𐑁","𐐚":"𐑂","𐐛":"𐑃","𐐜":"𐑄","𐐝":"𐑅","𐐞":"𐑆","𐐟":"𐑇","𐐠":"𐑈","𐐡":"𐑉","𐐢":"𐑊","𐐣":"𐑋","𐐤":"𐑌","𐐥":"𐑍","𐐦":"𐑎","𐐧":"𐑏","𐒠":"0","𐒡":"1","𐒢":"2","𐒣":"3","𐒤":"4","𐒥":"5","𐒦":"6","𐒧":"7","𐒨":"8","𐒩":"9","𐒰":"𐓘","𐒱":"𐓙","𐒲":"𐓚","𐒳":"𐓛","𐒴":"𐓜","𐒵":"𐓝","𐒶":"𐓞","𐒷":"𐓟","𐒸":"𐓠","𐒹":"𐓡","𐒺":"𐓢","𐒻":"𐓣","𐒼":"𐓤","𐒽":"𐓥","𐒾":"𐓦","𐒿":"𐓧","𐓀":"𐓨","𐓁":"𐓩","𐓂":"𐓪","𐓃":"𐓫","𐓄":"𐓬","𐓅":"𐓭","𐓆":"𐓮","𐓇":"𐓯","𐓈":"𐓰","𐓉":"𐓱","𐓊":"𐓲","𐓋":"𐓳","𐓌":"𐓴","𐓍":"𐓵","𐓎":"𐓶","𐓏":"𐓷","𐓐":"𐓸","𐓑":"𐓹","𐓒":"𐓺","𐓓":"𐓻","𐕰":"𐖗","𐕱":"𐖘","𐕲":"𐖙","𐕳":"𐖚","𐕴":"𐖛","𐕵":"𐖜","𐕶":"𐖝","𐕷":"𐖞","𐕸":"𐖟","𐕹":"𐖠","𐕺":"𐖡","𐕼":"𐖣","𐕽":"𐖤","𐕾":"𐖥","𐕿":"𐖦","𐖀":"𐖧","𐖁":"𐖨","𐖂":"𐖩","𐖃":"𐖪","𐖄":"𐖫","𐖅":"𐖬","𐖆":"𐖭","𐖇":"𐖮","𐖈":"𐖯","𐖉":"𐖰","𐖊":"𐖱","𐖌":"𐖳","𐖍":"𐖴","𐖎":"𐖵","𐖏":"𐖶","𐖐":"𐖷","𐖑":"𐖸","𐖒":"𐖹","𐖔":"𐖻","𐖕":"𐖼","𐗉":"𐗒","𐗤":"𐗚","𐲀":"𐳀","𐲁":"𐳁","𐲂":"𐳂","𐲃":"𐳃","𐲄":"𐳄","𐲅":"𐳅","𐲆":"𐳆","𐲇":"𐳇","𐲈":"𐳈","𐲉":"𐳉","𐲊":"𐳊","𐲋":"𐳋","𐲌":"𐳌","𐲍":"𐳍","𐲎":"𐳎","𐲏":"𐳏","𐲐":"𐳐","𐲑":"𐳑","𐲒":"𐳒","𐲓":"𐳓","𐲔":"𐳔","𐲕":"𐳕","𐲖":"𐳖","𐲗":"𐳗","𐲘":"𐳘","𐲙":"𐳙","𐲚":"𐳚","𐲛":"𐳛","𐲜":"𐳜","𐲝":"𐳝","𐲞":"𐳞","𐲟":"𐳟","𐲠":"𐳠","𐲡":"𐳡","𐲢":"𐳢","𐲣":"𐳣","𐲤":"𐳤","𐲥":"𐳥","𐲦":"𐳦","𐲧":"𐳧","𐲨":"𐳨","𐲩":"𐳩","𐲪":"𐳪","𐲫":"𐳫","𐲬":"𐳬","𐲭":"𐳭","𐲮":"𐳮","𐲯":"𐳯","𐲰":"𐳰","𐲱":"𐳱","𐲲":"𐳲","𐴰":"0","𐴱":"1","𐴲":"2","𐴳":"3","𐴴":"4","𐴵":"5","𐴶":"6","𐴷":"7","𐴸":"8","𐴹":"9","𐵀":"0","𐵁":"1","𐵂":"2","𐵃":"3","𐵄":"4","𐵅":"5","𐵆":"6","𐵇":"7","𐵈":"8","𐵉":"9","𐵐":"𐵰","𐵑":"𐵱","𐵒":"𐵲","𐵓":"𐵳","𐵔":"𐵴","𐵕":"𐵵","𐵖":"𐵶","𐵗":"𐵷","𐵘":"𐵸","𐵙":"𐵹","𐵚":"𐵺","𐵛":"𐵻","𐵜":"𐵼","𐵝":"𐵽","𐵞":"𐵾","𐵟":"𐵿","𐵠":"𐶀","𐵡":"𐶁","𐵢":"𐶂","𐵣":"𐶃","𐵤":"𐶄","𐵥":"𐶅","𐵮":"-","𐺭":"-","𑁦":"0","𑁧":"1","𑁨":"2","𑁩":"3","𑁪":"4","𑁫":"5","𑁬":"6","𑁭":"7","𑁮":"8","𑁯":"9","𑃰":"0","𑃱":"1","𑃲":"2","𑃳":"3","𑃴":"4","𑃵":"5","𑃶":"6","𑃷":"7","𑃸":"8","𑃹":"9","𑄶":"0","𑄷":"1","𑄸":"2","𑄹":"3","𑄺":"4","𑄻":"5","𑄼":"6","𑄽":"7","𑄾":"8","𑄿":"9","𑇐":"0","𑇑":"1","𑇒":"2","𑇓":"3","𑇔":"4","𑇕":"5","𑇖":"6","𑇗":"7","𑇘":"8","𑇙":"9","𑋰":"0","𑋱":"1","𑋲":"2","𑋳":"3","𑋴":"4","𑋵":"5","𑋶":"6","𑋷":"7","𑋸":"8","𑋹":"9","𑎃":"𑎂","𑎅":"𑎄","𑎎":"𑎋","𑎑":"𑎐","𑑐":"0","𑑑":"1","𑑒":"2","𑑓":"3","𑑔":"4","𑑕":"5","𑑖":"6","𑑗":"7","𑑘":"8","𑑙":"9","𑓐":"0","𑓑":"1","𑓒":"2","𑓓":"3","𑓔":"4","𑓕":"5","𑓖":"6","𑓗":"7","𑓘":"8","𑓙":"9","𑙐":"0","𑙑":"1","𑙒":"2","𑙓":"3","𑙔":"4","𑙕":"5","𑙖":"6","𑙗":"7","𑙘":"8","𑙙":"9","𑛀":"0","𑛁":"1","𑛂":"2","𑛃":"3","𑛄":"4","𑛅":"5","𑛆":"6","𑛇":"7","𑛈":"8","𑛉":"9","𑛐":"0","𑛑":"1","𑛒":"2","𑛓":"3","𑛔":"4","𑛕":"5","𑛖":"6","𑛗":"7","𑛘":"8","𑛙":"9","𑛚":"0","𑛛":"1","𑛜":"2","𑛝":"3","𑛞":"4","𑛟":"5","𑛠":"6","𑛡":"7","𑛢":"8","𑛣":"9","𑜰":"0","𑜱":"1","𑜲":"2","𑜳":"3","𑜴":"4","𑜵":"5","𑜶":"6","𑜷":"7","𑜸":"8","𑜹":"9","𑢠":"𑣀","𑢡":"𑣁","𑢢":"𑣂","𑢣":"𑣃","𑢤":"𑣄","𑢥":"𑣅","𑢦":"𑣆","𑢧":"𑣇","𑢨":"𑣈","𑢩":"𑣉","𑢪":"𑣊","𑢫":"𑣋","𑢬":"𑣌","𑢭":"𑣍","𑢮":"𑣎","𑢯":"𑣏","𑢰":"𑣐","𑢱":"𑣑","𑢲":"𑣒","𑢳":"𑣓","𑢴":"𑣔","𑢵":"𑣕","𑢶":"𑣖","𑢷":"𑣗","𑢸":"𑣘","𑢹":"𑣙","𑢺":"𑣚","𑢻":"𑣛","𑢼":"𑣜","𑢽":"𑣝","𑢾":"𑣞","𑢿":"𑣟","𑣠":"0","𑣡":"1","𑣢":"2","𑣣":"3","𑣤":"4","𑣥":"5","𑣦":"6","𑣧":"7","𑣨":"8","𑣩":"9","𑥐":"0","𑥑":"1","𑥒":"2","𑥓":"3","𑥔":"4","𑥕":"5","𑥖":"6","𑥗":"7","𑥘":"8","𑥙":"9","𑯰":"0","𑯱":"1","𑯲":"2","𑯳":"3","𑯴":"4","𑯵":"5","𑯶":"6","𑯷":"7","𑯸":"8","𑯹":"9","𑱐":"0","𑱑":"1","𑱒":"2","𑱓":"3","𑱔":"4","𑱕":"5","𑱖":"6","𑱗":"7","𑱘":"8","𑱙":"9","𑵐":"0","𑵑":"1","𑵒":"2","𑵓":"3","𑵔":"4","𑵕":"5","𑵖":"6","𑵗":"7","𑵘":"8","𑵙":"9","𑶠":"0","𑶡":"1","𑶢":"2","𑶣":"3","𑶤":"4","𑶥":"5","𑶦":"6","𑶧":"7","𑶨":"8","𑶩":"9","𑷠":"0","𑷡":"1","𑷢":"2","𑷣":"3","𑷤":"4","𑷥":"5","𑷦":"6","𑷧":"7","𑷨":"8","𑷩":"9","𑽐":"0","𑽑":"1","𑽒":"2","𑽓":"3","𑽔":"4","𑽕":"5","𑽖":"6","𑽗":"7","𑽘":"8","𑽙":"9","𖄰":"0","𖄱":"1","𖄲":"2","𖄳":"3","𖄴":"4","𖄵":"5","𖄶":"6","𖄷":"7","𖄸":"8","𖄹":"9","𖩠":"0","𖩡":"1","𖩢":"2","𖩣":"3","𖩤":"4","𖩥":"5","𖩦":"6","𖩧":"7","𖩨":"8","𖩩":"9","𖫀":"0","𖫁":"1","𖫂":"2","𖫃":"3","𖫄":"4","𖫅":"5","𖫆":"6","𖫇":"7","𖫈":"8","𖫉":"9","𖭐":"0","𖭑":"1","𖭒":"2","𖭓":"3","𖭔":"4","𖭕":"5","𖭖":"6","𖭗":"7","𖭘":"8","𖭙":"9","𖵰":"0","𖵱":"1","𖵲":"2","𖵳":"3","𖵴":"4","𖵵":"5","𖵶":"6","𖵷":"7","𖵸":"8","𖵹":"9","𖹀":"𖹠","𖹁":"𖹡","𖹂":"𖹢","𖹃":"𖹣","𖹄":"𖹤","𖹅":"𖹥","𖹆":"𖹦","𖹇":"𖹧","𖹈":"𖹨","𖹉":"𖹩","𖹊":"𖹪","𖹋":"𖹫","𖹌":"𖹬","𖹍":"𖹭","𖹎":"𖹮","𖹏":"𖹯","𖹐":"𖹰","𖹑":"𖹱","𖹒":"𖹲","𖹓":"𖹳","𖹔":"𖹴","𖹕":"𖹵","𖹖":"𖹶","𖹗":"𖹷","𖹘":"𖹸","𖹙":"𖹹","𖹚":"𖹺","𖹛":"𖹻","𖹜":"𖹼","𖹝":"𖹽","𖹞":"𖹾","𖹟":"𖹿","𖺠":"𖺻","𖺡":"𖺼","𖺢":"𖺽","𖺣":"𖺾","𖺤":"𖺿","𖺥":"𖻀","𖺦":"𖻁","𖺧":"𖻂","𖺨":"𖻃","𖺩":"𖻄","𖺪":"𖻅","𖺫":"𖻆","𖺬":"𖻇","𖺭":"𖻈","𖺮":"𖻉","𖺯":"𖻊","𖺰":"𖻋","𖺱":"𖻌","𖺲":"𖻍","𖺳":"𖻎","𖺴":"𖻏","𖺵":"𖻐","𖺶":"𖻑","𖺷":"𖻒","𖺸":"𖻓","𜳖":"a","𜳗":"b","𜳘":"c","𜳙":"d","𜳚":"e","𜳛":"f","𜳜":"g","𜳝":"h","𜳞":"i","𜳟":"j","𜳠":"k","𜳡":"l","𜳢":"m","𜳣":"n","𜳤":"o","𜳥":"p","𜳦":"q","𜳧":"r","𜳨":"s","𜳩":"t","𜳪":"u","𜳫":"v","𜳬":"w","𜳭":"x","𜳮":"y","𜳯":"z","𜳰":"0","𜳱":"1","𜳲":"2","𜳳":"3","𜳴":"4","𜳵":"5","𜳶":"6","𜳷":"7","𜳸":"8","𜳹":"9","𞀰":"a","𞀱":"6","𞀲":"b","𞀳":"r","𞀴":"д","𞀵":"e","𞀶":"ж","𞀷":"3","𞀸":"и","𞀹":"k","𞀺":"л","𞀻":"m","𞀼":"o","𞀽":"п","𞀾":"p","𞀿":"c","𞁀":"t","𞁁":"y","𞁂":"ф","𞁃":"x","𞁄":"ц","𞁅":"ч","𞁆":"ш","𞁇":"bl","𞁈":"э","𞁉":"lo","𞁊":"ꚉ","𞁋":"ә","𞁌":"i","𞁍":"j","𞁎":"o","𞁏":"y","𞁐":"i","𞁑":"a","𞁒":"6","𞁓":"b","𞁔":"r","𞁕":"д","𞁖":"e","𞁗":"ж","𞁘":"3","𞁙":"и","𞁚":"k","𞁛":"л","𞁜":"o","𞁝":"п","𞁞":"c","𞁟":"y","𞁠":"ф","𞁡":"x","𞁢":"ц","𞁣":"ч","𞁤":"ш","𞁥":"ъ","𞁦":"bl","𞁧":"ґ","𞁨":"i","𞁩":"s","𞁪":"џ","𞁫":"c","𞁬":"ꙑ","𞁭":"y","𞅀":"0","𞅁":"1","𞅂":"2","𞅃":"3","𞅄":"4","𞅅":"5","𞅆":"6","𞅇":"7","𞅈":"8","𞅉":"9","𞋰":"0","𞋱":"1","𞋲":"2","𞋳":"3","𞋴":"4","𞋵":"5","𞋶":"6","𞋷":"7","𞋸":"8","𞋹":"9","𞓰":"0","𞓱":"1","𞓲":"2","𞓳":"3","𞓴":"4","𞓵":"5","𞓶":"6","𞓷":"7","𞓸":"8","𞓹":"9","𞗱":"0","𞗲":"1","𞗳":"2","𞗴":"3","𞗵":"4","𞗶":"5","𞗷":"6","𞗸":"7","𞗹":"8","𞗺":"9","𞤀":"𞤢","𞤁":"𞤣","𞤂":"𞤤","𞤃":"𞤥","𞤄":"𞤦","𞤅":"𞤧","𞤆":"𞤨","𞤇":"𞤩","𞤈":"𞤪","𞤉":"𞤫","𞤊":"𞤬","𞤋":"𞤭","𞤌":"𞤮","𞤍":"𞤯","𞤎":"𞤰","𞤏":"𞤱","𞤐":"𞤲","𞤑":"𞤳","𞤒":"𞤴","𞤓":"𞤵","𞤔":"𞤶","𞤕":"𞤷","𞤖":"𞤸","𞤗":"𞤹","𞤘":"𞤺","𞤙":"𞤻","𞤚":"𞤼","𞤛":"𞤽","𞤜":"𞤾","𞤝":"𞤿","𞤞":"𞥀","𞤟":"𞥁","𞤠":"𞥂","𞤡":"𞥃","𞥐":"0","𞥑":"1","𞥒":"2","𞥓":"3","𞥔":"4","𞥕":"5","𞥖":"6","𞥗":"7","𞥘":"8","𞥙":"9","🄋":"0","🄌":"0","🅐":"a","🅑":"b","🅒":"c","🅓":"d","🅔":"e","🅕":"f","🅖":"g","🅗":"h","🅘":"i","🅙":"j","🅚":"k","🅛":"l","🅜":"m","🅝":"n","🅞":"o","🅟":"p","🅠":"q","🅡":"r","🅢":"s","🅣":"t","🅤":"u","🅥":"v","🅦":"w","🅧":"x","🅨":"y","🅩":"z","🅰":"a","🅱":"b","🅲":"c","🅳":"d","🅴":"e","🅵":"f","🅶":"g","🅷":"h","🅸":"i","🅹":"j","🅺":"k","🅻":"l","🅼":"m","🅽":"n","🅾":"o","🅿":"p","🆀":"q","🆁":"r","🆂":"s","🆃":"t","🆄":"u","🆅":"v","🆆":"w","🆇":"x","🆈":"y","🆉":"z","🇦":"a","🇧":"b","🇨":"c","🇩":"d","🇪":"e","🇫":"f","🇬":"g","🇭":"h","🇮":"i","🇯":"j","🇰":"k","🇱":"l","🇲":"m","🇳":"n","🇴":"o","🇵":"p","🇶":"q","🇷":"r","🇸":"s","🇹":"t","🇺":"u","🇻":"v","🇼":"w","🇽":"x","🇾":"y","🇿":"z","🔟":"10"}'::jsonb ->> one, one), '' order by place)
    from regexp_split_to_table(_plain, '') with ordinality letters (one, place)), NFC);
end $function$
;

CREATE OR REPLACE FUNCTION public.handle_look(_handle text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(translate(replace(_handle, '-'::text, ''::text), '01i34567829'::text, 'olleasbtbzg'::text), 'rn'::text, 'm'::text), 'vv'::text, 'w'::text), 'cl'::text, 'd'::text)
;

CREATE OR REPLACE FUNCTION public.handles_are_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into closed_handles (handle_hash, look_hash) values (text_hash(old.handle), text_hash(old.look))
    on conflict (handle_hash) do update set closed_at = now();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.handles_are_free()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An earlier address of one's own is taken back.
  if exists (select from handles where handle = new.handle and kine_id = new.kine_id) then
    return new;
  end if;
  if names_an_authority(new.handle) then
    perform refuse('handles_not_reserved', 'an address names no authority');
  end if;
  if exists (select from closed_handles where look_hash = text_hash(handle_look(new.handle)) and closed_at > now() - interval '1 year') then
    perform refuse('handles_closed_for_a_year', 'the address of a deleted specialist stays closed for a year');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.handles_change_once_in_90_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from handles where kine_id = new.kine_id and left_at > now() - interval '90 days') then
    perform refuse('handles_change_once_in_90_days', 'an address changes once in 90 days');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.handles_of_kines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not has_role(new.kine_id, 'kine') then
    perform refuse('handles_of_kines', 'only a specialist has an address');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.has_lasted(_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((_since <= (now() - '7 days'::interval)), false)
;

CREATE OR REPLACE FUNCTION public.has_other_admin(_admin uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (user_roles u JOIN profiles p ON ((p.id = u.user_id))) WHERE ((u.role = 'admin'::app_role) AND (u.user_id <> has_other_admin._admin) AND (p.approval_status = 'approved'::approval_status) AND (p.suspended_at IS NULL))))
;

CREATE OR REPLACE FUNCTION public.has_role(_user_id uuid, _role app_role)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM (user_roles r JOIN profiles p ON ((p.id = r.user_id))) WHERE ((r.user_id = has_role._user_id) AND (r.role = has_role._role) AND (p.approval_status = 'approved'::approval_status) AND (p.suspended_at IS NULL))))
;

CREATE OR REPLACE FUNCTION public.has_seat(_case uuid, _kine uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  most constant integer := setting_number('offers_max', 0);
begin
  return most = 0 or seats_taken(_case, _kine) < most;
end $function$
;

CREATE OR REPLACE FUNCTION public.hidden_reading_is_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['reading_hidden', 'reading_shown'];
begin
  if tg_op = 'INSERT' then
    perform note_state('reading_hidden', state, new.user_id::text);
  elsif exists (select from profiles where id = old.user_id) then
    perform note_state('reading_shown', state, old.user_id::text);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.hidden_reviews_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell('admins', 'counts');
  -- To its author and its specialist a review is news of its case.
  perform tell(who::text, 'case', new.case_id) from unnest(array[new.patient_id, new.kine_id]) who where who is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.inherit_stars(_kine uuid, _keys jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  earlier departures;
begin
  for earlier in
    select d.* from departures d where d.review_count > 0 and d.left_at > now() - interval '24 months' and exists (
      select from jsonb_to_recordset(_keys) a (what text, hash text, kind text, jurisdiction text)
      join departure_keys k on k.departure_id = d.id and k.what = a.what and k.hash = decode(a.hash, 'hex')
        and may_be_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction) where a.what = 'licence')
    order by d.id for update of d
  loop
    -- They go along once: with the next deletion they are among the stars of that account.
    update departures set review_count = 0, review_stars = 0 where id = earlier.id;
    insert into inherited_stars as i (kine_id, count, stars, at) values (_kine, earlier.review_count, earlier.review_stars, earlier.left_at)
      on conflict (kine_id) do update set count = i.count + excluded.count, stars = i.stars + excluded.stars, at = greatest(i.at, excluded.at);
    insert into kine_ratings as k (kine_id, count, stars) values (_kine, earlier.review_count, earlier.review_stars)
      on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
    perform directory_follow(array[_kine]);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_case_blocked(_case uuid, _kine uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM blocked_cases WHERE ((blocked_cases.case_id = is_case_blocked._case) AND (blocked_cases.kine_id = is_case_blocked._kine))))
;

CREATE OR REPLACE FUNCTION public.is_confirmed(_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.id = is_confirmed._person) AND (users.email_confirmed_at IS NOT NULL))))
;

CREATE OR REPLACE FUNCTION public.is_leaving(_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((current_setting('kinexo.leaving'::text, true) = (_person)::text), false)
;

CREATE OR REPLACE FUNCTION public.is_left_out(_kine uuid, _jurisdiction text, _modality modality)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((NOT ((SELECT settings.value FROM settings WHERE (settings.key = 'licence_rule'::text)) IS DISTINCT FROM '"strict"'::jsonb)) AND (NOT may_practise(_kine, _jurisdiction, _modality)))
;

CREATE OR REPLACE FUNCTION public.is_licence_current(_checked_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN COALESCE((days_since(_checked_at) <= 240), false)
;

CREATE OR REPLACE FUNCTION public.is_new_account(_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM auth.users WHERE ((users.id = is_new_account._person) AND (users.created_at > (now() - '7 days'::interval)))))
;

CREATE OR REPLACE FUNCTION public.is_noted(_state text[], _what text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM deletions WHERE ((deletions.kind = ANY (is_noted._state)) AND (deletions.hash = encode(sha256(convert_to(is_noted._what, 'UTF8'::name)), 'hex'::text)))))
;

CREATE OR REPLACE FUNCTION public.is_ranked(_review reviews)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (((_review).hidden_at IS NULL) AND (NOT (_review).is_replaced) AND (_review).is_confirmed AND has_lasted((_review).accepted_at))
;

CREATE OR REPLACE FUNCTION public.is_reserved_handle(_handle text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((handle_look(_handle) ~ handle_look('kinexo'::text)) OR (handle_look(_handle) IN (SELECT handle_look(word.word) AS handle_look FROM unnest(ARRAY['admin'::text, 'administrador'::text, 'administracion'::text, 'api'::text, 'ayuda'::text, 'auth'::text, 'colegio'::text, 'contacto'::text, 'dashboard'::text, 'equipo'::text, 'kinesiologia'::text, 'kinesiologo'::text, 'kinesiologos'::text, 'matricula'::text, 'ministerio'::text, 'moderador'::text, 'oficial'::text, 'pami'::text, 'privacidad'::text, 'registro'::text, 'root'::text, 'salud'::text, 'seguridad'::text, 'sistema'::text, 'soporte'::text, 'support'::text, 'terminos'::text, 'www'::text]) word(word))))
;

CREATE OR REPLACE FUNCTION public.is_word_in_use(_name vocabulary_names)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE (_name).kind WHEN 'place'::text THEN ((EXISTS (SELECT FROM profiles WHERE ((profiles.place_slug IS NULL) AND (profiles.location_city IS NOT NULL) AND (vocabulary_key(profiles.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.place_slug IS NULL) AND (cases.location_city IS NOT NULL) AND (vocabulary_key(cases.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM profiles WHERE ((profiles.place_slug = (is_word_in_use._name).place_slug) AND (vocabulary_key(profiles.location_city) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.place_slug = (is_word_in_use._name).place_slug) AND (vocabulary_key(cases.location_city) = (is_word_in_use._name).key))))) WHEN 'specialty'::text THEN ((EXISTS (SELECT FROM profiles WHERE ((profiles.specialty_slug IS NULL) AND (profiles.specialty IS NOT NULL) AND (vocabulary_key(profiles.specialty) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM profiles WHERE ((profiles.specialty_slug = (is_word_in_use._name).specialty_slug) AND (vocabulary_key(profiles.specialty) = (is_word_in_use._name).key))))) ELSE ((EXISTS (SELECT FROM cases WHERE ((cases.zone_slug IS NULL) AND (cases.injury_area IS NOT NULL) AND (vocabulary_key(cases.injury_area) = (is_word_in_use._name).key)))) OR (EXISTS (SELECT FROM cases WHERE ((cases.zone_slug = (is_word_in_use._name).zone_slug) AND (vocabulary_key(cases.injury_area) = (is_word_in_use._name).key))))) END
;

CREATE OR REPLACE FUNCTION public.jobs_go_with_their_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform graphile_worker.remove_job(tg_argv[0] || ':' || old.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keeps_bookings(_match uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM ((case_relations r JOIN profiles k ON ((k.id = r.kine_id))) JOIN profiles o ON ((o.id = r.patient_id))) WHERE ((r.match_id = keeps_bookings._match) AND r.is_live AND (o.health_withdrawn_at IS NULL) AND (k.approval_status = 'approved'::approval_status) AND (EXISTS (SELECT FROM user_roles WHERE ((user_roles.user_id = k.id) AND (user_roles.role = 'kine'::app_role)))) AND (EXISTS (SELECT FROM user_roles WHERE ((user_roles.user_id = o.id) AND (user_roles.role = 'patient'::app_role)))))))
;

CREATE OR REPLACE FUNCTION public.kine_applications_taken_up_are_new()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.late_told_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_contact(_viewer uuid, _kine uuid)
 RETURNS TABLE(phone text, email text)
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if _viewer = _kine or has_role(_viewer, 'admin') then
    return query select p.phone, p.email from profiles p where p.id = _kine;
  else
    return query select r.kine_phone, r.kine_email from case_relations r
      where r.kine_id = _kine and r.patient_id = _viewer and r.access = 'accepted' order by r.is_live desc, r.match_id desc limit 1;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_coverages_are_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  retired timestamptz;
begin
  -- The lock keeps a coverage from being retired or merged meanwhile.
  select retired_at into retired from coverages where id = new.coverage_id for share;
  if retired is not null then
    perform refuse('coverages_in_use', 'a retired coverage is not stated');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_coverages_stay_disputed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.disputed_at := (select hidden_at from coverage_disputes
    where kine_id = new.kine_id and coverage_id = new.coverage_id and decided_at is null);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_places_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform count_zone(old.place, null, 0, 0, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_zone(new.place, null, 0, 0, 1);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_roles_are_tallied()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  counts boolean;
begin
  select approval_status = 'approved' and suspended_at is null into counts
    from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  if counts then
    perform tally('specialists', coalesce(new.role = 'kine', false)::int - coalesce(old.role = 'kine', false)::int);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.kine_roles_wait_for_a_check()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.role = 'kine' then
    delete from profile_changes where kine_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' and new.role = 'kine' then
    insert into profile_changes (kine_id, name, license_number, specialty)
      select id, name, license_number, specialty from profiles
      where id = new.user_id and approval_status = 'approved' and license_number is not null and license_checked_at is null
      on conflict do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.knows(_person uuid, _kine uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((EXISTS (SELECT FROM (matches m JOIN cases c ON ((c.id = m.case_id))) WHERE ((m.kine_id = knows._kine) AND (c.patient_id = knows._person)))) OR (has_role(_person, 'kine'::app_role) AND (EXISTS (SELECT FROM profiles WHERE ((profiles.id = knows._person) AND is_licence_current(profiles.license_checked_at))))))
;

CREATE OR REPLACE FUNCTION public.last_admin_stays()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from user_roles where role = 'admin' and user_id <> old.user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.last_whole_day(_until timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (day_number(((_until AT TIME ZONE 'America/Argentina/Buenos_Aires'::text))::date) - 1)
;

CREATE OR REPLACE FUNCTION public.licence_conflict(_text text, _own uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN ((v.kind = 'MN'::text) OR (v.jurisdiction IS NOT NULL) OR (v.number !~ '^[0-9]+$'::text)) THEN 'taken'::text ELSE 'place_needed'::text END AS "case" FROM licence_value(licence_conflict._text) v(kind, jurisdiction, number) WHERE ((EXISTS (SELECT FROM licences o WHERE (o.is_first AND (o.value_number = license_key(v.number)) AND (o.kine_id IS DISTINCT FROM licence_conflict._own) AND CASE WHEN ((v.kind = 'MP'::text) AND (v.jurisdiction IS NOT NULL)) THEN ((o.value_kind = 'MP'::text) AND (o.jurisdiction = v.jurisdiction)) ELSE COALESCE((o.value_kind = v.kind), true) END))) OR (EXISTS (SELECT FROM profiles p WHERE ((license_key(p.license_number) = license_key(licence_conflict._text)) AND (p.id IS DISTINCT FROM licence_conflict._own))))))
;

CREATE OR REPLACE FUNCTION public.licence_parts(_text text, OUT kind text, OUT number text)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when key ~ '^(mn|mp)[0-9]+$' then upper(left(key, 2)) end, case when key ~ '^(mn|mp)[0-9]+$' then substr(key, 3) else _text end
    from (select license_key(_text) as key) k
$function$
;

CREATE OR REPLACE FUNCTION public.licence_standing(_state text, _checked_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN CASE WHEN (_state <> 'verified'::text) THEN _state WHEN (days_since(_checked_at) <= 180) THEN 'fresh'::text WHEN (days_since(_checked_at) <= 240) THEN 'due'::text ELSE 'lapsed'::text END
;

CREATE OR REPLACE FUNCTION public.licence_text(_kind text, _jurisdiction text, _number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN concat_ws(', '::text, concat_ws(' '::text, _kind, _number), CASE WHEN (_kind = 'MP'::text) THEN ('{"06": "Buenos Aires", "10": "Catamarca", "14": "Córdoba", "18": "Corrientes", "22": "Chaco", "26": "Chubut", "30": "Entre Ríos", "34": "Formosa", "38": "Jujuy", "42": "La Pampa", "46": "La Rioja", "50": "Mendoza", "54": "Misiones", "58": "Neuquén", "62": "Río Negro", "66": "Salta", "70": "San Juan", "74": "San Luis", "78": "Santa Cruz", "82": "Santa Fe", "86": "Santiago del Estero", "90": "Tucumán", "94": "Tierra del Fuego"}'::jsonb ->> _jurisdiction) ELSE NULL::text END)
;

CREATE OR REPLACE FUNCTION public.licence_value(_text text, OUT kind text, OUT jurisdiction text, OUT number text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  parts text[] := regexp_match(btrim(public.fold(_text)), '^([^0-9]*)([0-9][0-9[:space:]./-]*)(,[^0-9]+)?$');
  before text := regexp_replace(parts[1], '[^a-z]', '', 'g');
  named text[] := regexp_match(before, 
    '^(?:(mn|(?:mat(?:ricula)?)?nac(?:ional)?)|(mp|(?:mat(?:ricula)?)?prov(?:incial)?)|mat(?:ricula)?)?(?:n|no|nro|num|numero)?$');
begin
  jurisdiction := '{"buenosaires":"06","catamarca":"10","cordoba":"14","corrientes":"18","chaco":"22","chubut":"26","entrerios":"30","formosa":"34","jujuy":"38","lapampa":"42","larioja":"46","mendoza":"50","misiones":"54","neuquen":"58","rionegro":"62","salta":"66","sanjuan":"70","sanluis":"74","santacruz":"78","santafe":"82","santiagodelestero":"86","tucuman":"90","tierradelfuego":"94"}'::jsonb ->> regexp_replace(parts[3], '[^a-z]', '', 'g');
  if named is null or (parts[3] is not null and jurisdiction is null) then
    jurisdiction := null;
    number := _text;
    return;
  end if;
  number := regexp_replace(regexp_replace(parts[2], '[^0-9]', '', 'g'), '^0+(?=[0-9])', '');
  if named[1] is not null then
    kind := 'MN';
    jurisdiction := '02';
  elsif named[2] is not null or jurisdiction is not null then
    kind := 'MP';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.licence_value_kind(_kind text, _number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(_kind, (licence_value(_number)).kind)
;

CREATE OR REPLACE FUNCTION public.licence_value_number(_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN license_key((licence_value(_number)).number)
;

CREATE OR REPLACE FUNCTION public.licences_are_shown()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
  newest licences;
begin
  select * into newest from licences where kine_id = kine and state = 'verified' order by checked_at desc limit 1;
  update profiles set license_checked_at = newest.checked_at,
      license_number = coalesce(license_number, case
        when exists (select from profiles o where license_key(o.license_number) = license_key(concat_ws(' ', newest.kind, newest.number)))
        then licence_text(newest.kind, newest.jurisdiction, newest.number) else concat_ws(' ', newest.kind, newest.number) end)
    where id = kine and license_checked_at is distinct from newest.checked_at;
  if tg_op = 'UPDATE' and new.state = 'verified' and new.is_first then
    delete from profile_changes c using profiles p
      where c.kine_id = kine and p.id = kine and c.rejected_at is null
        and (c.name, c.license_number, c.specialty) is not distinct from (p.name, p.license_number, p.specialty);
  end if;
  perform tell(kine::text, 'counts');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.licences_are_taken_in_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(new.license_number), 0));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.licences_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_admin boolean := has_role(viewer_id(), 'admin');
  -- Written by a trigger of the profile or of a report, which has its own rules.
  follows boolean := pg_trigger_depth() > 1;
begin
  if tg_op = 'INSERT' then
    if not follows and (new.state <> 'declared' or new.is_first or new.evidence_path is not null) then
      perform refuse('licences_start_declared', 'a licence starts declared');
    end if;
    if not follows and (select count(*) from licences where kine_id = new.kine_id and state <> 'withdrawn') >= 10 then
      perform refuse('licences_at_most_ten', 'a specialist has ten licences at most');
    end if;
  else
    if new.kine_id <> old.kine_id or (not follows and (new.number, new.is_first) is distinct from (old.number, old.is_first)) then
      perform refuse('licences_stay_as_declared', 'another number is another licence');
    end if;
    if not follows and (new.kind, new.jurisdiction) is distinct from (old.kind, old.jurisdiction)
      and not (is_admin and coalesce(old.kind = new.kind, true) and coalesce(old.jurisdiction = new.jurisdiction, true)) then
      perform refuse('licences_stay_as_declared', 'an admin completes what a licence does not say, and nobody changes what it says');
    end if;
    if old.state = 'withdrawn' and new.state <> 'withdrawn' then
      perform refuse('licences_withdrawn_once', 'a withdrawn licence stays withdrawn');
    end if;
    if not follows and not is_admin
      and ((new.state <> old.state and new.state <> 'withdrawn')
        or (new.checked_at, new.method, new.decided_at) is distinct from (old.checked_at, old.method, old.decided_at)) then
      perform refuse('only_admins', 'only an admin decides about a licence');
    end if;
    if new.state = 'withdrawn' then
      new.is_first := false;
      new.evidence_path := null;
      new.evidence_at := null;
    end if;
    -- What an admin decides is nothing that a rejected report gives back.
    if new.state <> 'doubtful' or new.decided_at is distinct from old.decided_at then
      new.doubted_state := null;
    end if;
  end if;
  new.recheck_at := case when new.contested_at > coalesce(new.decided_at, '-infinity') and new.state <> 'withdrawn' then new.contested_at else
    case new.state when 'doubtful' then to_timestamp(0) when 'declared' then new.declared_at
    when 'verified' then new.checked_at + interval '180 days'
    -- Evidence that came after the decision asks for another one.
    when 'inactive' then case when new.evidence_at > coalesce(new.decided_at, '-infinity') then new.evidence_at end end end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.license_key(license_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(license_number, '[^[:alnum:]]'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.link_words(_table text, _column text, _kind text, _from text, _to text, _most integer, OUT linked integer, OUT go_on text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  slug text := _kind || '_slug';
  -- The condition of the index that is read.
  unknown text := format('%I is null and %I is not null', slug, _column);
  side text := case when _kind = 'zone' then ', zone_side = $4' else '' end;
  name vocabulary_names;
  batch integer;
begin
  linked := 0;
  execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) >= $1', _column, _table, unknown)
    into go_on using _from;
  for walked in 1..1000 loop
    exit when go_on is null or go_on > _to;
    select * into name from vocabulary_names n
      where n.kind = _kind and n.key = go_on and num_nonnulls(n.place_slug, n.specialty_slug, n.zone_slug) = 1;
    if found then
      execute format('update %1$I set %2$I = $1%3$s where id in (select id from %1$I where %4$s and vocabulary_key(%5$I) = $2
          limit $3 for no key update%6$s)', _table, slug, side, unknown, _column, case when _from = _to then '' else ' skip locked' end)
        using coalesce(name.place_slug, name.specialty_slug, name.zone_slug), go_on, _most - linked, name.zone_side;
      get diagnostics batch = row_count;
      linked := linked + batch;
      if linked >= _most then
        return;
      end if;
    end if;
    execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) > $1', _column, _table, unknown)
      into go_on using go_on;
  end loop;
  if go_on > _to then
    go_on := null;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_read(_match uuid, _viewer uuid, _up_to uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  the_case uuid;
  reader uuid;
  last_read uuid;
begin
  -- Who writes holds the case: what is counted below is all that there is.
  select c.id, case when c.patient_id = _viewer then m.kine_id else c.patient_id end into the_case, reader
    from matches m join cases c on c.id = m.case_id where m.id = _match and _viewer in (m.kine_id, c.patient_id)
    for no key update of c;
  if not found or conversation_state(_match, _viewer) is null then
    return false;
  end if;
  select id into last_read from messages where match_id = _match and author_id <> _viewer and id <= _up_to order by id desc limit 1;
  if last_read is null then
    return true;
  end if;
  insert into read_marks as r (match_id, user_id, read_id, read_at, unread)
    values (_match, _viewer, last_read, now(),
      (select count(*) from messages where match_id = _match and author_id <> _viewer and id > last_read))
    on conflict (match_id, user_id) do update set read_id = excluded.read_id, read_at = excluded.read_at, unread = excluded.unread
      where r.read_id is null or r.read_id < excluded.read_id;
  if found then
    perform tell(_viewer::text, 'message', the_case);
    if not exists (select from read_receipts_off where user_id in (_viewer, reader)) then
      perform tell(reader::text, 'message', the_case);
    end if;
  end if;
  update notifications set seen_at = now() where id in (select id from notifications
    where user_id = _viewer and match_id = _match and kind in ('message_received', 'message_received_kine')
      and seen_at is null and done_at is null order by id for no key update)
    and not exists (select from read_marks where match_id = _match and user_id = _viewer and unread > 0);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform from case_places where case_id = new.case_id for update;
    update case_places set is_waiting = false where case_id = new.case_id and is_waiting;
    return null;
  end if;
  -- Of a case that is being deleted nothing is left to count.
  perform count_case(old.case_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_are_followed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform run_level('match_level', new.id, make_interval(hours => setting_number('reminder_hours', 24)));
  else
    insert into match_levels as l (match_id, accepted_at) values (new.id, now())
      on conflict (match_id) do update set accepted_at = excluded.accepted_at;
    perform run_level('match_level', new.id, make_interval(hours => setting_number('nobody_wrote_hours', 48)));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_case uuid := coalesce(new.case_id, old.case_id);
  the_patient uuid;
  the_notification uuid;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  select patient_id into the_patient from cases where id = the_case;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', the_case);
  end if;
  if tg_op = 'INSERT' then
    if the_patient is not null
      and (select count(*) from applications_made where case_id = the_case and kine_id = new.kine_id) <= 2 then
      perform notify_person(the_patient, 'application_received', the_case);
    end if;
    return null;
  end if;
  perform tell(old.kine_id::text, 'application', the_case);
  if tg_op = 'UPDATE' and new.status in ('accepted', 'rejected') then
    perform notify_person(new.kine_id, case when new.ended_at is null then 'application_' || new.status else 'acceptance_ended' end, the_case, new.id);
  end if;
  if old.status = 'proposed' then
    -- An application at the same time waits for this lock, or is seen by the statement after it.
    select id into the_notification from notifications
      where user_id = the_patient and kind = 'application_received' and case_id = the_case and seen_at is null and done_at is null
      for no key update;
    if found and not exists (select from matches where case_id = the_case and status = 'proposed') then
      update notifications set done_at = now() where id = the_notification;
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_by_checked_kines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select value from settings where key = 'unchecked_may_apply') = 'false'
    and not exists (select from profiles where id = new.kine_id and license_checked_at is not null) then
    perform refuse('matches_by_checked_kines', 'a licence is checked before its specialist applies');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_go_while_proposed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_patient uuid;
begin
  select patient_id into the_patient from cases where id = old.case_id;
  -- With its case or its specialist it goes in any state.
  if not found or is_leaving(the_patient) or is_leaving(old.kine_id)
    or not exists (select from profiles where id = old.kine_id) then
    return old;
  end if;
  if old.status <> 'proposed' then
    perform refuse('matches_decided_once', format('an application that is %s is not withdrawn', old.status));
  end if;
  if viewer_id() <> old.kine_id then
    perform refuse('matches_go_by_their_kine', 'only its specialist withdraws an application');
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_case cases;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
      perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
    end if;
    if new.status = old.status then
      if new.ended_at is distinct from old.ended_at then
        perform refuse('matches_decided_once', 'an acceptance ends once');
      end if;
      return new;
    end if;
    if new.ended_at is not null and (old.status, new.status) is distinct from ('accepted'::match_status, 'rejected'::match_status)
      or new.ended_at is null and old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
  elsif new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if tg_op = 'UPDATE' then
    if new.ended_at is not null and viewer_id() is distinct from the_case.patient_id then
      perform refuse('matches_end_by_their_patient', 'only its patient takes an acceptance back');
    end if;
    if new.status = 'accepted' and exists (select from profiles where id = new.kine_id and suspended_at is not null) then
      perform refuse('matches_of_the_suspended_wait', 'a suspended specialist is not picked');
    end if;
    return new;
  end if;
  if new.kine_id = the_case.patient_id then
    perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
  end if;
  if not exists (select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null) then
    perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
  end if;
  -- Read after the lock was waited for.
  if the_case.dormant_at is not null or exists (select from profiles where id = the_case.patient_id and suspended_at is not null) then
    perform refuse('matches_need_an_offered_case', 'a case that sleeps or whose patient is suspended is not offered');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_need_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from cases c join profiles p on p.id = c.patient_id
    where c.id = new.case_id and p.health_withdrawn_at is not null
  ) then
    perform refuse('matches_need_consent', 'a case whose patient took their consent back is not offered');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_of_the_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_patient uuid;
begin
  select patient_id into the_patient from cases where id = new.case_id;
  if tg_op = 'INSERT' then
    if is_case_blocked(new.case_id, new.kine_id) then
      perform refuse('matches_need_no_block', 'one of them blocked the other');
    end if;
  elsif is_case_blocked(new.case_id, new.kine_id) or are_blocked(the_patient, new.kine_id) then
    if exists (select from blocks where blocker_id = the_patient and blocked_id = new.kine_id) then
      perform refuse('matches_wait_for_the_unblocking', 'who blocked somebody does not accept them');
    end if;
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_take_a_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if setting_number('offers_max', 0) = 0 then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    -- What stands takes no other seat. The transaction may have waited for the case since it began.
    if old.valid_until is null or old.valid_until > clock_timestamp() then
      return new;
    end if;
    perform from cases where id = new.case_id for no key update;
  end if;
  if not has_seat(new.case_id, new.kine_id) then
    perform refuse('matches_take_a_seat', 'the case has as many applications as it may have at once');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_within_a_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  hash bytea := sha256(convert_to(lower(regexp_replace(new.message, '[^[:alnum:]]+', '', 'g')), 'UTF8'));
  most constant integer := setting_number('applications_a_day', 20);
  spent integer;
  is_repeated boolean;
begin
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('application ' || new.kine_id, 0));
  select coalesce(sum(weight), 0), coalesce(bool_or(text_hash = hash), false) into spent, is_repeated
    from applications_made where kine_id = new.kine_id and at > clock_timestamp() - interval '1 day';
  if spent + 1 + is_repeated::int > (case when spent >= most * 3 / 4 - 1 and is_new_account(new.kine_id) then most * 3 / 4 else most end)
    and not exists (select from matches where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('matches_within_a_day', 'a specialist applies to so many cases a day at most');
  end if;
  insert into applications_made (kine_id, case_id, text_hash, weight) values (new.kine_id, new.case_id, hash, 1 + is_repeated::int);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.may_act_at_once(_kind text, _actor uuid, _subject uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if not is_confirmed(_actor) or not knows(_actor, _subject) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('acts at once', 0));
  if (select count(*) from acts_at_once where actor_id = _actor and at > clock_timestamp() - interval '1 day') >= 2
    or (select count(*) from acts_at_once where at > clock_timestamp() - interval '1 day') >= 20 then
    return false;
  end if;
  insert into acts_at_once (kind, actor_id, subject_id) values (_kind, _actor, _subject);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.may_be_one_licence(_kind text, _jurisdiction text, _other_kind text, _other_jurisdiction text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE((_kind = _other_kind), true) AND COALESCE((_jurisdiction = _other_jurisdiction), true))
;

CREATE OR REPLACE FUNCTION public.may_practise(_kine uuid, _jurisdiction text, _modality modality)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM licences WHERE ((licences.kine_id = may_practise._kine) AND (licence_standing(licences.state, licences.checked_at) = ANY (ARRAY['fresh'::text, 'due'::text])) AND ((may_practise._modality = 'online'::modality) OR (licences.jurisdiction = may_practise._jurisdiction)))))
;

CREATE OR REPLACE FUNCTION public.merge_coverages(_from integer, _into integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  gone coverages;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin merges coverages');
  end if;
  perform from coverages where id in (_from, _into) order by id for update;
  select * into gone from coverages where id = _from and merged_into is null;
  if gone.id is null or _from = _into or not exists (select from coverages where id = _into and retired_at is null) then
    perform refuse('coverages_merge_into_others', 'a coverage is merged into another one that is in use');
  end if;
  -- In the order of who decides a dispute: what is stated, then the dispute.
  perform from kine_coverages where coverage_id in (_from, _into) order by kine_id, coverage_id for update;
  update coverages set merged_into = _into where merged_into = _from;
  update coverages set retired_at = coalesce(retired_at, now()), merged_into = _into where id = _from;
  update coverages c set aliases = array(
      select alias from (
        select distinct on (coverage_key(alias)) alias, place
        from unnest(c.aliases || gone.short || gone.name || gone.aliases) with ordinality given (alias, place)
        where coverage_key(alias) not in (coverage_key(c.short), coverage_key(c.name), '')
        order by coverage_key(alias), place
      ) one order by place limit 40)
    where id = _into;
  update kine_coverages k set confirmed_at = greatest(k.confirmed_at, g.confirmed_at), stated_at = least(k.stated_at, g.stated_at)
    from kine_coverages g where k.coverage_id = _into and g.coverage_id = _from and g.kine_id = k.kine_id;
  delete from kine_coverages g where g.coverage_id = _from
    and exists (select from kine_coverages k where k.coverage_id = _into and k.kine_id = g.kine_id);
  update kine_coverages set coverage_id = _into where coverage_id = _from;
end $function$
;

CREATE OR REPLACE FUNCTION public.merged_coverages_take_what_patients_said()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update patient_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update case_coverages set coverage_id = new.merged_into where coverage_id = new.id;
  update coverage_answers set coverage_id = new.merged_into where coverage_id = new.id;
  -- The dispute that remains hides what either hid.
  update coverage_disputes o set hidden_at = coalesce(o.hidden_at, d.hidden_at) from coverage_disputes d
    where o.coverage_id = new.merged_into and o.decided_at is null and d.coverage_id = new.id and d.decided_at is null
      and d.kine_id = o.kine_id;
  delete from coverage_disputes d where d.coverage_id = new.id and d.decided_at is null and exists (
    select from coverage_disputes o where o.coverage_id = new.merged_into and o.kine_id = d.kine_id and o.decided_at is null);
  update coverage_disputes set coverage_id = new.merged_into where coverage_id = new.id;
  update kine_coverages k set disputed_at = d.hidden_at from coverage_disputes d
    where k.coverage_id = new.merged_into and k.disputed_at is null
      and d.kine_id = k.kine_id and d.coverage_id = k.coverage_id and d.decided_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.message_files_are_dropped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dropped_studies (path) values (old.file_path) on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.messages_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_case uuid;
  reader uuid;
  is_patient boolean;
begin
  select c.id, case when c.patient_id = new.author_id then m.kine_id else c.patient_id end, c.patient_id <> new.author_id
    into the_case, reader, is_patient from matches m join cases c on c.id = m.case_id where m.id = new.match_id;
  insert into read_marks as r (match_id, user_id, unread) values (new.match_id, reader, 1)
    on conflict (match_id, user_id) do update set unread = r.unread + 1;
  perform tell(reader::text, 'message', the_case);
  perform tell(new.author_id::text, 'message', the_case);
  perform notify_person(reader, case when is_patient then 'message_received' else 'message_received_kine' end, the_case, new.match_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.messages_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_patient uuid;
  state text;
  counted integer;
begin
  if tg_op = 'UPDATE' then
    perform refuse('messages_stay_as_written', 'a message stays as it was written');
  end if;
  -- One after the other of each author, so that the limits hold; then of each case, before anything else is locked, as a deletion does.
  perform pg_advisory_xact_lock(hashtextextended('message ' || new.author_id, 0));
  select c.patient_id into the_patient from matches m join cases c on c.id = m.case_id where m.id = new.match_id
    and new.author_id in (m.kine_id, c.patient_id) for no key update of c;
  state := conversation_state(new.match_id, new.author_id);
  if state is null then
    perform refuse('messages_of_their_people', 'only the two people of an application write to each other');
  elsif state <> 'open' then
    perform refuse('messages_while_open', 'nothing is written to a conversation that is over');
  end if;
  if new.author_id = the_patient and exists (select from profiles
    where id = the_patient and health_consent is distinct from current_consent('health_data')) then
    perform refuse('messages_need_consent', 'what patients write is kept with their consent');
  end if;
  -- After the wait: the messages of a conversation are in the order in which they were written.
  new.id := uuid_v7();
  new.created_at := clock_timestamp();
  if (select count(*) from messages where author_id = new.author_id and id > uuid_at(clock_timestamp() - interval '1 minute')) >= 30 then
    perform refuse('messages_at_most_30_a_minute', 'somebody writes thirty messages a minute at most');
  end if;
  if new.file_path is not null and files_today(new.author_id) >= 20 then
    perform refuse('messages_20_files_a_day', 'a specialist sends twenty files a day at most');
  end if;
  if new.author_id <> the_patient and not exists (select from messages where match_id = new.match_id) then
    select count(*) into counted from conversations_begun
      where kine_id = new.author_id and at > clock_timestamp() - interval '1 day';
    if counted >= 10 then
      perform refuse('messages_open_ten_a_day', 'a specialist begins ten conversations a day at most');
    end if;
    insert into conversations_begun (kine_id) values (new.author_id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.moved_cost(encrypted text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (split_part(encrypted, '$'::text, 4))::integer
;

CREATE OR REPLACE FUNCTION public.name_key(_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN text_key(_name)
;

CREATE OR REPLACE FUNCTION public.named_modalities(_joined text)
 RETURNS modality[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[CASE WHEN (lower(_joined) ~ '(^|,)\s*consultorio\s*(,|$)'::text) THEN 'consultorio'::modality ELSE NULL::modality END, CASE WHEN (lower(_joined) ~ '(^|,)\s*(a )?domicilio\s*(,|$)'::text) THEN 'domicilio'::modality ELSE NULL::modality END, CASE WHEN (lower(_joined) ~ '(^|,)\s*(online|virtual)\s*(,|$)'::text) THEN 'online'::modality ELSE NULL::modality END], NULL::modality)
;

CREATE OR REPLACE FUNCTION public.names_an_authority(_handle text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  parts constant text[] := string_to_array(_handle, '-');
  looks constant text[] := array(select handle_look(array_to_string(parts[f:t], '')) from generate_subscripts(parts, 1) f
    cross join generate_subscripts(parts, 1) t where f <= t);
begin
  return exists (select from unnest(array['oficial', 'oficiales', 'admin', 'administrador', 'administradora', 'administracion', 'moderador',
      'moderadora', 'soporte', 'support', 'seguridad', 'ministerio', 'ministerios', 'minsal', 'secretaria', 'subsecretaria', 'superintendencia',
      'sssalud', 'gobierno', 'estado', 'nacion', 'municipalidad', 'municipio', 'gobernacion', 'intendencia', 'defensoria', 'anmat', 'anses',
      'afip', 'arca', 'renaper', 'refeps', 'sisa', 'colegio', 'colegios', 'matriculas', 'pami', 'inssjp', 'ioma', 'osde']) word
      where handle_look(word) = any (looks))
    or exists (select from coverages c cross join unnest(array[c.short, c.name] || c.aliases) said (text)
      where length(coverage_key(said.text)) >= 3 and handle_look(replace(coverage_key(said.text), ' ', '')) = any (looks));
end $function$
;

CREATE OR REPLACE FUNCTION public.names_reach_the_roles()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update user_roles set name_key = name_key(new.name) where user_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.new_cases_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into case_places select * from counted_cases where case_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_case_opening(_case uuid, _kine uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  most constant integer := setting_number('cases_opened_a_day', 100);
begin
  if exists (select from case_openings where case_id = _case and kine_id = _kine and day = current_date) then
    return true;
  end if;
  -- One after the other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('case opening ' || _kine, 0));
  if not exists (select from matches where case_id = _case and kine_id = _kine) and (select count(*) from (
    select from case_openings o where o.kine_id = _kine and o.opened_at > now() - interval '1 day'
      and not exists (select from matches m where m.case_id = o.case_id and m.kine_id = _kine) limit most) few) >= most then
    return false;
  end if;
  insert into case_openings (case_id, kine_id) values (_case, _kine) on conflict do nothing;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_contact_leak(_user uuid, _said text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  _today text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('leak ' || _user, 0));
  insert into contact_leaks (user_id, said) values (_user, left(_said, 2000));
  _today := array(select said from contact_leaks where user_id = _user and at > now() - interval '1 day' order by at desc limit 3);
  if cardinality(_today) = 3 then
    insert into reports (profile_id, reason, details, said)
      values (_user, 'other', 'Tres textos con datos de contacto en un día.', array_to_string(_today, E'\n\n'))
      on conflict (subject_id) where reporter_id is null and decided_at is null do nothing;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_deletion(_kind text, _what text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into deletions (kind, hash, at)
    values (_kind, encode(sha256(convert_to(_what, 'UTF8')), 'hex'), date_trunc('milliseconds', clock_timestamp()))
    on conflict do nothing
$function$
;

CREATE OR REPLACE FUNCTION public.note_state(_kind text, _state text[], _what text)
 RETURNS void
 LANGUAGE sql
AS $function$
  with subject as (select encode(sha256(convert_to(_what, 'UTF8')), 'hex') as hash)
  insert into deletions (kind, hash, at)
    select _kind, hash, greatest(date_trunc('milliseconds', clock_timestamp()),
      (select max(d.at) + interval '1 millisecond' from deletions d where d.hash = subject.hash and d.kind = any (_state)))
    from subject
    on conflict do nothing
$function$
;

CREATE OR REPLACE FUNCTION public.notifications_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(new.user_id::text, 'inbox');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_person(_user uuid, _kind text, _case uuid DEFAULT NULL::uuid, _match uuid DEFAULT NULL::uuid, _review uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  the_id uuid;
  due timestamptz;
  again boolean;
begin
  with earlier as (
    select max(told_at) filter (where seen_at is null and told_at > now() - interval '1 hour') as told_at
      from (select seen_at, told_at from notifications
        where user_id = _user and id > uuid_at(now() - interval '1 day') and kind = _kind
          and thing_id is not distinct from coalesce(_match, _review, _case)
        order by id desc limit 1) n
  ), written as (
    insert into notifications as n (user_id, kind, case_id, match_id, review_id, told_at, due_at)
      select _user, _kind, _case, _match, _review, told_at, coalesce(told_at + interval '1 hour', now()) from earlier
      on conflict (user_id, kind, thing_id) where seen_at is null and done_at is null
      do update set count = n.count + 1, created_at = least(n.created_at, excluded.created_at),
        due_at = case when n.delivery = 'over' then greatest(now(), n.told_at + interval '4 hours') else n.due_at end,
        delivery = case when n.delivery = 'over' then 'push' else n.delivery end
      returning n.id, n.delivery, n.due_at, n.xmax = 0 as is_new
  )
  -- One that merely waits for the morning keeps its job.
  select id, due_at, is_new or (delivery = 'push' and due_at >= now()) into the_id, due, again from written;
  if again then
    perform graphile_worker.add_job('deliver', payload => json_build_object('id', the_id), job_key => 'deliver:' || the_id,
      run_at => due, priority => 10);
  end if;
  return the_id;
end $function$
;

CREATE OR REPLACE FUNCTION public.offers_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_patient uuid;
begin
  if new.valid_until > now() then
    perform run_level('offer_lapse', new.id, new.valid_until - now());
  end if;
  if tg_op = 'INSERT' then
    return null;
  end if;
  perform tell(new.kine_id::text, 'application', new.case_id);
  select patient_id into the_patient from cases where id = new.case_id;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', new.case_id);
    -- A stranger may edit all day: what says the same is no news, and what is news is told once in twelve hours.
    if new.offered_at is distinct from old.offered_at and (new.offer is distinct from old.offer or old.valid_until <= now())
      and not exists (select from notifications where user_id = the_patient and kind = 'offer_edited' and thing_id = new.id
        and id > uuid_at(now() - interval '12 hours')) then
      perform notify_person(the_patient, 'offer_edited', new.case_id, new.id);
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.offers_change_while_proposed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'accepted' and old.status = 'proposed' then
    -- The transaction may have waited for the case since it began.
    if new.valid_until <= clock_timestamp() then
      perform refuse('matches_lapsed', 'an offer whose time is over is not picked');
    end if;
    return new;
  end if;
  if (new.offer, new.offered_at, new.valid_until) is not distinct from (old.offer, old.offered_at, old.valid_until) then
    return new;
  end if;
  if old.status <> 'proposed' then
    perform refuse('matches_decided_once', format('the offer of an application that is %s stays', old.status));
  end if;
  if viewer_id() <> old.kine_id then
    perform refuse('matches_go_by_their_kine', 'only its specialist changes an offer');
  end if;
  if is_case_blocked(new.case_id, new.kine_id) then
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  if (select status from cases where id = new.case_id for no key update) = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  new.lapsed_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.passwords_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_state('password', array['password'], new.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.patient_coverages_need_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  patient uuid;
  given text;
begin
  if tg_op = 'UPDATE' and new.plan is not distinct from old.plan and has_role(viewer_id(), 'admin') then
    return new;
  end if;
  if tg_table_name = 'case_coverages' then
    select patient_id into patient from cases where id = new.case_id and status = 'open';
    if patient is null then
      perform refuse('cases_change_while_open', 'the coverage of a case changes while it is open');
    end if;
  else
    patient := new.patient_id;
  end if;
  select health_consent into given from profiles where id = patient for share;
  if given is null or given is distinct from current_consent('health_data') then
    perform refuse('cases_need_consent', 'a patient''s coverage is kept with their consent');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.people_are_tallied()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tally('people', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.phone_words(_phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT ((((d.d || ' '::text) || "right"(d.d, 10)) || ' '::text) || "right"(d.d, 8)) FROM regexp_replace(phone_words._phone, '[^0-9]'::text, ''::text, 'g'::text) d(d))
;

CREATE OR REPLACE FUNCTION public.practice_facts_of_kines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' and not exists (select from user_roles where user_id = new.kine_id and role = 'kine') then
    perform refuse('practice_facts_of_kines', 'only a specialist states coverages and prices');
  end if;
  -- Nothing is confirmed ahead of time.
  if new.confirmed_at > now() then
    new.confirmed_at := now();
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.price_range_follows_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.price_range := coalesce(stated_price_range(new.id), new.price_range);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.price_range_of(_session integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (_session < 15000) THEN 'Menos de $15.000'::text WHEN (_session <= 25000) THEN '$15.000 - $25.000'::text WHEN (_session <= 35000) THEN '$25.000 - $35.000'::text WHEN (_session <= 50000) THEN '$35.000 - $50.000'::text ELSE '$50.000+'::text END
;

CREATE OR REPLACE FUNCTION public.prices_set_the_range()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
begin
  update profiles set price_range = stated_price_range(kine)
    where id = kine and price_range is distinct from stated_price_range(kine) and stated_price_range(kine) is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.profile_changes_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
begin
  update profiles set version = version + 1 where id = kine;
  perform tell('admins', 'counts');
  perform tell(kine::text, 'counts');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.profile_changes_of_kines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved'
  ) then
    perform refuse('profile_changes_of_kines', 'only an approved specialist has a change to review');
  end if;
  if new.rejected_at is not null and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin rejects a change');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.profile_versions_rise()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + case
    when new.version = old.version
      and (new.name, new.phone, new.birth_date, new.location_city, new.license_number, new.specialty, new.price_range,
      new.modalities, new.bio, new.phone_listed)
      is not distinct from
      (old.name, old.phone, old.birth_date, old.location_city, old.license_number, old.specialty, old.price_range,
      old.modalities, old.bio, old.phone_listed)
    then 0 else 1 end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.profiles_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_kine(new.id);
  if (old.place_slug, old.suspended_at is null, old.health_withdrawn_at is null)
    is distinct from (new.place_slug, new.suspended_at is null, new.health_withdrawn_at is null) then
    perform count_case(c.id) from (select id from cases where patient_id = new.id order by id) c;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.profiles_declare_licences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.license_number is distinct from old.license_number then
    if tg_op = 'UPDATE' and licence_value(new.license_number) = licence_value(old.license_number) then
      null;
    else
      update licences set state = 'withdrawn' where kine_id = new.id and is_first;
      if new.license_number is not null then
        perform declare_first_licence(new.id);
      end if;
    end if;
  end if;
  if new.license_checked_at is not null then
    update licences set state = 'verified', checked_at = new.license_checked_at, checked_by = viewer_id(), method = 'approval',
        decided_at = clock_timestamp()
      where kine_id = new.id and is_first and state in ('declared', 'verified')
        and (state, checked_at) is distinct from ('verified', new.license_checked_at);
    -- One that is in doubt or inactive is decided among the licences: the profile keeps the newest check of the others.
    update profiles set license_checked_at = newest.checked_at
      from (select max(checked_at) as checked_at from licences where kine_id = new.id and state = 'verified') newest
      where id = new.id and license_checked_at is distinct from newest.checked_at
        and exists (select from licences where kine_id = new.id and is_first and state in ('doubtful', 'inactive'));
  elsif tg_op = 'UPDATE' and old.license_checked_at is not null then
    -- A check is of a name and a number.
    update licences set state = 'declared', declared_at = now() where kine_id = new.id and state = 'verified';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.profiles_follow_consents()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The trigger of consents is the only one to write here.
  if pg_trigger_depth() < 2 then
    perform refuse('profiles_follow_consents', 'a consent changes by a row of consents');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.profiles_link_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or new.location_city is distinct from old.location_city then
    new.place_slug := (select place_slug from vocabulary_names where kind = 'place' and key = vocabulary_key(new.location_city));
  end if;
  if tg_op = 'INSERT' or new.specialty is distinct from old.specialty then
    new.specialty_slug := (select specialty_slug from vocabulary_names where kind = 'specialty' and key = vocabulary_key(new.specialty));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.profiles_show_what_was_checked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin checks a licence');
    end if;
    return new;
  end if;
  if new.license_checked_at is distinct from old.license_checked_at and new.license_checked_at is not null
    and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin checks a licence');
  end if;
  if (new.name, new.license_number, new.specialty) is not distinct from (old.name, old.license_number, old.specialty) then
    return new;
  end if;
  if old.approval_status = 'approved' and new.approval_status = 'approved'
    and exists (select from user_roles where user_id = new.id and role = 'kine') and not has_role(viewer_id(), 'admin') then
    perform refuse('profiles_change_by_review', 'name, licence and specialty of an approved specialist change by review');
  end if;
  if (new.name, new.license_number) is distinct from (old.name, old.license_number)
    and new.license_checked_at is not distinct from old.license_checked_at then
    new.license_checked_at := null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.public_name(_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  -- Between words: spaces, punctuation, digits, symbols, emoji and what is invisible, but no apostrophe.
  gap constant text := '\u0001-\u0026\u0028-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02C2-\u02C5'
    || '\u02D2-\u02DF\u034F\u037E\u0387\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u0600-\u0605\u060C\u061B-\u061F\u0660-\u066D\u06D4\u06DD'
    || '\u06F0-\u06F9\u0964-\u096F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u2018\u201A-\u2070\u2072-\u207E\u2080-\u208E'
    || '\u20A0-\u2BFF\u2E00-\u2E7F\u2FF0-\u3004\u3007-\u3020\u3030\u303D-\u303F\u3164\uE000-\uF8FF\uFD3E\uFD3F\uFE00-\uFE6F\uFEFF'
    || '\uFF01-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFA0\uFFE0-\uFFFF\U0001F000-\U0001FBFF\U000E0000-\U0010FFFF';
  mark constant text := '\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF';
  -- Words before or after a name that are none.
  title constant text :=
    'lic(?:enciad[oa])?|dra?|doctora?|kl?gl?[oa]|kinesi[oóOÓ]log[oa]|ft|fisio(?:terapeuta)?|prof(?:esora?)?|sra?|srta|se[ñÑ]or(?:a|ita)?|don|do[ñÑ]a|ing|m[np]|mg(?:tr|ter)?|esp';
  name text := _name;
  first text;
begin
  -- Most names need none of this, and each costs as much as the rest.
  if name !~ '^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+( [A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+)*$' then
    -- "Gómez, Ana" begins with the family name.
    name := regexp_replace(normalize(name, NFC), '^([^,]*),(.*)$', '\2 \1');
    -- A word begins with a letter, so the marks after a gap belong to it.
    name := regexp_replace(name, '[' || gap || '][' || gap || mark || ']*|^[' || mark || ']+', ' ', 'g');
    -- An apostrophe is part of a word between two letters alone.
    name := regexp_replace(name, '(^| )[''’][ ''’' || mark || ']*|[''’][ ''’][ ''’' || mark || ']*|[''’]$', ' ', 'g');
    name := btrim(name);
  end if;
  -- A title is no name, unless nothing else is left.
  name := regexp_replace(name, '^((?:' || title || ') )+', '', 'i');
  name := regexp_replace(name, '( (?:' || title || '))+$', '', 'i');
  first := split_part(name, ' ', 1);
  return nullif(upper(left(first, 1)) || substr(first, 2), '')
    || case when first = name then '' else ' ' || upper(left(split_part(name, ' ', -1), 1)) || '.' end;
end $function$
;

CREATE OR REPLACE FUNCTION public.push_subscriptions_at_most_ten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || new.user_id, 0));
  delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where user_id = new.user_id order by created_at desc, session_id offset 10);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pushes_are_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from pushes where notification_id = old.id) then
    perform graphile_worker.add_job('close_push', payload => json_build_object('id', old.id), job_key => 'close_push:' || old.id,
      priority => 10);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.pushes_end_with_their_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from public.push_subscriptions where session_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queues_are_followed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform run_level(tg_argv[0], new.id, make_interval(hours => setting_number('late_hours', 24)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.queues_are_notified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform notify_person(a.user_id, tg_argv[0])
    from (select user_id from user_roles where role = 'admin' order by user_id) a;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.quiet_seconds(_from time without time zone, _until time without time zone, _zone text)
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  here timestamp := now() at time zone _zone;
  is_quiet boolean := case when _from <= _until then here::time >= _from and here::time < _until
    else here::time >= _from or here::time < _until end;
begin
  if not is_quiet then
    return 0;
  end if;
  return ceil(extract(epoch from
    (here::date + _until + case when here::time >= _until then interval '1 day' else '0' end) at time zone _zone - now()));
end $function$
;

CREATE OR REPLACE FUNCTION public.raised_price(_price integer, _raise integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (_raise = 0) THEN _price ELSE GREATEST(_price, (LEAST((round(((((_price)::numeric * ((100 + _raise))::numeric) / (100)::numeric) / (100)::numeric)) * (100)::numeric), (1000000000)::numeric))::integer) END
;

CREATE OR REPLACE FUNCTION public.recount()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table profiles, user_roles, reviews in share mode;
  delete from tallies;
  insert into tallies (total, count) select 'people', count(*) from profiles;
  insert into tallies (total, count)
    select 'specialists', count(*) from user_roles r join profiles p on p.id = r.user_id
    where r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null;
  insert into tallies (total, count, stars)
    select 'reviews', count(*), coalesce(sum(stars), 0) from reviews where hidden_at is null;
  delete from kine_ratings;
  insert into kine_ratings select kine_id, count(*), sum(stars) from reviews
    where kine_id is not null and hidden_at is null and not is_replaced group by kine_id;
  insert into kine_ratings as k select kine_id, count, stars from inherited_stars
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
  perform recount_zones();
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_zones()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  lock table profiles, user_roles, cases, matches in share mode;
  delete from case_places;
  delete from kine_places;
  insert into case_places select * from counted_cases;
  insert into kine_places select * from counted_kines;
  delete from zone_counts;
  insert into zone_counts (place, day, published, waiting)
    select place, day, count(*), count(*) filter (where is_waiting) from case_places group by place, day;
  insert into zone_counts (place, specialists) select place, count(*) from kine_places group by place;
end $function$
;

CREATE OR REPLACE FUNCTION public.recovery_codes_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_state('recovery_codes', array['recovery_codes'], f.id::text)
    from auth.mfa_factors f where f.id in (select factor_id from gone);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse(_rule text, _message text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'check_violation', constraint = _rule, message = _message;
end $function$
;

CREATE OR REPLACE FUNCTION public.rejected_reports_give_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order in which each decision about a licence locks.
  perform from profiles where id = new.profile_id for no key update;
  -- One that another specialist has proven meanwhile stays in doubt.
  update licences l set state = doubted_state
    where kine_id = new.profile_id and state = 'doubtful' and doubted_state is not null
      and not (doubted_state = 'verified' and exists (select from licences o where o.number_key = l.number_key and o.state = 'verified'
        and o.kine_id <> l.kine_id and may_be_one_licence(o.kind, o.jurisdiction, l.kind, l.jurisdiction)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rejection_frees_the_licence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update kine_applications set license_number = old.license_number where profile_id = new.id and status = 'rejected';
  new.license_number := null;
  new.license_checked_at := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reopen_kine_application(_application_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin takes an application up again');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'rejected' for update;
  if application.id is null then
    perform refuse('applications_reopen_rejected', 'only a rejected application is taken up again');
  end if;
  update kine_applications
    set status = 'pending', approved_at = null, approved_by = null, rejection_reason = null, license_number = null
    where id = _application_id;
  -- Refused by the unique index where somebody else has the licence now.
  update profiles set approval_status = 'pending', license_number = coalesce(application.license_number, license_number)
    where id = application.profile_id;
  return application.profile_id;
end $function$
;

CREATE OR REPLACE FUNCTION public.reports_go_with_who_said_it()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from reports where said_by = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.reports_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.decided_by is not null then
      perform refuse('reports_start_open', 'a report starts open');
    end if;
    if new.message_id is not null then
      select g.body, g.author_id, m.case_id into new.said, new.said_by, new.said_in
        from messages g join matches m on m.id = g.match_id where g.id = new.message_id for key share of g;
      if not found then
        perform refuse('reports_of_messages_there', 'a message that is gone is not reported');
      end if;
    end if;
    if new.reply_id is not null then
      select body into new.said from review_replies where id = new.reply_id for key share;
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
      union all select kine_id from review_replies where id = new.reply_id
      union all select new.said_by
    ) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    new.acted_at := null;
    if new.reason::text = 'false_licence' and new.reporter_id is not null
      and exists (select from licences where kine_id = new.profile_id and state in ('declared', 'verified'))
      and may_act_at_once('licence_doubted', new.reporter_id, new.profile_id) then
      new.acted_at := now();
    end if;
    return new;
  end if;
  if (new.id, new.reporter_id, new.profile_id, new.case_id, new.match_id, new.review_id, new.message_id, new.reply_id, new.said, new.said_by,
      new.said_in, new.reason, new.details, new.created_at, new.acted_at)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.reply_id, old.said, old.said_by,
      old.said_in, old.reason, old.details, old.created_at, old.acted_at) then
    perform refuse('reports_stay_as_written', 'a report stays as it was written');
  end if;
  if (new.decided_at, new.decision, new.is_upheld) is distinct from (old.decided_at, old.decision, old.is_upheld) then
    if old.decided_at is not null then
      perform refuse('reports_decided_once', 'a report is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides a report');
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.requests_hold_licences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held text := new.license_number;
begin
  if tg_op = 'INSERT' then
    if is_confirmed(new.user_id) then
      return new;
    end if;
    held := (select license_number from profiles where id = new.profile_id);
  end if;
  if held is null then
    return new;
  end if;
  perform from profiles where id = new.profile_id for no key update;
  if tg_op = 'INSERT' then
    delete from licences where kine_id = new.profile_id and is_first;
  else
    update licences set state = 'withdrawn' where kine_id = new.profile_id and is_first;
  end if;
  update profiles set license_number = null where id = new.profile_id and license_number is not null;
  new.license_number := held;
  if is_confirmed(new.user_id) then
    perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(held), 0));
    if licence_conflict(held, new.profile_id) is null then
      update profiles set license_number = held where id = new.profile_id;
      perform declare_first_licence(new.profile_id);
      new.license_number := null;
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.review_replies_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  review reviews;
begin
  select * into review from reviews where id = new.review_id for key share;
  if tg_op = 'INSERT' then
    if review.kine_id is distinct from new.kine_id or review.hidden_at is not null or review.is_replaced
      or new.kine_id is distinct from viewer_id() then
      perform refuse('review_replies_of_their_specialist', 'a review in sight is answered by whom it is about');
    end if;
    return new;
  end if;
  if (new.review_id, new.kine_id, new.created_at) is distinct from (old.review_id, old.kine_id, old.created_at)
    or (new.body <> old.body and new.edited_at is not distinct from old.edited_at) then
    perform refuse('review_replies_stay_as_written', 'an answer keeps its review and, unless it is edited, its words');
  end if;
  if new.edited_at is distinct from old.edited_at then
    if old.kine_id is distinct from viewer_id() or old.hidden_at is not null then
      perform refuse('review_replies_of_their_specialist', 'an answer in sight is edited by its author');
    end if;
    if greatest(old.created_at, review.edited_at) <= now() - interval '48 hours' then
      perform refuse('review_replies_settle_in_48_hours', 'an answer is edited within 48 hours');
    end if;
  elsif (new.held_at, new.hidden_at, new.hidden_reason) is distinct from (old.held_at, old.hidden_at, old.hidden_reason)
    and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin hides and shows an answer');
  end if;
  if new.hidden_at is distinct from old.hidden_at then
    new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_are_notified()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform notify_person(new.kine_id, 'review_received', new.case_id, null, new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_are_tallied()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was_shown boolean := tg_op <> 'INSERT' and old.hidden_at is null;
  is_shown boolean := tg_op <> 'DELETE' and new.hidden_at is null;
  was_counted boolean := was_shown and not old.is_replaced and old.kine_id is not null;
  is_counted boolean := is_shown and not new.is_replaced and new.kine_id is not null;
  was_stars int := coalesce(case when was_shown then old.stars end, 0);
  now_stars int := coalesce(case when is_shown then new.stars end, 0);
begin
  if was_shown <> is_shown or was_stars <> now_stars then
    perform tally('reviews', is_shown::int - was_shown::int, now_stars - was_stars);
  end if;
  if is_counted then
    insert into kine_ratings as k (kine_id, count, stars) values (new.kine_id, 1, new.stars)
      on conflict (kine_id) do update set count = k.count + 1 - was_counted::int,
        stars = k.stars + now_stars - case when was_counted then was_stars else 0 end;
  elsif was_counted then
    update kine_ratings set count = count - 1, stars = stars - old.stars where kine_id = old.kine_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_follow_a_closed_case()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_match uuid;
begin
  if tg_op = 'UPDATE' then
    if new.case_id is distinct from old.case_id
      or new.has_sessions <> old.has_sessions
      or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
      or (new.kine_id is distinct from old.kine_id and new.kine_id is not null)
      or ((new.stars, new.comment) is distinct from (old.stars, old.comment) and new.edited_at is not distinct from old.edited_at) then
      perform refuse('reviews_stay_as_written', 'a review keeps its case, its people and, unless it is edited, its words and stars');
    end if;
    if new.edited_at is distinct from old.edited_at then
      if viewer_id() is distinct from old.patient_id then
        perform refuse('reviews_change_by_their_author', 'only its author edits a review');
      end if;
      if greatest(old.created_at, old.asked_to_edit_at) <= now() - interval '7 days' then
        perform refuse('reviews_settle_in_seven_days', 'a review is edited within seven days');
      end if;
      insert into review_versions (review_id, n, stars, comment, written_at)
        select old.id, count(*) + 1, old.stars, old.comment, coalesce(old.edited_at, old.created_at)
        from review_versions where review_id = old.id;
    elsif new.asked_to_edit_at is distinct from old.asked_to_edit_at and not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin asks for an edit of a review');
    end if;
    return new;
  end if;
  select m.id into the_match from cases c join matches m on m.case_id = c.id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
      and m.kine_id = new.kine_id and m.status = 'accepted';
  if not found then
    perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
  end if;
  new.has_sessions := exists (select from bookings where match_id = the_match and state = 'held' and disputed_at is null);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_hidden_by_admins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin hides and shows a review');
  end if;
  new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_replace_earlier_ones()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  pair record := coalesce(new, old);
  latest uuid := (select id from reviews where patient_id = pair.patient_id and kine_id = pair.kine_id and hidden_at is null
    order by id desc limit 1);
begin
  update reviews set is_replaced = id <> latest
    where patient_id = pair.patient_id and kine_id = pair.kine_id and latest is not null and is_replaced <> (id <> latest);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.reviews_weigh_their_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('review ' || new.kine_id, 0));
  new.accepted_at := (select coalesce(decided_at, created_at) from matches where case_id = new.case_id and kine_id = new.kine_id);
  new.is_confirmed := is_confirmed(new.patient_id);
  new.is_replaced := false;
  -- Three other people, or three of their own: nobody takes the places of all.
  new.is_waiting := new.hidden_at is null and is_new_account(new.patient_id) and (
    select count(distinct patient_id) filter (where patient_id <> new.patient_id) >= 3 or count(*) filter (where patient_id = new.patient_id) >= 3
    from reviews where kine_id = new.kine_id and created_at > now() - interval '1 day' and is_new_account(patient_id));
  if new.is_waiting then
    new.hidden_at := now();
    new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.roles_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock on the person makes the second of two changes see the first.
  perform from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  perform count_kine(coalesce(new.user_id, old.user_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.roles_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['patient_at_most', 'kine_at_most', 'admin_at_most'];
  who uuid := coalesce(new.user_id, old.user_id);
  highest text := (select role from user_roles where user_id = who
    order by array_position(array['admin', 'kine', 'patient']::app_role[], role) limit 1);
begin
  if is_leaving(who) or not exists (select from profiles where id = who) or (tg_op = 'INSERT' and not is_noted(state, who::text)) then
    return null;
  end if;
  perform note_state(coalesce(highest, 'patient') || '_at_most', state, who::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.roles_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell(coalesce(new.user_id, old.user_id)::text, 'person');
  perform tell('admins', 'counts');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.roles_carry_the_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.name_key := coalesce((select name_key(name) from profiles where id = new.user_id), '');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.run_level(_job text, _id uuid, _wait interval)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform graphile_worker.add_job(_job, payload => json_build_object('id', _id), job_key => _job || ':' || _id,
    run_at => now() + _wait, priority => 10);
end $function$
;

CREATE OR REPLACE FUNCTION public.search_words(_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY(SELECT DISTINCT "left"(word.word, 250) AS "left" FROM unnest(string_to_array(((text_key(search_words._text) || ' '::text) || text_key(replace(fold(search_words._text), ''''::text, ''::text))), ' '::text)) word(word) WHERE (word.word <> ''::text)))
;

CREATE OR REPLACE FUNCTION public.seats_are_followed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    delete from seat_queue where case_id = new.case_id and kine_id = new.kine_id;
  elsif exists (select from seat_queue where case_id = old.case_id) then
    perform run_level('seat_free', old.case_id, '0');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.seats_taken(_case uuid, _but uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN ((SELECT (count(*))::integer AS count FROM matches m WHERE ((m.case_id = seats_taken._case) AND (m.kine_id IS DISTINCT FROM seats_taken._but) AND ((m.status = 'accepted'::match_status) OR ((m.status = 'proposed'::match_status) AND ((m.valid_until IS NULL) OR (m.valid_until > now())) AND (NOT (EXISTS (SELECT FROM profiles k WHERE ((k.id = m.kine_id) AND (k.suspended_at IS NOT NULL))))))))) + (SELECT (count(*))::integer AS count FROM case_alerts a WHERE ((a.case_id = seats_taken._case) AND (a.kine_id IS DISTINCT FROM seats_taken._but) AND (a.seat_until > now()) AND (NOT (EXISTS (SELECT FROM matches m WHERE ((m.case_id = seats_taken._case) AND (m.kine_id = a.kine_id))))))))
;

CREATE OR REPLACE FUNCTION public.seconds_to_quiet(_from time without time zone, _until time without time zone, _zone text)
 RETURNS double precision
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  here timestamp := now() at time zone _zone;
begin
  if _from = _until then
    return null;
  end if;
  if quiet_seconds(_from, _until, _zone) > 0 then
    return 0;
  end if;
  return floor(extract(epoch from
    (here::date + _from + case when here::time >= _from then interval '1 day' else '0' end) at time zone _zone - now()));
end $function$
;

CREATE OR REPLACE FUNCTION public.setting_number(_key text, _fallback integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN COALESCE((SELECT CASE WHEN (jsonb_typeof(settings.value) = 'number'::text) THEN ((settings.value)::text)::integer ELSE NULL::integer END AS "case" FROM settings WHERE (settings.key = setting_number._key)), _fallback)
;

CREATE OR REPLACE FUNCTION public.settings_by_admins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Of an admin who leaves, the setting loses the name.
  if tg_op = 'UPDATE' and new.value = old.value and new.changed_by is null then
    return new;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin changes a setting');
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION public.shown_reviews_wait_no_more()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_waiting := false;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.stated_price_range(_kine uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN (SELECT price_range_of(min(kine_prices.session)) AS price_range_of FROM kine_prices WHERE (kine_prices.kine_id = stated_price_range._kine) HAVING (count(*) > 0))
;

CREATE OR REPLACE FUNCTION public.studies_are_dropped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into dropped_studies (path)
    select path from unnest(old.studies_urls) path
    where tg_op = 'DELETE' or path <> all (new.studies_urls)
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.study_views_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- They go with their case or its patient, and lose the name of a viewer whose account is deleted.
  if tg_op = 'UPDATE' and new.viewer_id is null and not exists (select from profiles where id = old.viewer_id)
    and (new.id, new.case_id, new.path, new.viewed_at) = (old.id, old.case_id, old.path, old.viewed_at) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from cases c where c.id = old.case_id and not is_leaving(c.patient_id)) then
    return old;
  end if;
  perform refuse('study_views_stay', 'who opened a study stays as it was written');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspended_as_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.suspended_at is distinct from
    (select suspended_at from suspensions where user_id = new.id and restored_at is null) then
    perform refuse('suspended_as_written', 'an account is suspended by a row of suspensions');
  end if;
  if new.suspended_at is not null and has_role(new.id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> new.id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin is not suspended');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspended_have_no_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from profiles where id = new.user_id and suspended_at is not null) then
    perform refuse('suspended_have_no_session', 'a suspended account does not sign in');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspension_ends_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.suspended_at is not null then
    -- A sign-in under way holds this row by its foreign key: it is waited for, and its session ends here too.
    perform from auth.users where id = new.id for update;
    update auth.sessions set ended_at = now(), end_reason = 'suspended' where user_id = new.id and ended_at is null;
  end if;
  perform tell(new.id::text, 'person');
  perform tell('admins', 'counts');
  perform tell(c.patient_id::text, 'case', c.id) from matches m join cases c on c.id = m.case_id
    where m.kine_id = new.id and m.status = 'proposed' and c.patient_id is not null;
  if exists (select from cases where patient_id = new.id and status <> 'closed') then
    perform tell('kines', 'cases');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspensions_are_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    update profiles set suspended_at = null where id = old.user_id and old.restored_at is null;
  else
    update profiles set suspended_at = case when new.restored_at is null then new.suspended_at end
      where id = new.user_id and (tg_op = 'INSERT' or new.restored_at is distinct from old.restored_at);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspensions_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['suspended', 'restored'];
begin
  if new.suspended_at is not null then
    perform note_state('suspended', state, new.id::text);
  elsif is_noted(state, new.id::text) then
    perform note_state('restored', state, new.id::text);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspensions_by_admins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    -- Their people may leave; for the rest, a suspension only ends.
    if (new.id, new.user_id, new.reason, new.suspended_at) is distinct from (old.id, old.user_id, old.reason, old.suspended_at)
      or (new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null)
      or (old.restored_at is not null and (new.restored_at, new.restored_reason) is distinct from (old.restored_at, old.restored_reason)) then
      perform refuse('suspensions_stay_as_written', 'a suspension only ends, once');
    end if;
    if old.restored_at is not null or new.restored_at is null then
      return new;
    end if;
  elsif new.restored_at is not null then
    perform refuse('suspensions_stay_as_written', 'a suspension starts before it ends');
  end if;
  if viewer_id() = new.user_id then
    perform refuse('nobody_suspends_themselves', 'nobody decides over their own account');
  end if;
  if exists (select from user_roles where user_id = new.user_id and role = 'admin') then
    -- As a change of roles does: two admins cannot suspend each other at once.
    lock table user_roles in share row exclusive mode;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin suspends and restores');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally(_total text, _count integer, _stars integer DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  latest bigint;
begin
  insert into tallies (total, count, stars) values (_total, _count, _stars) returning id into latest;
  if latest % 100 = 0 then
    with chosen as (select id from tallies where total = _total order by id limit 1000 for update skip locked),
      folded as (delete from tallies t using chosen where t.id = chosen.id returning t.count, t.stars)
    insert into tallies (total, count, stars) select _total, coalesce(sum(count), 0), coalesce(sum(stars), 0) from folded;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell(_to text, _type text, _case_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into live_events (audience, type, case_id)
    values (substr(sha256(convert_to(_to, 'UTF8')), 1, 16), _type, _case_id) on conflict do nothing;
  if current_setting('kinexo.wakes_readers', true) is distinct from 'after_commit' then
    perform pg_notify('kinexo_live', '');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.text_hash(_text text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256(convert_to(_text, 'UTF8'::name))
;

CREATE OR REPLACE FUNCTION public.text_key(_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(fold(_text), '[^\u0030-\u0039\u0061-\u007a\u0188-\u02c1\u02c6-\u02d1\u02ec\u02ee\u0371-\u0373\u0377\u037b-\u037d\u03b4-\u03ef\u03f8-\u0481\u048b-\u052f\u0559\u0560-\u0588\u05d0-\u05ea\u05ef-\u05f2\u0620-\u064a\u066e-\u06d2\u06d5\u06e5-\u06e6\u06ee-\u06fc\u06ff\u0710-\u072f\u074d-\u07b1\u07ca-\u07f5\u07fa\u0800-\u0828\u0840-\u0858\u0860-\u086a\u0870-\u0887\u0889-\u088f\u08a0-\u0961\u0971-\u0980\u0985-\u098c\u098f-\u0990\u0993-\u09a8\u09aa-\u09b0\u09b2\u09b6-\u09b9\u09bd\u09ce\u09e0-\u09e1\u09f0-\u09f1\u09f4-\u09f9\u09fc\u0a05-\u0a0a\u0a0f-\u0a10\u0a13-\u0a28\u0a2a-\u0a30\u0a32\u0a35\u0a38-\u0a39\u0a5c\u0a72-\u0a74\u0a85-\u0a8d\u0a8f-\u0a91\u0a93-\u0aa8\u0aaa-\u0ab0\u0ab2-\u0ab3\u0ab5-\u0ab9\u0abd\u0ad0\u0ae0-\u0ae1\u0af9\u0b05-\u0b0c\u0b0f-\u0b10\u0b13-\u0b28\u0b2a-\u0b30\u0b32-\u0b33\u0b35-\u0b39\u0b3d\u0b5f-\u0b61\u0b71-\u0b77\u0b83\u0b85-\u0b8a\u0b8e-\u0b90\u0b92-\u0b95\u0b99-\u0b9a\u0b9c\u0b9e-\u0b9f\u0ba3-\u0ba4\u0ba8-\u0baa\u0bae-\u0bb9\u0bd0\u0bf0-\u0bf2\u0c05-\u0c0c\u0c0e-\u0c10\u0c12-\u0c28\u0c2a-\u0c39\u0c3d\u0c58-\u0c5a\u0c5c-\u0c5d\u0c60-\u0c61\u0c78-\u0c7e\u0c80\u0c85-\u0c8c\u0c8e-\u0c90\u0c92-\u0ca8\u0caa-\u0cb3\u0cb5-\u0cb9\u0cbd\u0cdc-\u0cde\u0ce0-\u0ce1\u0cf1-\u0cf2\u0d04-\u0d0c\u0d0e-\u0d10\u0d12-\u0d3d\u0d4e\u0d54-\u0d61\u0d70-\u0d78\u0d7a-\u0d7f\u0d85-\u0d96\u0d9a-\u0db1\u0db3-\u0dbb\u0dbd\u0dc0-\u0dc6\u0e01-\u0e32\u0e40-\u0e46\u0e81-\u0e82\u0e84\u0e86-\u0e8a\u0e8c-\u0ea3\u0ea5\u0ea7-\u0ebd\u0ec0-\u0ec4\u0ec6\u0ede-\u0edf\u0f00\u0f2a-\u0f33\u0f40-\u0f47\u0f49-\u0f6c\u0f88-\u0f8c\u1000-\u103f\u1050-\u108e\u10d0-\u10fa\u10fd-\u1248\u124a-\u124d\u1250-\u1256\u1258\u125a-\u125d\u1260-\u1288\u128a-\u128d\u1290-\u12b0\u12b2-\u12b5\u12b8-\u12be\u12c0\u12c2-\u12c5\u12c8-\u12d6\u12d8-\u1310\u1312-\u1315\u1318-\u135a\u1369-\u137c\u1380-\u138f\u13f8-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a\u16a0-\u16ea\u16ee-\u16f8\u1700-\u1711\u171f-\u1731\u1740-\u1751\u1760-\u176c\u176e-\u1770\u1780-\u17b3\u17d7\u17dc\u17f0-\u17f9\u1820-\u1878\u1880-\u18aa\u18b0-\u18f5\u1900-\u191e\u1950-\u196d\u1970-\u1974\u1980-\u19ab\u19b0-\u19c9\u19da\u1a00-\u1a16\u1a20-\u1a54\u1aa7\u1b05-\u1b4c\u1b83-\u1be5\u1c00-\u1c23\u1c4d-\u1c7d\u1c80-\u1c8a\u1ce9-\u1cfa\u1d00-\u1efd\u214e\u2180-\u2188\u2c30-\u2ce4\u2cec-\u2cf3\u2cfd\u2d00-\u2d25\u2d27\u2d2d\u2d30-\u2d67\u2d80-\u2d96\u2da0-\u2da6\u2da8-\u2dae\u2db0-\u2db6\u2db8-\u2dbe\u2dc0-\u2dc6\u2dc8-\u2dce\u2dd0-\u2dd6\u2dd8-\u2dde\u2e2f\u3005-\u3007\u3021-\u3035\u303b-\u303c\u3041-\u3096\u309d-\u30f6\u30fc-\u30fd\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3248-\u324f\u3400-\u4dbf\u4e00-\ua48c\ua4d5-\ua4fd\ua500-\ua60c\ua610-\ua62b\ua641-\ua66e\ua67f-\ua6ef\ua717-\ua71f\ua723-\ua788\ua78c-\ua7db\ua7f6-\ua822\ua830-\ua835\ua840-\ua873\ua882-\ua8b3\ua8f2-\ua8f7\ua8fb\ua8fd-\ua925\ua930-\ua946\ua960-\ua97c\ua984-\ua9b2\ua9cf\ua9e0-\ua9fe\uaa00-\uaa28\uaa40-\uaa4b\uaa60-\uaa76\uaa7a-\uaac2\uaadb-\uaadd\uaae0-\uaaea\uaaf2-\uaaf4\uab01-\uab06\uab09-\uab0e\uab11-\uab16\uab20-\uab26\uab28-\uab2e\uab30-\uab59\uab60-\uab68\uab73-\uabe2\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\ufa0e-\ufa29\ufe73\U00010000-\U0001000b\U0001000d-\U00010026\U00010028-\U0001003a\U0001003c-\U0001003d\U0001003f-\U0001004d\U00010050-\U0001005d\U00010080-\U000100fa\U00010107-\U00010133\U00010140-\U00010178\U0001018a-\U0001018b\U00010280-\U0001029c\U000102a0-\U000102d0\U000102e1-\U000102fb\U00010300-\U00010323\U0001032d-\U0001034a\U00010350-\U00010375\U00010380-\U0001039d\U000103a0-\U000103c3\U000103c8-\U000103cf\U000103d1-\U000103d5\U00010428-\U0001049d\U000104d8-\U000104fb\U00010500-\U00010527\U00010530-\U00010563\U00010597-\U000105a1\U000105a3-\U000105b1\U000105b3-\U000105b9\U000105bb-\U000105bc\U000105c0-\U000105f3\U00010600-\U00010736\U00010740-\U00010755\U00010760-\U00010767\U00010780\U00010800-\U00010805\U00010808\U0001080a-\U00010835\U00010837-\U00010838\U0001083c\U0001083f-\U00010855\U00010858-\U00010876\U00010879-\U0001089e\U000108a7-\U000108af\U000108e0-\U000108f2\U000108f4-\U000108f5\U000108fb-\U0001091b\U00010920-\U00010939\U00010940-\U00010959\U00010980-\U000109b7\U000109bc-\U000109cf\U000109d2-\U00010a00\U00010a10-\U00010a13\U00010a15-\U00010a17\U00010a19-\U00010a35\U00010a40-\U00010a48\U00010a60-\U00010a7e\U00010a80-\U00010a9f\U00010ac0-\U00010ac7\U00010ac9-\U00010ae4\U00010aeb-\U00010aef\U00010b00-\U00010b35\U00010b40-\U00010b55\U00010b58-\U00010b72\U00010b78-\U00010b91\U00010ba9-\U00010baf\U00010c00-\U00010c48\U00010cc0-\U00010cf2\U00010cfa-\U00010d23\U00010d4a-\U00010d4f\U00010d6f-\U00010d85\U00010e60-\U00010e7e\U00010e80-\U00010ea9\U00010eb0-\U00010eb1\U00010ec2-\U00010ec7\U00010f00-\U00010f27\U00010f30-\U00010f54\U00010f70-\U00010f81\U00010fb0-\U00010fcb\U00010fe0-\U00010ff6\U00011003-\U00011037\U00011052-\U00011075\U00011083-\U000110af\U000110d0-\U000110e8\U00011103-\U00011126\U00011144-\U00011147\U00011150-\U00011172\U00011176\U00011183-\U000111c4\U000111da\U000111dc\U000111e1-\U000111f4\U00011200-\U00011211\U00011213-\U0001122b\U0001123f-\U00011240\U00011280-\U00011286\U00011288\U0001128a-\U0001128d\U0001128f-\U0001129d\U0001129f-\U000112a8\U000112b0-\U000112de\U00011305-\U0001130c\U0001130f-\U00011310\U00011313-\U00011328\U0001132a-\U00011330\U00011332-\U00011333\U00011335-\U00011339\U0001133d\U00011350\U0001135d-\U00011361\U00011380-\U00011389\U0001138b\U00011390-\U000113b5\U000113b7\U000113d1-\U000113d3\U00011400-\U0001144a\U0001145f-\U00011461\U00011480-\U000114c5\U000114c7\U00011580-\U000115ae\U000115d8-\U000115db\U00011600-\U0001162f\U00011644\U00011680-\U000116b8\U00011700-\U0001171a\U0001173a-\U0001173b\U00011740-\U00011746\U00011800-\U0001182b\U000118c0-\U000118f2\U000118ff-\U00011906\U00011909\U0001190c-\U00011913\U00011915-\U00011916\U00011918-\U0001192f\U0001193f-\U00011941\U000119a0-\U000119a7\U000119aa-\U000119d0\U000119e1\U000119e3\U00011a00-\U00011a3a\U00011a50-\U00011a89\U00011a9d\U00011ab0-\U00011af8\U00011bc0-\U00011be0\U00011c00-\U00011c08\U00011c0a-\U00011c2e\U00011c40\U00011c5a-\U00011c6c\U00011c72-\U00011c8f\U00011d00-\U00011d06\U00011d08-\U00011d09\U00011d0b-\U00011d30\U00011d46\U00011d60-\U00011d65\U00011d67-\U00011d68\U00011d6a-\U00011d89\U00011d98\U00011db0-\U00011ddb\U00011ee0-\U00011ef2\U00011f02-\U00011f10\U00011f12-\U00011f33\U00011fb0\U00011fc0-\U00011fd4\U00012000-\U00012399\U00012400-\U0001246e\U00012480-\U00012543\U00012f90-\U00012ff0\U00013000-\U00013446\U00013460-\U000143fa\U00014400-\U00014646\U00016100-\U0001611d\U00016800-\U00016a38\U00016a40-\U00016a5e\U00016a70-\U00016abe\U00016ad0-\U00016aed\U00016b00-\U00016b2f\U00016b40-\U00016b43\U00016b5b-\U00016b61\U00016b63-\U00016b77\U00016b7d-\U00016b8f\U00016d40-\U00016d6c\U00016e60-\U00016e96\U00016ebb-\U00016ed3\U00016f00-\U00016f4a\U00016f50\U00016f93-\U00016f9f\U00016fe0-\U00016fe1\U00016fe3\U00016ff2-\U00016ff6\U00017000-\U00018cd5\U00018cff-\U00018d1e\U00018d80-\U00018df2\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001b170-\U0001b2fb\U0001bc00-\U0001bc6a\U0001bc70-\U0001bc7c\U0001bc80-\U0001bc88\U0001bc90-\U0001bc99\U0001d2c0-\U0001d2d3\U0001d2e0-\U0001d2f3\U0001d360-\U0001d378\U0001df00-\U0001df1e\U0001df25-\U0001df2a\U0001e100-\U0001e12c\U0001e137-\U0001e13d\U0001e14e\U0001e290-\U0001e2ad\U0001e2c0-\U0001e2eb\U0001e4d0-\U0001e4eb\U0001e5d0-\U0001e5f0\U0001e6c0-\U0001e6de\U0001e6e0-\U0001e6f4\U0001e6fe-\U0001e6ff\U0001e7e0-\U0001e7e6\U0001e7e8-\U0001e7eb\U0001e7ed-\U0001e7ee\U0001e7f0-\U0001e7fe\U0001e800-\U0001e8c4\U0001e8c7-\U0001e8cf\U0001e922-\U0001e94b\U0001ec71-\U0001ecab\U0001ecad-\U0001ecaf\U0001ecb1-\U0001ecb4\U0001ed01-\U0001ed2d\U0001ed2f-\U0001ed3d\U00020000-\U0002a6df\U0002a700-\U0002b81d\U0002b820-\U0002cead\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U00030000-\U0003134a\U00031350-\U00033479]+'::text, ' '::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.texts_before(_match uuid, _author uuid, OUT is_accepted boolean, OUT texts text[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || _author, 0));
  select m.status = 'accepted', array(
    (select g.body from messages g where g.match_id = _match and g.author_id = _author and g.body is not null order by g.id desc limit 2)
    union all
    (select concat_ws(' ', m.message, m.offer ->> 'place') where m.kine_id = _author and num_nonnulls(m.message, m.offer ->> 'place') > 0)
    limit 2
  ) into is_accepted, texts from matches m join cases c on c.id = m.case_id
    where m.id = _match and _author in (m.kine_id, c.patient_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.treatments_keep_their_course()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.ended_at is not null then
    perform refuse('treatments_end_once', 'the treatment is over');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.unknown_words(_keys integer, _rows integer)
 RETURNS TABLE(kind text, key text, text text, uses integer)
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  source record;
begin
  for source in
    select * from (values ('place', 'profiles', 'location_city'), ('place', 'cases', 'location_city'),
      ('specialty', 'profiles', 'specialty'), ('zone', 'cases', 'injury_area')) s (kind, in_table, in_column)
  loop
    return query execute format('
      with recursive walk (key, place) as (
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s), 1
        union all
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s and vocabulary_key(%2$I) > w.key), w.place + 1
          from walk w where w.key is not null and w.place < $2
      )
      select $1, w.key, counted.example, counted.uses from walk w, lateral (
        select min(written) as example, count(*)::int as uses from (
          select %2$I as written from %1$I where %3$s and vocabulary_key(%2$I) = w.key limit $3) few) counted
      where w.key is not null and not exists (select from vocabulary_names n where n.kind = $1 and n.key = w.key)',
      source.in_table, source.in_column, format('%I is null and %I is not null', source.kind || '_slug', source.in_column))
      using source.kind, _keys, _rows;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.uuid_at(_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (rpad(lpad(to_hex((floor((EXTRACT(epoch FROM _at) * (1000)::numeric)))::bigint), 12, '0'::text), 32, '0'::text))::uuid
;

CREATE OR REPLACE FUNCTION public.uuid_v7()
 RETURNS uuid
 LANGUAGE plpgsql
 PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
declare
  milliseconds bigint := floor(extract(epoch from clock_timestamp()) * 1000)::bigint;
  bytes bytea := uuid_send(gen_random_uuid());
begin
  bytes := substring(int8send(milliseconds) from 3 for 6) || substring(bytes from 7);
  bytes := set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112);
  return encode(bytes, 'hex')::uuid;
end
$function$
;

CREATE OR REPLACE FUNCTION public.verified_licences_have_one_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  key text := licence_value_number(new.number);
  checked_kind text := licence_value_kind(new.kind, new.number);
begin
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || key, 0));
  if exists (select from licences o where o.value_number = key and o.state = 'verified' and o.kine_id <> new.kine_id
    and may_be_one_licence(o.value_kind, o.jurisdiction, checked_kind, new.jurisdiction)
    -- Provinces number on their own: an admin who checked one in its province tells it from one without.
    and (o.value_kind, checked_kind, (o.jurisdiction is null) <> (new.jurisdiction is null)) is distinct from ('MP', 'MP', true)) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.viewer_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('kinexo.viewer'::text, true), ''::text))::uuid
;

CREATE OR REPLACE FUNCTION public.vocabulary_key(_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN text_key(_text)
;

CREATE OR REPLACE FUNCTION public.waiting_reviews_are_queued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into reports (review_id, reason, details)
    values (new.id, 'other', 'Es la cuarta reseña del mismo especialista en un día, o una posterior, de cuentas de menos de una semana.')
    on conflict (subject_id) where reporter_id is null and decided_at is null do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdrawals_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_deletion('withdrawal', new.user_id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdrawn_consents_take_coverages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from patient_coverages where patient_id = new.user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdrawn_reviews_are_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_deletion('review', old.id::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdrawn_reviews_stay_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from withdrawn_reviews where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('reviews_withdrawn_once', 'a withdrawn review is not written again');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.woken_cases_offer_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from seat_queue where case_id = new.id) then
    perform run_level('seat_free', new.id, '0');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.words_are_decided_by_admins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides what a text means');
  end if;
  if tg_op = 'UPDATE' and old.source <> 'admin' then
    perform refuse('words_of_the_program_stay', 'what a name of the program means stays');
  end if;
  return new;
end $function$
;

CREATE TRIGGER admin_views_are_told AFTER INSERT OR DELETE OR UPDATE ON admin_views FOR EACH ROW EXECUTE FUNCTION admin_views_are_told();
CREATE TRIGGER appeals_keep_their_course BEFORE INSERT OR UPDATE ON appeals FOR EACH ROW EXECUTE FUNCTION appeals_keep_their_course();
CREATE TRIGGER audit_chain_is_not_emptied BEFORE TRUNCATE ON auth.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_chain_stays();
CREATE TRIGGER audit_chain_stays BEFORE DELETE OR UPDATE ON auth.audit_chain FOR EACH ROW EXECUTE FUNCTION auth.audit_chain_stays();
CREATE CONSTRAINT TRIGGER audit_events_are_chained AFTER INSERT ON auth.audit_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION auth.audit_events_are_chained();
CREATE TRIGGER audit_events_are_not_emptied BEFORE TRUNCATE ON auth.audit_events FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_events_stay();
CREATE TRIGGER audit_events_stay BEFORE DELETE OR UPDATE ON auth.audit_events FOR EACH ROW EXECUTE FUNCTION auth.audit_events_stay();
CREATE TRIGGER audit_head_is_not_emptied BEFORE TRUNCATE ON auth.audit_head FOR EACH STATEMENT EXECUTE FUNCTION auth.audit_chain_stays();
CREATE TRIGGER audit_head_stays BEFORE DELETE OR UPDATE ON auth.audit_head FOR EACH ROW EXECUTE FUNCTION auth.audit_chain_stays();
CREATE TRIGGER audit_reasons_stay BEFORE DELETE OR UPDATE ON auth.audit_reasons FOR EACH ROW EXECUTE FUNCTION auth.audit_reasons_stay();
CREATE TRIGGER identities_gone_are_noted AFTER DELETE ON auth.identities FOR EACH ROW EXECUTE FUNCTION credentials_gone_are_noted('identity');
CREATE TRIGGER factors_gone_are_noted AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN (old.status = 'verified'::text) EXECUTE FUNCTION credentials_gone_are_noted('factor');
CREATE TRIGGER recovery_codes_replaced_are_noted AFTER DELETE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recovery_codes_are_noted();
CREATE TRIGGER recovery_codes_used_are_noted AFTER UPDATE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recovery_codes_are_noted();
CREATE TRIGGER changes_end_with_their_session AFTER UPDATE OF ended_at ON auth.sessions FOR EACH ROW WHEN (new.ended_at IS NOT NULL AND old.ended_at IS NULL) EXECUTE FUNCTION auth.changes_end_with_their_session();
CREATE TRIGGER deleted_sessions_are_told AFTER DELETE ON auth.sessions FOR EACH ROW WHEN (old.ended_at IS NULL) EXECUTE FUNCTION ended_sessions_are_told();
CREATE TRIGGER ended_sessions_are_told AFTER UPDATE OF ended_at ON auth.sessions FOR EACH ROW WHEN (new.ended_at IS NOT NULL AND old.ended_at IS NULL) EXECUTE FUNCTION ended_sessions_are_told();
CREATE TRIGGER pushes_end_with_their_session AFTER UPDATE OF ended_at ON auth.sessions FOR EACH ROW WHEN (new.ended_at IS NOT NULL AND old.ended_at IS NULL) EXECUTE FUNCTION pushes_end_with_their_session();
CREATE TRIGGER suspended_have_no_session AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION suspended_have_no_session();
CREATE TRIGGER accounts_gone_are_noted AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION accounts_gone_are_noted();
CREATE TRIGGER confirmed_people_are_ranked AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION auth.confirmed_people_are_ranked();
CREATE TRIGGER confirmed_people_reserve_licences AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION auth.confirmed_people_reserve_licences();
CREATE TRIGGER email_is_shown_in_the_profile AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (new.email <> old.email) EXECUTE FUNCTION auth.email_is_shown_in_the_profile();
CREATE TRIGGER former_addresses_are_kept AFTER INSERT OR UPDATE OF email ON auth.users FOR EACH ROW EXECUTE FUNCTION auth.former_addresses_are_kept();
CREATE TRIGGER passwords_are_noted AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (old.encrypted_password IS NOT NULL AND new.encrypted_password IS DISTINCT FROM old.encrypted_password AND NOT new.last_sign_in_at IS DISTINCT FROM old.last_sign_in_at) EXECUTE FUNCTION passwords_are_noted();
CREATE TRIGGER passkeys_gone_are_noted AFTER DELETE ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION credentials_gone_are_noted('passkey');
CREATE TRIGGER authorisations_never_overlap BEFORE INSERT ON authorisations FOR EACH ROW EXECUTE FUNCTION authorisations_never_overlap();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON availabilities REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON availabilities REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON availabilities REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER blocks_are_noted AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION blocks_are_noted();
CREATE TRIGGER blocks_are_told AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION blocks_are_told();
CREATE TRIGGER blocks_keep_the_title AFTER INSERT OR DELETE ON blocks FOR EACH ROW EXECUTE FUNCTION blocks_keep_the_title();
CREATE TRIGGER bookings_are_of_the_accepted BEFORE INSERT ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_are_of_the_accepted();
CREATE TRIGGER bookings_claim_their_time AFTER INSERT OR UPDATE OF state, starts_at, moved_to ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_claim_their_time();
CREATE TRIGGER bookings_keep_their_course BEFORE UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_keep_their_course();
CREATE TRIGGER calendar_feeds_gone_are_noted AFTER DELETE ON calendar_feeds FOR EACH ROW EXECUTE FUNCTION credentials_gone_are_noted('calendar');
CREATE TRIGGER case_coverages_need_consent BEFORE INSERT OR UPDATE ON case_coverages FOR EACH ROW EXECUTE FUNCTION patient_coverages_need_consent();
CREATE TRIGGER case_places_are_counted AFTER INSERT OR DELETE ON case_places FOR EACH ROW EXECUTE FUNCTION case_places_are_counted();
CREATE TRIGGER case_places_changed_are_counted AFTER UPDATE ON case_places FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION case_places_are_counted();
CREATE TRIGGER cases_are_counted AFTER INSERT ON cases FOR EACH ROW EXECUTE FUNCTION new_cases_are_counted();
CREATE TRIGGER cases_are_followed AFTER INSERT ON cases FOR EACH ROW EXECUTE FUNCTION cases_are_followed();
CREATE TRIGGER cases_are_told AFTER INSERT OR DELETE OR UPDATE OF status ON cases FOR EACH ROW EXECUTE FUNCTION cases_are_told();
CREATE TRIGGER cases_change_while_open BEFORE UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_change_while_open();
CREATE TRIGGER cases_changed_are_counted AFTER UPDATE ON cases FOR EACH ROW WHEN (old.place_slug IS DISTINCT FROM new.place_slug OR old.location_city IS DISTINCT FROM new.location_city OR old.created_at IS DISTINCT FROM new.created_at OR old.status IS DISTINCT FROM new.status OR old.dormant_at IS DISTINCT FROM new.dormant_at OR old.patient_id IS DISTINCT FROM new.patient_id) EXECUTE FUNCTION cases_are_counted();
CREATE TRIGGER cases_go_while_open BEFORE DELETE ON cases FOR EACH ROW EXECUTE FUNCTION cases_go_while_open();
CREATE TRIGGER cases_gone_are_noted AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION cases_gone_are_noted();
CREATE TRIGGER cases_in_course_are_awake BEFORE UPDATE OF status ON cases FOR EACH ROW WHEN (new.status <> 'open'::case_status AND new.dormant_at IS NOT NULL) EXECUTE FUNCTION cases_in_course_are_awake();
CREATE TRIGGER cases_keep_their_course BEFORE INSERT OR UPDATE ON cases FOR EACH ROW EXECUTE FUNCTION cases_keep_their_course();
CREATE TRIGGER cases_link_words BEFORE INSERT OR UPDATE OF location_city, injury_area ON cases FOR EACH ROW EXECUTE FUNCTION cases_link_words();
CREATE TRIGGER cases_need_consent BEFORE INSERT OR UPDATE OF title, description, injury_area, studies_urls, facts ON cases FOR EACH ROW EXECUTE FUNCTION cases_need_consent();
CREATE TRIGGER cases_take_their_clock AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('case_level');
CREATE TRIGGER cases_that_come_back_are_followed AFTER UPDATE OF status, dormant_at ON cases FOR EACH ROW WHEN (new.status = 'open'::case_status AND new.dormant_at IS NULL AND (old.status <> 'open'::case_status OR old.dormant_at IS NOT NULL)) EXECUTE FUNCTION cases_that_come_back_are_followed();
CREATE TRIGGER closed_cases_end_notifications AFTER UPDATE OF status ON cases FOR EACH ROW WHEN (new.status = 'closed'::case_status AND old.status <> 'closed'::case_status) EXECUTE FUNCTION closed_cases_end_notifications();
CREATE TRIGGER closings_are_told AFTER UPDATE OF status ON cases FOR EACH ROW WHEN (new.closed_reason IS NOT NULL AND old.status <> 'closed'::case_status) EXECUTE FUNCTION closings_are_told();
CREATE TRIGGER closings_have_a_time BEFORE UPDATE OF status ON cases FOR EACH ROW WHEN (new.status = 'closed'::case_status AND old.status <> 'closed'::case_status) EXECUTE FUNCTION closings_have_a_time();
CREATE TRIGGER closings_keep_contacts AFTER UPDATE OF status ON cases FOR EACH ROW WHEN (new.status = 'closed'::case_status AND old.status <> 'closed'::case_status AND new.patient_id IS NOT NULL) EXECUTE FUNCTION closings_keep_contacts();
CREATE TRIGGER dormancy_is_told AFTER UPDATE OF dormant_at ON cases FOR EACH ROW WHEN ((new.dormant_at IS NULL) <> (old.dormant_at IS NULL)) EXECUTE FUNCTION dormancy_is_told();
CREATE TRIGGER edits_are_told AFTER UPDATE ON cases FOR EACH ROW WHEN (new.patient_id IS NOT NULL AND (new.version <> old.version OR new.studies_urls <> old.studies_urls)) EXECUTE FUNCTION edits_are_told();
CREATE TRIGGER free_seats_take_their_job AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('seat_free');
CREATE TRIGGER kept_seats_take_their_job AFTER DELETE ON cases FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('seat_kept');
CREATE TRIGGER studies_are_dropped AFTER DELETE OR UPDATE OF studies_urls ON cases FOR EACH ROW EXECUTE FUNCTION studies_are_dropped();
CREATE TRIGGER studies_gone_are_noted AFTER UPDATE OF studies_urls ON cases FOR EACH ROW EXECUTE FUNCTION cases_gone_are_noted();
CREATE TRIGGER woken_cases_offer_seats AFTER UPDATE OF status, dormant_at ON cases FOR EACH ROW WHEN (old.dormant_at IS NOT NULL AND new.dormant_at IS NULL) EXECUTE FUNCTION woken_cases_offer_seats();
CREATE TRIGGER consent_texts_stay BEFORE DELETE OR UPDATE ON consent_texts FOR EACH ROW EXECUTE FUNCTION consent_texts_stay();
CREATE TRIGGER consents_follow_their_text BEFORE INSERT ON consents FOR EACH ROW EXECUTE FUNCTION consents_follow_their_text();
CREATE TRIGGER consents_stay BEFORE DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION consents_stay();
CREATE TRIGGER consents_take_effect AFTER INSERT ON consents FOR EACH ROW WHEN (new.document = 'health_data'::text) EXECUTE FUNCTION consents_take_effect();
CREATE TRIGGER withdrawals_are_noted AFTER INSERT ON consents FOR EACH ROW WHEN (new.action = 'withdrawn'::text) EXECUTE FUNCTION withdrawals_are_noted();
CREATE TRIGGER withdrawn_consents_take_coverages AFTER INSERT ON consents FOR EACH ROW WHEN (new.document = 'health_data'::text AND new.action = 'withdrawn'::text) EXECUTE FUNCTION withdrawn_consents_take_coverages();
CREATE TRIGGER coverage_answers_follow_a_closed_case BEFORE INSERT ON coverage_answers FOR EACH ROW EXECUTE FUNCTION coverage_answers_follow_a_closed_case();
CREATE TRIGGER denials_open_a_dispute AFTER INSERT ON coverage_answers FOR EACH ROW WHEN (new.answer = 'no'::coverage_answer) EXECUTE FUNCTION denials_open_a_dispute();
CREATE TRIGGER directory_names_change AFTER INSERT OR DELETE OR UPDATE ON coverages FOR EACH STATEMENT EXECUTE FUNCTION directory_names_change();
CREATE TRIGGER merged_coverages_take_what_patients_said AFTER UPDATE OF merged_into ON coverages FOR EACH ROW WHEN (old.merged_into IS NULL AND new.merged_into IS NOT NULL) EXECUTE FUNCTION merged_coverages_take_what_patients_said();
CREATE TRIGGER directory_departs AFTER DELETE ON directory FOR EACH ROW EXECUTE FUNCTION directory_departs();
CREATE TRIGGER handles_are_closed AFTER DELETE ON handles FOR EACH ROW EXECUTE FUNCTION handles_are_closed();
CREATE TRIGGER handles_are_free BEFORE INSERT ON handles FOR EACH ROW EXECUTE FUNCTION handles_are_free();
CREATE TRIGGER handles_change_once_in_90_days BEFORE UPDATE OF left_at ON handles FOR EACH ROW WHEN (old.left_at IS NULL AND new.left_at IS NOT NULL) EXECUTE FUNCTION handles_change_once_in_90_days();
CREATE TRIGGER handles_of_kines BEFORE INSERT ON handles FOR EACH ROW EXECUTE FUNCTION handles_of_kines();
CREATE TRIGGER kine_applications_are_followed AFTER INSERT ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status) EXECUTE FUNCTION queues_are_followed('request_level');
CREATE TRIGGER kine_applications_are_notified AFTER INSERT ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status) EXECUTE FUNCTION queues_are_notified('request_waiting');
CREATE TRIGGER kine_applications_are_told AFTER INSERT OR DELETE OR UPDATE OF status ON kine_applications FOR EACH ROW EXECUTE FUNCTION admins_are_told();
CREATE TRIGGER kine_applications_end_notifications AFTER DELETE OR UPDATE OF status ON kine_applications FOR EACH ROW WHEN (old.status = 'pending'::approval_status) EXECUTE FUNCTION empty_queues_end_notifications('request_waiting');
CREATE TRIGGER kine_applications_take_their_clock AFTER DELETE ON kine_applications FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('request_level');
CREATE TRIGGER kine_applications_taken_up_are_followed AFTER UPDATE OF status ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status AND old.status <> 'pending'::approval_status) EXECUTE FUNCTION queues_are_followed('request_level');
CREATE TRIGGER kine_applications_taken_up_are_new BEFORE UPDATE OF status ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status AND old.status <> 'pending'::approval_status) EXECUTE FUNCTION kine_applications_taken_up_are_new();
CREATE TRIGGER kine_applications_taken_up_are_notified AFTER UPDATE OF status ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status AND old.status <> 'pending'::approval_status) EXECUTE FUNCTION queues_are_notified('request_waiting');
CREATE TRIGGER requests_hold_licences BEFORE INSERT OR UPDATE OF license_number ON kine_applications FOR EACH ROW WHEN (new.status = 'pending'::approval_status) EXECUTE FUNCTION requests_hold_licences();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON kine_coverages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON kine_coverages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON kine_coverages REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER kine_coverages_are_in_use BEFORE INSERT ON kine_coverages FOR EACH ROW EXECUTE FUNCTION kine_coverages_are_in_use();
CREATE TRIGGER kine_coverages_stay_disputed BEFORE INSERT OR UPDATE OF coverage_id ON kine_coverages FOR EACH ROW EXECUTE FUNCTION kine_coverages_stay_disputed();
CREATE TRIGGER practice_facts_of_kines BEFORE INSERT OR UPDATE ON kine_coverages FOR EACH ROW EXECUTE FUNCTION practice_facts_of_kines();
CREATE TRIGGER kine_places_are_counted AFTER INSERT OR DELETE ON kine_places FOR EACH ROW EXECUTE FUNCTION kine_places_are_counted();
CREATE TRIGGER kine_places_changed_are_counted AFTER UPDATE ON kine_places FOR EACH ROW WHEN (old.place <> new.place) EXECUTE FUNCTION kine_places_are_counted();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON kine_prices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON kine_prices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON kine_prices REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER practice_facts_of_kines BEFORE INSERT OR UPDATE ON kine_prices FOR EACH ROW EXECUTE FUNCTION practice_facts_of_kines();
CREATE CONSTRAINT TRIGGER prices_set_the_range AFTER INSERT OR DELETE OR UPDATE ON kine_prices DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prices_set_the_range();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON licences REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON licences REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON licences REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER evidence_is_dropped AFTER DELETE OR UPDATE OF evidence_path, state ON licences FOR EACH ROW WHEN (old.evidence_path IS NOT NULL) EXECUTE FUNCTION evidence_is_dropped();
CREATE TRIGGER first_licences_have_one_holder AFTER INSERT ON licences FOR EACH ROW WHEN (new.is_first) EXECUTE FUNCTION first_licences_have_one_holder();
CREATE TRIGGER licences_are_queued AFTER INSERT OR DELETE OR UPDATE OF state, checked_at, evidence_path ON licences FOR EACH ROW EXECUTE FUNCTION admins_are_told();
CREATE TRIGGER licences_are_shown AFTER INSERT OR DELETE OR UPDATE OF state, checked_at ON licences FOR EACH ROW EXECUTE FUNCTION licences_are_shown();
CREATE TRIGGER licences_become_first AFTER UPDATE OF is_first, kind, jurisdiction ON licences FOR EACH ROW WHEN (new.is_first AND (new.is_first IS DISTINCT FROM old.is_first OR new.value_kind IS DISTINCT FROM old.value_kind OR new.value_place IS DISTINCT FROM old.value_place)) EXECUTE FUNCTION first_licences_have_one_holder();
CREATE TRIGGER licences_keep_their_course BEFORE INSERT OR UPDATE ON licences FOR EACH ROW EXECUTE FUNCTION licences_keep_their_course();
CREATE TRIGGER verified_licences_have_one_holder BEFORE UPDATE ON licences FOR EACH ROW WHEN (new.state = 'verified'::text AND old.state <> 'verified'::text) EXECUTE FUNCTION verified_licences_have_one_holder();
CREATE TRIGGER acceptance_matches_the_case AFTER UPDATE OF status ON matches FOR EACH ROW WHEN (new.status = 'accepted'::match_status AND old.status = 'proposed'::match_status) EXECUTE FUNCTION acceptance_matches_the_case();
CREATE TRIGGER acceptances_are_followed AFTER UPDATE OF status ON matches FOR EACH ROW WHEN (new.status = 'accepted'::match_status AND old.status = 'proposed'::match_status) EXECUTE FUNCTION matches_are_followed();
CREATE TRIGGER acceptances_taken_back_open_the_case AFTER UPDATE OF status ON matches FOR EACH ROW WHEN (old.status = 'accepted'::match_status AND new.status = 'rejected'::match_status) EXECUTE FUNCTION departure_opens_the_case();
CREATE TRIGGER departure_opens_the_case AFTER DELETE ON matches FOR EACH ROW WHEN (old.status = 'accepted'::match_status) EXECUTE FUNCTION departure_opens_the_case();
CREATE TRIGGER endings_keep_the_title BEFORE UPDATE OF status ON matches FOR EACH ROW WHEN (new.status = 'rejected'::match_status AND old.status <> 'rejected'::match_status) EXECUTE FUNCTION endings_keep_the_title();
CREATE TRIGGER matches_are_counted AFTER INSERT OR DELETE ON matches FOR EACH ROW EXECUTE FUNCTION matches_are_counted();
CREATE TRIGGER matches_are_followed AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_are_followed();
CREATE TRIGGER matches_are_told AFTER INSERT OR DELETE OR UPDATE OF status ON matches FOR EACH ROW EXECUTE FUNCTION matches_are_told();
CREATE TRIGGER matches_by_checked_kines BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_by_checked_kines();
CREATE TRIGGER matches_go_while_proposed BEFORE DELETE ON matches FOR EACH ROW EXECUTE FUNCTION matches_go_while_proposed();
CREATE TRIGGER matches_have_a_time BEFORE UPDATE OF status ON matches FOR EACH ROW WHEN (new.status <> old.status) EXECUTE FUNCTION decisions_have_a_time();
CREATE TRIGGER matches_keep_their_course BEFORE INSERT OR UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION matches_keep_their_course();
CREATE TRIGGER matches_need_consent BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_need_consent();
CREATE TRIGGER matches_of_the_blocked BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_of_the_blocked();
CREATE TRIGGER matches_of_the_blocked_wait BEFORE UPDATE OF status ON matches FOR EACH ROW WHEN (new.status = 'accepted'::match_status) EXECUTE FUNCTION matches_of_the_blocked();
CREATE TRIGGER matches_take_a_seat BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_take_a_seat();
CREATE TRIGGER matches_take_their_clock AFTER DELETE ON matches FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('match_level');
CREATE TRIGGER matches_within_a_day BEFORE INSERT ON matches FOR EACH ROW EXECUTE FUNCTION matches_within_a_day();
CREATE TRIGGER offers_change_while_proposed BEFORE UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION offers_change_while_proposed();
CREATE TRIGGER offers_changed_are_told AFTER UPDATE ON matches FOR EACH ROW WHEN (old.offer IS DISTINCT FROM new.offer OR old.offered_at IS DISTINCT FROM new.offered_at OR old.valid_until IS DISTINCT FROM new.valid_until OR old.lapsed_at IS DISTINCT FROM new.lapsed_at) EXECUTE FUNCTION offers_are_told();
CREATE TRIGGER offers_made_are_told AFTER INSERT ON matches FOR EACH ROW WHEN (new.valid_until IS NOT NULL) EXECUTE FUNCTION offers_are_told();
CREATE TRIGGER offers_take_a_seat BEFORE UPDATE OF valid_until ON matches FOR EACH ROW WHEN (old.valid_until IS DISTINCT FROM new.valid_until) EXECUTE FUNCTION matches_take_a_seat();
CREATE TRIGGER offers_take_their_job AFTER DELETE ON matches FOR EACH ROW WHEN (old.valid_until IS NOT NULL) EXECUTE FUNCTION jobs_go_with_their_row('offer_lapse');
CREATE TRIGGER seats_freed_are_followed AFTER UPDATE OF status, lapsed_at ON matches FOR EACH ROW WHEN (new.status = 'rejected'::match_status AND old.status <> 'rejected'::match_status OR new.lapsed_at IS NOT NULL AND old.lapsed_at IS NULL) EXECUTE FUNCTION seats_are_followed();
CREATE TRIGGER seats_left_are_followed AFTER DELETE ON matches FOR EACH ROW EXECUTE FUNCTION seats_are_followed();
CREATE TRIGGER seats_taken_are_followed AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION seats_are_followed();
CREATE TRIGGER message_files_are_dropped AFTER DELETE ON messages FOR EACH ROW WHEN (old.file_path IS NOT NULL) EXECUTE FUNCTION message_files_are_dropped();
CREATE TRIGGER messages_are_told AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION messages_are_told();
CREATE TRIGGER messages_keep_their_course BEFORE INSERT OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION messages_keep_their_course();
CREATE TRIGGER ended_mails_are_noted AFTER INSERT ON notification_settings FOR EACH ROW EXECUTE FUNCTION ended_mails_are_noted();
CREATE TRIGGER ended_mails_changed_are_noted AFTER UPDATE OF mail ON notification_settings FOR EACH ROW WHEN ((new.mail = 'off'::text) <> (old.mail = 'off'::text)) EXECUTE FUNCTION ended_mails_are_noted();
CREATE TRIGGER deliveries_go_with_their_notification AFTER DELETE ON notifications FOR EACH ROW WHEN (old.delivery = ANY (ARRAY['push'::text, 'mail'::text])) EXECUTE FUNCTION jobs_go_with_their_row('deliver');
CREATE TRIGGER notifications_are_told AFTER INSERT ON notifications FOR EACH ROW WHEN (new.kind <> 'application_received'::text) EXECUTE FUNCTION notifications_are_told();
CREATE TRIGGER notifications_read_are_told AFTER UPDATE OF count, seen_at, done_at ON notifications FOR EACH ROW WHEN (new.seen_at IS DISTINCT FROM old.seen_at OR new.done_at IS DISTINCT FROM old.done_at OR new.count <> old.count AND new.kind <> 'application_received'::text) EXECUTE FUNCTION notifications_are_told();
CREATE TRIGGER pushes_are_closed AFTER UPDATE OF seen_at, done_at ON notifications FOR EACH ROW WHEN (old.seen_at IS NULL AND old.done_at IS NULL AND (new.seen_at IS NOT NULL OR new.done_at IS NOT NULL)) EXECUTE FUNCTION pushes_are_closed();
CREATE TRIGGER pushes_of_the_gone_are_closed AFTER DELETE ON notifications FOR EACH ROW WHEN (old.seen_at IS NULL AND old.done_at IS NULL) EXECUTE FUNCTION pushes_are_closed();
CREATE TRIGGER patient_coverages_need_consent BEFORE INSERT OR UPDATE ON patient_coverages FOR EACH ROW EXECUTE FUNCTION patient_coverages_need_consent();
CREATE TRIGGER directory_names_change AFTER INSERT OR DELETE OR UPDATE ON places FOR EACH STATEMENT EXECUTE FUNCTION directory_names_change();
CREATE TRIGGER profile_changes_are_told AFTER INSERT OR DELETE OR UPDATE ON profile_changes FOR EACH ROW EXECUTE FUNCTION profile_changes_are_told();
CREATE TRIGGER profile_changes_of_kines BEFORE INSERT OR UPDATE ON profile_changes FOR EACH ROW EXECUTE FUNCTION profile_changes_of_kines();
CREATE TRIGGER approval_is_decided_once BEFORE UPDATE OF approval_status ON profiles FOR EACH ROW WHEN (old.approval_status <> 'pending'::approval_status AND new.approval_status <> old.approval_status) EXECUTE FUNCTION approval_is_decided_once();
CREATE TRIGGER approval_is_told AFTER UPDATE OF approval_status ON profiles FOR EACH ROW WHEN (new.approval_status <> old.approval_status) EXECUTE FUNCTION approval_is_told();
CREATE TRIGGER approvals_are_tallied AFTER UPDATE OF approval_status ON profiles FOR EACH ROW WHEN (new.approval_status <> old.approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER departures_are_tallied BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.approval_status = 'approved'::approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON profiles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON profiles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON profiles REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('id');
CREATE TRIGGER licences_change_in_turn BEFORE UPDATE OF license_number ON profiles FOR EACH ROW WHEN (new.license_number IS NOT NULL AND new.license_number IS DISTINCT FROM old.license_number) EXECUTE FUNCTION licences_are_taken_in_turn();
CREATE TRIGGER licences_start_in_turn BEFORE INSERT ON profiles FOR EACH ROW WHEN (new.license_number IS NOT NULL) EXECUTE FUNCTION licences_are_taken_in_turn();
CREATE TRIGGER names_reach_the_roles AFTER UPDATE OF name ON profiles FOR EACH ROW WHEN (name_key(new.name) IS DISTINCT FROM name_key(old.name)) EXECUTE FUNCTION names_reach_the_roles();
CREATE TRIGGER people_are_tallied AFTER INSERT OR DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION people_are_tallied();
CREATE TRIGGER price_range_follows_prices BEFORE UPDATE OF price_range ON profiles FOR EACH ROW WHEN (new.price_range IS DISTINCT FROM old.price_range) EXECUTE FUNCTION price_range_follows_prices();
CREATE TRIGGER profile_versions_rise BEFORE UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION profile_versions_rise();
CREATE TRIGGER profiles_are_counted AFTER UPDATE ON profiles FOR EACH ROW WHEN (old.approval_status IS DISTINCT FROM new.approval_status OR old.suspended_at IS DISTINCT FROM new.suspended_at OR old.place_slug IS DISTINCT FROM new.place_slug OR old.modalities IS DISTINCT FROM new.modalities OR old.health_withdrawn_at IS DISTINCT FROM new.health_withdrawn_at) EXECUTE FUNCTION profiles_are_counted();
CREATE TRIGGER profiles_declare_licences AFTER UPDATE ON profiles FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND (old.license_number IS DISTINCT FROM new.license_number OR old.license_checked_at IS DISTINCT FROM new.license_checked_at)) EXECUTE FUNCTION profiles_declare_licences();
CREATE TRIGGER profiles_follow_consents BEFORE UPDATE OF health_consent, health_withdrawn_at ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_follow_consents();
CREATE TRIGGER profiles_link_words BEFORE INSERT OR UPDATE OF location_city, specialty ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_link_words();
CREATE TRIGGER profiles_show_what_was_checked BEFORE UPDATE OF name, license_number, specialty, license_checked_at ON profiles FOR EACH ROW EXECUTE FUNCTION profiles_show_what_was_checked();
CREATE TRIGGER profiles_start_unchecked BEFORE INSERT ON profiles FOR EACH ROW WHEN (new.license_checked_at IS NOT NULL) EXECUTE FUNCTION profiles_show_what_was_checked();
CREATE TRIGGER profiles_start_with_licences AFTER INSERT ON profiles FOR EACH ROW WHEN (new.license_number IS NOT NULL) EXECUTE FUNCTION profiles_declare_licences();
CREATE TRIGGER rejection_frees_the_licence BEFORE UPDATE OF approval_status ON profiles FOR EACH ROW WHEN (new.approval_status = 'rejected'::approval_status AND old.license_number IS NOT NULL) EXECUTE FUNCTION rejection_frees_the_licence();
CREATE TRIGGER reports_go_with_who_said_it AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION reports_go_with_who_said_it();
CREATE TRIGGER restored_as_written BEFORE UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN (old.suspended_at IS NOT NULL AND new.suspended_at IS NULL) EXECUTE FUNCTION suspended_as_written();
CREATE TRIGGER suspended_as_written BEFORE INSERT OR UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN (new.suspended_at IS NOT NULL) EXECUTE FUNCTION suspended_as_written();
CREATE TRIGGER suspension_ends_sessions AFTER UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN (new.suspended_at IS DISTINCT FROM old.suspended_at) EXECUTE FUNCTION suspension_ends_sessions();
CREATE TRIGGER suspensions_are_noted AFTER UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL)) EXECUTE FUNCTION suspensions_are_noted();
CREATE TRIGGER suspensions_are_tallied AFTER UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL) AND new.approval_status = old.approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER push_subscriptions_at_most_ten AFTER INSERT ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION push_subscriptions_at_most_ten();
CREATE TRIGGER hidden_reading_is_noted AFTER INSERT OR DELETE ON read_receipts_off FOR EACH ROW EXECUTE FUNCTION hidden_reading_is_noted();
CREATE TRIGGER false_licences_are_doubted AFTER INSERT ON reports FOR EACH ROW WHEN (new.reason::text = 'false_licence'::text AND new.profile_id IS NOT NULL) EXECUTE FUNCTION false_licences_are_doubted();
CREATE TRIGGER rejected_reports_give_back AFTER UPDATE OF decided_at ON reports FOR EACH ROW WHEN (old.decided_at IS NULL AND new.decided_at IS NOT NULL AND new.acted_at IS NOT NULL AND new.is_upheld IS NOT TRUE) EXECUTE FUNCTION rejected_reports_give_back();
CREATE TRIGGER reports_are_followed AFTER INSERT ON reports FOR EACH ROW WHEN (new.decided_at IS NULL) EXECUTE FUNCTION queues_are_followed('report_level');
CREATE TRIGGER reports_are_notified AFTER INSERT ON reports FOR EACH ROW WHEN (new.decided_at IS NULL) EXECUTE FUNCTION queues_are_notified('report_waiting');
CREATE TRIGGER reports_are_told AFTER INSERT OR DELETE OR UPDATE OF decided_at ON reports FOR EACH ROW EXECUTE FUNCTION admins_are_told();
CREATE TRIGGER reports_end_notifications AFTER DELETE OR UPDATE OF decided_at ON reports FOR EACH ROW WHEN (old.decided_at IS NULL) EXECUTE FUNCTION empty_queues_end_notifications('report_waiting');
CREATE TRIGGER reports_keep_their_course BEFORE INSERT OR UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION reports_keep_their_course();
CREATE TRIGGER reports_take_their_clock AFTER DELETE ON reports FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('report_level');
CREATE TRIGGER review_replies_keep_their_course BEFORE INSERT OR UPDATE ON review_replies FOR EACH ROW EXECUTE FUNCTION review_replies_keep_their_course();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON reviews REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('kine_id');
CREATE TRIGGER hidden_reviews_are_told AFTER UPDATE OF hidden_at ON reviews FOR EACH ROW WHEN ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) EXECUTE FUNCTION hidden_reviews_are_told();
CREATE TRIGGER reviews_are_notified AFTER INSERT ON reviews FOR EACH ROW WHEN (new.kine_id IS NOT NULL AND new.hidden_at IS NULL) EXECUTE FUNCTION reviews_are_notified();
CREATE TRIGGER reviews_are_tallied AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_are_tallied();
CREATE TRIGGER reviews_are_told AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION admins_are_told();
CREATE TRIGGER reviews_changed_are_tallied AFTER UPDATE OF hidden_at, is_replaced, kine_id, stars ON reviews FOR EACH ROW WHEN ((old.hidden_at IS NULL) IS DISTINCT FROM (new.hidden_at IS NULL) OR old.is_replaced IS DISTINCT FROM new.is_replaced OR old.kine_id IS DISTINCT FROM new.kine_id OR old.stars <> new.stars) EXECUTE FUNCTION reviews_are_tallied();
CREATE TRIGGER reviews_follow_a_closed_case BEFORE INSERT OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_follow_a_closed_case();
CREATE TRIGGER reviews_hidden_by_admins BEFORE UPDATE OF hidden_at, hidden_reason ON reviews FOR EACH ROW WHEN (new.hidden_at IS DISTINCT FROM old.hidden_at OR new.hidden_reason IS DISTINCT FROM old.hidden_reason) EXECUTE FUNCTION reviews_hidden_by_admins();
CREATE TRIGGER reviews_hidden_replace_nothing AFTER UPDATE OF hidden_at ON reviews FOR EACH ROW WHEN ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) EXECUTE FUNCTION reviews_replace_earlier_ones();
CREATE TRIGGER reviews_replace_earlier_ones AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_replace_earlier_ones();
CREATE TRIGGER reviews_start_in_sight BEFORE INSERT ON reviews FOR EACH ROW WHEN (new.hidden_at IS NOT NULL) EXECUTE FUNCTION reviews_hidden_by_admins();
CREATE TRIGGER reviews_weigh_their_author BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_weigh_their_author();
CREATE TRIGGER reviews_withdrawn_once AFTER INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION withdrawn_reviews_stay_withdrawn();
CREATE TRIGGER shown_reviews_wait_no_more BEFORE UPDATE OF hidden_at, hidden_reason ON reviews FOR EACH ROW WHEN (old.is_waiting AND (new.hidden_at IS NULL OR new.hidden_reason <> old.hidden_reason)) EXECUTE FUNCTION shown_reviews_wait_no_more();
CREATE TRIGGER waiting_reviews_are_queued AFTER INSERT ON reviews FOR EACH ROW WHEN (new.is_waiting) EXECUTE FUNCTION waiting_reviews_are_queued();
CREATE TRIGGER withdrawn_reviews_are_noted AFTER DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION withdrawn_reviews_are_noted();
CREATE TRIGGER settings_are_told AFTER INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION admins_are_told();
CREATE TRIGGER settings_by_admins BEFORE INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION settings_by_admins();
CREATE TRIGGER study_views_stay BEFORE DELETE OR UPDATE ON study_views FOR EACH ROW EXECUTE FUNCTION study_views_stay();
CREATE TRIGGER suspensions_are_kept AFTER INSERT OR DELETE OR UPDATE ON suspensions FOR EACH ROW EXECUTE FUNCTION suspensions_are_kept();
CREATE TRIGGER suspensions_by_admins BEFORE INSERT OR UPDATE ON suspensions FOR EACH ROW EXECUTE FUNCTION suspensions_by_admins();
CREATE TRIGGER treatments_keep_their_course BEFORE UPDATE ON treatments FOR EACH ROW EXECUTE FUNCTION treatments_keep_their_course();
CREATE TRIGGER directory_follows_delete AFTER DELETE ON user_roles REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('user_id');
CREATE TRIGGER directory_follows_insert AFTER INSERT ON user_roles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('user_id');
CREATE TRIGGER directory_follows_update AFTER UPDATE ON user_roles REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION directory_follows('user_id');
CREATE TRIGGER kine_roles_changed_are_tallied AFTER UPDATE ON user_roles FOR EACH ROW WHEN ((old.role = 'kine'::app_role) <> (new.role = 'kine'::app_role)) EXECUTE FUNCTION kine_roles_are_tallied();
CREATE TRIGGER kine_roles_given_are_tallied AFTER INSERT ON user_roles FOR EACH ROW WHEN (new.role = 'kine'::app_role) EXECUTE FUNCTION kine_roles_are_tallied();
CREATE TRIGGER kine_roles_taken_are_tallied AFTER DELETE ON user_roles FOR EACH ROW WHEN (old.role = 'kine'::app_role) EXECUTE FUNCTION kine_roles_are_tallied();
CREATE TRIGGER kine_roles_wait_for_a_check AFTER INSERT OR DELETE OR UPDATE OF user_id, role ON user_roles FOR EACH ROW EXECUTE FUNCTION kine_roles_wait_for_a_check();
CREATE TRIGGER last_admin_stays BEFORE DELETE ON user_roles FOR EACH ROW WHEN (old.role = 'admin'::app_role) EXECUTE FUNCTION last_admin_stays();
CREATE TRIGGER roles_are_counted AFTER INSERT OR DELETE OR UPDATE OF user_id, role ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_are_counted();
CREATE TRIGGER roles_are_noted AFTER INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_are_noted();
CREATE TRIGGER roles_carry_the_name BEFORE INSERT ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_carry_the_name();
CREATE TRIGGER roles_changed_are_noted AFTER UPDATE OF role ON user_roles FOR EACH ROW WHEN (new.role <> old.role) EXECUTE FUNCTION roles_are_noted();
CREATE TRIGGER user_roles_are_told AFTER INSERT OR DELETE OR UPDATE OF user_id, role ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_are_told();
CREATE TRIGGER words_are_decided_by_admins BEFORE INSERT OR UPDATE ON vocabulary_names FOR EACH ROW WHEN (new.source = 'admin'::text AND new.decided_by IS NOT NULL) EXECUTE FUNCTION words_are_decided_by_admins();

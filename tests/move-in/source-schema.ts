/**
 * The schema of the old system: auth and storage as the hosted backend's own migrations leave them (docs/operations.md names the versions), public as the
 * specification describes it. `isOld` is a project from before identities had an id of their own.
 */
export const schemaOf = (isOld: boolean): string => `
create schema auth;
create schema storage;
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create table auth.users (
  instance_id uuid, id uuid not null unique, aud varchar(255), role varchar(255), email varchar(255), encrypted_password varchar(255),
  email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
  recovery_token varchar(255), recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
  email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean,
  created_at timestamptz, updated_at timestamptz, phone text unique default null, phone_confirmed_at timestamptz, phone_change text default '',
  phone_change_token varchar(255) default '', phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0, banned_until timestamptz,
  reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz, is_sso_user boolean not null default false,
  deleted_at timestamptz, is_anonymous boolean not null default false, primary key (id));
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create table auth.identities (
  ${isOld ? "id text not null," : "provider_id text not null,"} user_id uuid not null references auth.users on delete cascade,
  identity_data jsonb not null, provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
  email text generated always as (lower(identity_data->>'email')) stored
  ${isOld ? ", primary key (provider, id)" : ", id uuid default gen_random_uuid() primary key, unique (provider_id, provider)"});
create table auth.mfa_factors (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, friendly_name text, factor_type auth.factor_type not null,
  status auth.factor_status not null, created_at timestamptz not null, updated_at timestamptz not null, secret text
  ${isOld ? "" : ", phone text, last_challenged_at timestamptz unique, web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb"});
create table auth.sessions (id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz);
create table auth.refresh_tokens (id bigserial primary key, token varchar(255), user_id varchar(255), revoked boolean);
create table auth.audit_log_entries (id uuid primary key, payload json, created_at timestamptz);
create table auth.schema_migrations (version varchar(255) primary key);
create table storage.buckets (
  id text primary key, name text not null, owner uuid, created_at timestamptz default now(), updated_at timestamptz default now(),
  public boolean default false, avif_autodetection boolean default false, file_size_limit bigint, allowed_mime_types text[], owner_id text);
create table storage.objects (
  id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
  created_at timestamptz default now(), updated_at timestamptz default now(), last_accessed_at timestamptz default now(), metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored, version text, owner_id text, user_metadata jsonb);
create table storage.migrations (id integer primary key, name varchar(100) unique not null, hash varchar(40) not null, executed_at timestamp default now());
create type public.app_role as enum ('patient', 'kine', 'admin');
create table public.profiles (
  id uuid primary key, name text, email text, phone text, birth_date text, activity_level text, location_city text, photo_url text,
  license_number text, specialty text, price_range text, modalities text, bio text, approval_status text, created_at timestamptz default now());
create table public.user_roles (id uuid default gen_random_uuid() primary key, user_id uuid not null, role text not null);
create table public.cases (
  id uuid primary key, patient_id uuid, title text, description text, injury_area text, location_city text, preferred_modality text,
  studies_urls text[], status text, created_at timestamptz default now(), accepted_kine_id uuid);
create table public.matches (
  id uuid primary key, case_id uuid, kine_id uuid, status text, message text, created_at timestamptz default now());
create table public.reviews (
  id uuid primary key, case_id uuid, patient_id uuid, kine_id uuid, stars integer, comment text, created_at timestamptz default now());
create table public.availabilities (id uuid primary key, kine_id uuid, weekday integer, start_time time, end_time time);
create table public.kine_applications (
  id uuid primary key, user_id uuid, profile_id uuid, created_at timestamptz default now(), approved_at timestamptz, approved_by uuid,
  rejection_reason text);
create table public.admin_views (admin_id uuid, entity_type text, entity_id uuid, primary key (admin_id, entity_type, entity_id));
alter table public.profiles enable row level security;
alter table public.cases enable row level security;
`;

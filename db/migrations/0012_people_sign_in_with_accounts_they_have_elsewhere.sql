-- People sign in with an account that they have elsewhere (OpenID Connect), and link such accounts to their own.

-- A person who came from another provider and has not given yet what a profile needs: no profile, no role, nothing to
-- be done but that.
alter table auth.users add column profile_due boolean not null default false;
create index users_profile_due on auth.users (created_at) where profile_due;

-- A sign-in that is at the provider's. A row goes when its answer comes, so that an answer counts once, on any node.
-- Only the SHA-256 of the state is kept; sealed holds our verifier and nonce, encrypted with SECRET. linking_session_id
-- is whose session asked to link, null for a sign-in.
create table auth.oauth_flows (
  id uuid primary key default public.uuid_v7(),
  state_hash bytea not null,
  provider text not null,
  sealed bytea not null,
  code_challenge text not null,
  code_challenge_method text not null,
  redirect_to text not null,
  linking_session_id uuid references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint oauth_flows_state_hash_key unique (state_hash),
  constraint oauth_flows_hash_is_sha256 check (octet_length(state_hash) = 32),
  constraint oauth_flows_code_challenge_method check (code_challenge_method in ('s256', 'plain')),
  constraint oauth_flows_redirect_to_length check (length(redirect_to) <= 2048)
);
create index oauth_flows_created_at on auth.oauth_flows (created_at);
create index oauth_flows_linking_session_id on auth.oauth_flows (linking_session_id) where linking_session_id is not null;

-- An identity is linked when its code is exchanged by the browser that began, not when the provider answers: whoever
-- is led to answer somebody else's question links nothing.
alter table auth.auth_codes
  add column linking_session_id uuid references auth.sessions (id) on delete cascade,
  add column linking_identity jsonb,
  add constraint auth_codes_linking check ((linking_session_id is null) = (linking_identity is null));
create index auth_codes_linking_session_id on auth.auth_codes (linking_session_id) where linking_session_id is not null;

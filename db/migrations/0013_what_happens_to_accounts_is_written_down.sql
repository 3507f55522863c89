-- What happens to accounts is written down, without a word that names anybody, and stays as it was written.

-- By this id alone the events know a person: with the account goes the only way from its events to anybody.
alter table auth.users
  add column audit_id uuid not null default gen_random_uuid(),
  add constraint users_audit_id_key unique (audit_id);

-- subject and actor are audit_ids of auth.users, without a reference: events stay when accounts go. network is a block
-- of many addresses (/24, of IPv6 /48), device a browser and a system in words.
create table auth.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  event text not null,
  subject uuid,
  actor uuid,
  session_id uuid,
  network cidr,
  device text,
  constraint audit_events_event check (event in (
    'signed_up', 'signed_in', 'sign_in_refused', 'signed_out', 'session_ended', 'refresh_token_reused',
    'password_changed', 'email_change_asked', 'email_changed', 'recovery_asked', 'identity_linked', 'identity_unlinked',
    'factor_added', 'factor_removed', 'factor_verified', 'recovery_codes_made', 'recovery_codes_used',
    'passkey_added', 'passkey_removed', 'role_assigned', 'application_decided', 'account_created_by_admin',
    'account_deleted', 'keys_rotated'
  )),
  constraint audit_events_network_is_a_block check (masklen(network) <= case family(network) when 4 then 24 else 48 end),
  constraint audit_events_device_length check (length(device) between 1 and 80)
);
create index audit_events_subject on auth.audit_events (subject, id desc) where subject is not null;
create index audit_events_at on auth.audit_events (at);

-- The one way out is age: what is older than 400 days may be deleted.
create function auth.audit_events_stay() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '400 days' then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $$;
create trigger audit_events_stay before update or delete on auth.audit_events
  for each row execute function auth.audit_events_stay();
create trigger audit_events_are_not_emptied before truncate on auth.audit_events
  for each statement execute function auth.audit_events_stay();
-- Also for whoever says that they are a replica.
alter table auth.audit_events enable always trigger audit_events_stay;
alter table auth.audit_events enable always trigger audit_events_are_not_emptied;

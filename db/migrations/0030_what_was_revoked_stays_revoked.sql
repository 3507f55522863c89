-- Suspensions, lost roles and revoked credentials are noted as deletions are, so that a backup that is restored does not
-- bring them back. A note names nobody, and it only takes away: who holds the file store gives nobody a right by it.

alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in (
  'account', 'case', 'study', 'withdrawal',
  'password', 'recovery_codes', 'passkey', 'factor', 'identity',
  'suspended', 'restored', 'patient_at_most', 'kine_at_most', 'admin_at_most'
));
comment on table deletions is 'what must not come back from a backup: the SHA-256 of an id or a path, to the millisecond';

-- A note of a state: of all kinds in _state the latest counts.
create function note_state(_kind text, _state text[], _what text) returns void
  language sql as $$
  with subject as (select encode(sha256(convert_to(_what, 'UTF8')), 'hex') as hash)
  insert into deletions (kind, hash, at)
    select _kind, hash, greatest(date_trunc('milliseconds', clock_timestamp()),
      (select max(d.at) + interval '1 millisecond' from deletions d where d.hash = subject.hash and d.kind = any (_state)))
    from subject
    on conflict do nothing
$$;

create function is_noted(_state text[], _what text) returns boolean
  language sql stable
  return exists (select from deletions where kind = any (_state) and hash = encode(sha256(convert_to(_what, 'UTF8')), 'hex'));

create function suspensions_are_noted() returns trigger
  language plpgsql as $$
declare
  state constant text[] := array['suspended', 'restored'];
begin
  if new.suspended_at is not null then
    perform note_state('suspended', state, new.id::text);
  elsif is_noted(state, new.id::text) then
    perform note_state('restored', state, new.id::text);
  end if;
  return null;
end $$;
create trigger suspensions_are_noted after update of suspended_at on profiles
  for each row when ((new.suspended_at is null) <> (old.suspended_at is null))
  execute function suspensions_are_noted();

create function roles_are_noted() returns trigger
  language plpgsql as $$
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
end $$;
create trigger roles_are_noted after insert or delete on user_roles
  for each row execute function roles_are_noted();
create trigger roles_changed_are_noted after update of role on user_roles
  for each row when (new.role <> old.role) execute function roles_are_noted();

create function passwords_are_noted() returns trigger
  language plpgsql as $$
begin
  perform note_state('password', array['password'], new.id::text);
  return null;
end $$;
-- A sign-in that hashes the same password by newer parameters changes last_sign_in_at with it.
create trigger passwords_are_noted after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is not null and new.encrypted_password is distinct from old.encrypted_password
    and new.last_sign_in_at is not distinct from old.last_sign_in_at)
  execute function public.passwords_are_noted();

create function credentials_gone_are_noted() returns trigger
  language plpgsql as $$
begin
  -- With an account that goes, everything of it does.
  if not is_leaving(old.user_id) and exists (select from auth.users where id = old.user_id) then
    perform note_deletion(tg_argv[0], old.id::text);
  end if;
  return null;
end $$;
create trigger passkeys_gone_are_noted after delete on auth.webauthn_credentials
  for each row execute function public.credentials_gone_are_noted('passkey');
create trigger factors_gone_are_noted after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function public.credentials_gone_are_noted('factor');
create trigger identities_gone_are_noted after delete on auth.identities
  for each row execute function public.credentials_gone_are_noted('identity');

create function recovery_codes_are_noted() returns trigger
  language plpgsql as $$
begin
  perform note_state('recovery_codes', array['recovery_codes'], f.id::text)
    from auth.mfa_factors f where f.id in (select factor_id from gone);
  return null;
end $$;
create trigger recovery_codes_replaced_are_noted after delete on auth.recovery_codes
  referencing old table as gone for each statement execute function public.recovery_codes_are_noted();
create trigger recovery_codes_used_are_noted after update on auth.recovery_codes
  referencing old table as gone for each statement execute function public.recovery_codes_are_noted();

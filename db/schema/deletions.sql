create table deletions (
  kind text not null,
  hash text not null,
  at timestamp with time zone not null,
  noted_at timestamp with time zone,
  constraint deletions_pkey PRIMARY KEY (kind, hash, at),
  constraint deletions_hash_is_sha256 CHECK (hash ~ '^[0-9a-f]{64}$'::text),
  constraint deletions_kind CHECK (kind = ANY (ARRAY['account'::text, 'case'::text, 'study'::text, 'evidence'::text, 'withdrawal'::text, 'review'::text, 'password'::text, 'recovery_codes'::text, 'passkey'::text, 'factor'::text, 'identity'::text, 'calendar'::text, 'suspended'::text, 'restored'::text, 'patient_at_most'::text, 'kine_at_most'::text, 'admin_at_most'::text, 'mails_off'::text, 'mails_on'::text, 'blocked'::text, 'unblocked'::text, 'reading_hidden'::text, 'reading_shown'::text]))
);
comment on table deletions is 'what must not come back from a backup: the SHA-256 of an id or a path, to the millisecond';
comment on column deletions.noted_at is 'when the note was kept outside the database; null while it is not';

CREATE INDEX deletions_to_note ON deletions USING btree (at) WHERE noted_at IS NULL;

CREATE OR REPLACE FUNCTION public.accounts_gone_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_deletion('account', old.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.blocks_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.cases_gone_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.credentials_gone_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- With an account that goes, everything of it does.
  if not is_leaving(old.user_id) and exists (select from auth.users where id = old.user_id) then
    perform note_deletion(tg_argv[0], old.id::text);
  end if;
  return null;
end $function$;

-- The deletion of an account names it: set_config('kinexo.leaving', id, true).
CREATE OR REPLACE FUNCTION public.is_leaving(_person uuid) RETURNS boolean LANGUAGE sql STABLE RETURN COALESCE((current_setting('kinexo.leaving'::text, true) = (_person)::text), false);

CREATE OR REPLACE FUNCTION public.is_noted(_state text[], _what text) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM deletions WHERE ((deletions.kind = ANY (is_noted._state)) AND (deletions.hash = encode(sha256(convert_to(is_noted._what, 'UTF8'::name)), 'hex'::text)))));

CREATE OR REPLACE FUNCTION public.note_deletion(_kind text, _what text) RETURNS void LANGUAGE sql AS $function$
  insert into deletions (kind, hash, at)
    values (_kind, encode(sha256(convert_to(_what, 'UTF8')), 'hex'), date_trunc('milliseconds', clock_timestamp()))
    on conflict do nothing
$function$;

-- A note of a state: of all kinds in _state the latest counts.
CREATE OR REPLACE FUNCTION public.note_state(_kind text, _state text[], _what text) RETURNS void LANGUAGE sql AS $function$
  with subject as (select encode(sha256(convert_to(_what, 'UTF8')), 'hex') as hash)
  insert into deletions (kind, hash, at)
    select _kind, hash, greatest(date_trunc('milliseconds', clock_timestamp()),
      (select max(d.at) + interval '1 millisecond' from deletions d where d.hash = subject.hash and d.kind = any (_state)))
    from subject
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.passwords_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_state('password', array['password'], new.id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.recovery_codes_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_state('recovery_codes', array['recovery_codes'], f.id::text)
    from auth.mfa_factors f where f.id in (select factor_id from gone);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.roles_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.suspensions_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  state constant text[] := array['suspended', 'restored'];
begin
  if new.suspended_at is not null then
    perform note_state('suspended', state, new.id::text);
  elsif is_noted(state, new.id::text) then
    perform note_state('restored', state, new.id::text);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdrawals_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_deletion('withdrawal', new.user_id::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdrawn_reviews_are_noted() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform note_deletion('review', old.id::text);
  return null;
end $function$;

CREATE TRIGGER identities_gone_are_noted AFTER DELETE ON auth.identities FOR EACH ROW EXECUTE FUNCTION credentials_gone_are_noted('identity');
CREATE TRIGGER factors_gone_are_noted AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN (old.status = 'verified'::text) EXECUTE FUNCTION credentials_gone_are_noted('factor');
CREATE TRIGGER recovery_codes_replaced_are_noted AFTER DELETE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recovery_codes_are_noted();
CREATE TRIGGER recovery_codes_used_are_noted AFTER UPDATE ON auth.recovery_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION recovery_codes_are_noted();
CREATE TRIGGER accounts_gone_are_noted AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION accounts_gone_are_noted();

-- A sign-in that hashes the same password by newer parameters changes last_sign_in_at with it.
CREATE TRIGGER passwords_are_noted AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (old.encrypted_password IS NOT NULL AND new.encrypted_password IS DISTINCT FROM old.encrypted_password AND NOT new.last_sign_in_at IS DISTINCT FROM old.last_sign_in_at) EXECUTE FUNCTION passwords_are_noted();

CREATE TRIGGER passkeys_gone_are_noted AFTER DELETE ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION credentials_gone_are_noted('passkey');
CREATE TRIGGER suspensions_are_noted AFTER UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL)) EXECUTE FUNCTION suspensions_are_noted();
CREATE TRIGGER roles_are_noted AFTER INSERT OR DELETE ON user_roles FOR EACH ROW EXECUTE FUNCTION roles_are_noted();
CREATE TRIGGER roles_changed_are_noted AFTER UPDATE OF role ON user_roles FOR EACH ROW WHEN (new.role <> old.role) EXECUTE FUNCTION roles_are_noted();

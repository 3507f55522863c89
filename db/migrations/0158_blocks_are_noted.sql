-- A block, and reading that somebody hid, are noted as revocations are, so that a backup that is restored does not drop them.
alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in ('account', 'case', 'study',
  'evidence', 'withdrawal', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'suspended', 'restored',
  'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on', 'blocked', 'unblocked', 'reading_hidden',
  'reading_shown')) not valid;

create function blocks_are_noted() returns trigger
  language plpgsql as $$
declare
  state constant text[] := array['blocked', 'unblocked'];
begin
  if tg_op = 'INSERT' then
    perform note_state('blocked', state, new.blocker_id || ' ' || new.blocked_id);
  -- With an account its blocks go without a note of their own.
  elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
    perform note_state('unblocked', state, old.blocker_id || ' ' || old.blocked_id);
  end if;
  return null;
end $$;
create trigger blocks_are_noted after insert or delete on blocks
  for each row execute function blocks_are_noted();

create function hidden_reading_is_noted() returns trigger
  language plpgsql as $$
declare
  state constant text[] := array['reading_hidden', 'reading_shown'];
begin
  if tg_op = 'INSERT' then
    perform note_state('reading_hidden', state, new.user_id::text);
  elsif exists (select from profiles where id = old.user_id) then
    perform note_state('reading_shown', state, old.user_id::text);
  end if;
  return null;
end $$;
create trigger hidden_reading_is_noted after insert or delete on read_receipts_off
  for each row execute function hidden_reading_is_noted();

-- Mails that somebody ended are noted as revocations are, so that a backup that is restored does not bring them back.
alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in ('account', 'case', 'study',
  'evidence', 'withdrawal', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'suspended', 'restored',
  'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on')) not valid;
create function ended_mails_are_noted() returns trigger
  language plpgsql as $$
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
end $$;
create trigger ended_mails_are_noted after insert on notification_settings
  for each row execute function ended_mails_are_noted();
create trigger ended_mails_changed_are_noted after update of mail on notification_settings
  for each row when ((new.mail = 'off') <> (old.mail = 'off')) execute function ended_mails_are_noted();

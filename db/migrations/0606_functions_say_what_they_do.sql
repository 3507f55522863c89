-- Names of what follows say what it does. The version before calls tell().
alter function tell(text, text, uuid) rename to publish_live_event;
do $$
declare
  definition text;
begin
  for definition in select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'auth') and p.prokind = 'f' and p.prosrc ~ '\mtell\('
  loop
    execute regexp_replace(definition, '\mtell\(', 'publish_live_event(', 'g');
  end loop;
end $$;
create function tell(_to text, _type text, _case_id uuid default null) returns void language plpgsql as $function$
begin
  perform publish_live_event(_to, _type, _case_id);
end $function$;
alter function admin_views_are_told() rename to publish_admin_view;
alter trigger admin_views_are_told on admin_views rename to publish_admin_view;
alter function credentials_gone_are_noted() rename to tombstone_credential;
alter trigger calendar_feeds_gone_are_noted on calendar_feeds rename to tombstone_calendar_feed;
alter trigger identities_gone_are_noted on auth.identities rename to tombstone_identity;
alter trigger factors_gone_are_noted on auth.mfa_factors rename to tombstone_factor;
alter trigger passkeys_gone_are_noted on auth.webauthn_credentials rename to tombstone_passkey;
alter function recovery_codes_are_noted() rename to tombstone_recovery_codes;
alter trigger recovery_codes_replaced_are_noted on auth.recovery_codes rename to tombstone_replaced_recovery_codes;
alter trigger recovery_codes_used_are_noted on auth.recovery_codes rename to tombstone_used_recovery_codes;
alter function hidden_reading_is_noted() rename to tombstone_hidden_reading;
alter trigger hidden_reading_is_noted on read_receipts_off rename to tombstone_hidden_reading;
alter function approvals_are_tallied() rename to count_departure;
alter trigger departures_are_tallied on profiles rename to count_departure;

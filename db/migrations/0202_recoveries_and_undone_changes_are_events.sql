do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''account_claimed''::text, ''account_recovered''::text, ''way_in_kept''::text, '
      '''way_in_disowned''::text, ''email_restored''::text, ') || ' not valid';
end $$;

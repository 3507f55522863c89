-- A list that leaves as a file carries personal data: who took it, and which one, is in the audit log.
do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''list_exported''::text, ') || ' not valid';
end $$;

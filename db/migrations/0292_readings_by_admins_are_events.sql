do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''person_read''::text, ''case_read''::text, ''profile_published''::text, ''licence_changed''::text, ') || ' not valid';
end $$;

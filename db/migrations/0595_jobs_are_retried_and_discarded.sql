-- What an admin does with a job that failed, and with the state of somebody's mail, stands in the audit.
do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''job_retried''::text, ''job_discarded''::text, ''mail_state_cleared''::text, ') || ' not valid';
end $$;

-- How large a backup is, among what else a chore says of itself.
alter table chores add column detail jsonb;
alter table chores add constraint chores_detail_size check (octet_length(detail::text) <= 2000) not valid;

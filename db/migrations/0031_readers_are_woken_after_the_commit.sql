-- NOTIFY makes commits wait for each other: of one database, one at a time. Nodes that say so wake the readers themselves, after
-- their commits and at most some fifty times a second; everybody else's changes are told as before. The payload is empty, since
-- every reader reads the table.
create or replace function tell(_to text, _type text, _case_id uuid default null) returns void
  language sql as $$
  insert into live_events (audience, type, case_id)
    values (substr(sha256(convert_to(_to, 'UTF8')), 1, 16), _type, _case_id) on conflict do nothing;
  select pg_notify('kinexo_live', '')
    where current_setting('kinexo.wakes_readers', true) is distinct from 'after_commit'
$$;

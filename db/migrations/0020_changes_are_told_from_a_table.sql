-- What is told is kept for an hour, so that whoever did not hear it when it was said can still read it. NOTIFY only wakes the
-- readers; its payload is for nodes of the version before.
create table live_events (
  -- Rows become visible as transactions end, not as they are numbered: a reader asks for what a snapshot of theirs did not see.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- The beginning of the SHA-256 of a person's id, a session's, "admins" or "kines": of an account that goes no id stays behind.
  audience bytea not null check (octet_length(audience) = 16),
  type text not null,
  case_id uuid,
  -- As it is written: a transaction may have begun long before.
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (transaction_id, audience, type, case_id)
);

create or replace function tell(_to text, _type text, _case_id uuid default null) returns void
  language sql as $$
  insert into live_events (audience, type, case_id)
    values (substr(sha256(convert_to(_to, 'UTF8')), 1, 16), _type, _case_id) on conflict do nothing;
  select pg_notify(
    'kinexo_live', json_strip_nulls(json_build_object('to', _to, 'type', _type, 'case_id', _case_id))::text
  )
$$;

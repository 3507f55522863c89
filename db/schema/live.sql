-- Changes that readers of the live stream have to learn, kept for an hour, for those who were not connected. NOTIFY only wakes the readers.
create table live_events (
  transaction_id xid8 default pg_current_xact_id() not null,
  audience bytea not null,
  type text not null,
  case_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint live_events_transaction_id_audience_type_case_id_key UNIQUE NULLS NOT DISTINCT (transaction_id, audience, type, case_id),
  constraint live_events_audience_check CHECK (octet_length(audience) = 16)
);

CREATE OR REPLACE FUNCTION public.publish_live_event(_to text, _type text, _case_id uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql AS $function$
begin
  insert into live_events (audience, type, case_id)
    values (substr(sha256(convert_to(_to, 'UTF8')), 1, 16), _type, _case_id) on conflict do nothing;
  if current_setting('kinexo.wakes_readers', true) is distinct from 'after_commit' then
    perform pg_notify('kinexo_live', '');
  end if;
end $function$;

-- NOTIFY makes the commits of a database wait for each other, so nodes wake the readers themselves after their commits (kinexo.wakes). In plpgsql its
-- statements are planned once for each connection.
CREATE OR REPLACE FUNCTION public.tell(_to text, _type text, _case_id uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql AS $function$
begin
  perform publish_live_event(_to, _type, _case_id);
end $function$;

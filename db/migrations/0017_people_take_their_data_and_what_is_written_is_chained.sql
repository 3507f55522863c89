-- People take all that is kept about them along, a few times a day, and what is written down of accounts cannot be changed
-- without being noticed.

create table data_exports (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  -- A link is followed once.
  taken_at timestamptz
);
create index data_exports_user_id_idx on data_exports (user_id, id);

-- Why an admin did something, in their words. The event has its hash, with salt, so that the words can go with the account and
-- cannot be changed before.
alter table auth.audit_events add column reason_sha256 text;
create table auth.audit_reasons (
  event_id bigint primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  salt uuid not null default gen_random_uuid(),
  reason text not null check (char_length(reason) between 1 and 500)
);
create index audit_reasons_user_id_idx on auth.audit_reasons (user_id);
create index audit_events_actor on auth.audit_events (actor, id desc) where actor is not null;
create index audit_events_event_idx on auth.audit_events (event, id desc);

-- Each event is a link: its hash covers the hash before it. The links stand in the order of the commits.
create table auth.audit_chain (
  seq bigint primary key,
  event_id bigint not null unique,
  at timestamptz not null,
  hash text not null
);
create table auth.audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash text not null
);
insert into auth.audit_head (seq, hash) values (0, repeat('0', 64));

create function auth.audit_text(_seq bigint, _before text, e auth.audit_events) returns text
  language sql stable
  return concat_ws(E'\n', _seq, _before, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.event,
    coalesce(e.subject::text, ''), coalesce(e.actor::text, ''), coalesce(e.session_id::text, ''), coalesce(e.network::text, ''),
    coalesce(e.device, ''), coalesce(e.reason_sha256, ''));

create function auth.chain_audit_event(e auth.audit_events) returns void
  language plpgsql as $$
declare
  head auth.audit_head;
begin
  select * into head from auth.audit_head for update;
  head.hash := encode(sha256(convert_to(auth.audit_text(head.seq + 1, head.hash, e), 'UTF8')), 'hex');
  insert into auth.audit_chain (seq, event_id, at, hash) values (head.seq + 1, e.id, e.at, head.hash);
  update auth.audit_head set seq = head.seq + 1, hash = head.hash;
end $$;

do $$
declare
  e auth.audit_events;
begin
  for e in select * from auth.audit_events order by id loop
    perform auth.chain_audit_event(e);
  end loop;
end $$;

create function auth.audit_events_are_chained() returns trigger
  language plpgsql as $$
begin
  perform auth.chain_audit_event(new);
  return null;
end $$;
-- At the commit, so that the head is held for its time only, and locked last by everybody.
create constraint trigger audit_events_are_chained after insert on auth.audit_events
  deferrable initially deferred for each row execute function auth.audit_events_are_chained();

create function auth.audit_chain_stays() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_chain' then
    if old.at < now() - interval '400 days' then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_head' and pg_trigger_depth() > 1 then
    return new;
  end if;
  perform public.refuse('audit_chain_stays', 'the chain of what was written down only grows');
  return null;
end $$;
create trigger audit_chain_stays before update or delete on auth.audit_chain
  for each row execute function auth.audit_chain_stays();
create trigger audit_chain_is_not_emptied before truncate on auth.audit_chain
  for each statement execute function auth.audit_chain_stays();
create trigger audit_head_stays before update or delete on auth.audit_head
  for each row execute function auth.audit_chain_stays();
create trigger audit_head_is_not_emptied before truncate on auth.audit_head
  for each statement execute function auth.audit_chain_stays();

create function auth.audit_reasons_stay() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and (not exists (select from auth.users where id = old.user_id)
    or not exists (select from auth.audit_events where id = old.event_id)) then
    return old;
  end if;
  perform public.refuse('audit_events_stay', 'what happened to accounts stays as it was written');
  return null;
end $$;
create trigger audit_reasons_stay before update or delete on auth.audit_reasons
  for each row execute function auth.audit_reasons_stay();

do $$
declare
  was text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''audit_exported''::text, ');
end $$;

-- Also for whoever says that they are a replica.
alter table auth.audit_events enable always trigger audit_events_are_chained;
alter table auth.audit_chain enable always trigger audit_chain_stays;
alter table auth.audit_chain enable always trigger audit_chain_is_not_emptied;
alter table auth.audit_head enable always trigger audit_head_stays;
alter table auth.audit_head enable always trigger audit_head_is_not_emptied;

-- Web push. A browser subscribes under the server's key and hands over an address at its push service, with keys to encrypt for it.
-- A subscription belongs to one session and ends with it.

-- Keys replaced by a rotation stay as long as a browser is subscribed under them.
create table push_keys (
  public_key text primary key constraint push_keys_public_key check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  private_key_encrypted bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
create unique index push_keys_one_active on push_keys ((true)) where retired_at is null;

create table push_subscriptions (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null,
  public_key text not null references push_keys,
  -- One browser has one address: who signed in there last is told.
  endpoint_hash bytea not null constraint push_subscriptions_endpoint_hash_key unique
    constraint push_subscriptions_hash_length check (octet_length(endpoint_hash) = 32),
  sealed bytea not null constraint push_subscriptions_size check (octet_length(sealed) between 60 and 2000),
  created_at timestamptz not null default clock_timestamp(),
  -- When its person last tried it.
  tried_at timestamptz
);
create index push_subscriptions_user_id on push_subscriptions (user_id, created_at desc);
create index push_subscriptions_public_key on push_subscriptions (public_key);
comment on column push_subscriptions.sealed is 'address and keys, encrypted: who has them can write to the browser';

-- What was handed to a push service, so that a repeated job hands it over once, and what was read can be closed where it was shown.
create table pushes (
  session_id uuid not null references push_subscriptions on delete cascade,
  notification_id uuid not null,
  -- The notification's count when it was handed over: one that grows is handed over again.
  count integer not null constraint pushes_count check (count > 0),
  handed_at timestamptz not null default clock_timestamp(),
  primary key (session_id, notification_id)
);
create index pushes_notification_id on pushes (notification_id);
create index pushes_handed_at on pushes (handed_at);

-- The seconds until a person's quiet hours begin, by the clock of their zone; 0 in them, null without any. No push is kept longer.
create function seconds_to_quiet(_from time, _until time, _zone text) returns float8
  language plpgsql stable as $$
declare
  here timestamp := now() at time zone _zone;
begin
  if _from = _until then
    return null;
  end if;
  if quiet_seconds(_from, _until, _zone) > 0 then
    return 0;
  end if;
  return floor(extract(epoch from
    (here::date + _from + case when here::time >= _from then interval '1 day' else '0' end) at time zone _zone - now()));
end $$;

create function pushes_end_with_their_session() returns trigger
  language plpgsql as $$
begin
  delete from public.push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger pushes_end_with_their_session after update of ended_at on auth.sessions
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function public.pushes_end_with_their_session();

-- Ten browsers a person: the oldest subscription gives way.
create function push_subscriptions_at_most_ten() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('push ' || new.user_id, 0));
  delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where user_id = new.user_id order by created_at desc, session_id offset 10);
  return null;
end $$;
create trigger push_subscriptions_at_most_ten after insert on push_subscriptions
  for each row execute function push_subscriptions_at_most_ten();

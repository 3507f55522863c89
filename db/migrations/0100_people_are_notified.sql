-- What people are notified of, without text: its words are made from the kind and from what the reader may see at that moment. A row
-- goes with what it is about. 0101 to 0108 change one table of before each, so that nobody waits for two of them at once.

-- The least uuid v7 of a moment: ids are compared with it instead of an index on moments.
create function uuid_at(_at timestamptz) returns uuid
  language sql stable
  return rpad(lpad(to_hex(floor(extract(epoch from _at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

create table notifications (
  id uuid primary key default uuid_v7(),
  user_id uuid not null,
  kind text not null constraint notifications_kind_shape check (kind ~ '^[a-z][a-z_]{2,39}$'),
  case_id uuid,
  match_id uuid,
  review_id uuid,
  thing_id uuid generated always as (coalesce(match_id, review_id, case_id)) stored,
  count integer not null default 1 check (count > 0),
  created_at timestamptz not null default now(),
  -- The next step of its delivery, by a job of its own.
  delivery text not null default 'push' constraint notifications_delivery check (delivery in ('push', 'mail', 'digest', 'over')),
  due_at timestamptz not null default now(),
  told_at timestamptz,
  message_id uuid,
  seen_at timestamptz,
  done_at timestamptz
);
comment on column notifications.due_at is 'its next step comes no earlier';
comment on column notifications.told_at is 'when it, or the one about the same thing before it, was last delivered';
comment on column notifications.message_id is 'the latest outgoing message that tells it';
comment on column notifications.seen_at is 'when its person read it, in any place';
comment on column notifications.done_at is 'when it ceased to matter: withdrawn, decided or closed';
create unique index notifications_one_open on notifications (user_id, kind, thing_id) nulls not distinct
  where seen_at is null and done_at is null;
create index notifications_user_id_idx on notifications (user_id, id);
create index notifications_case_id_idx on notifications (case_id) where case_id is not null;
create index notifications_match_id_idx on notifications (match_id) where match_id is not null;
create index notifications_review_id_idx on notifications (review_id) where review_id is not null;

create table notification_settings (
  user_id uuid not null,
  "group" text not null constraint notification_settings_group_shape check ("group" ~ '^[a-z][a-z_]{2,39}$'),
  push boolean not null,
  mail text not null constraint notification_settings_mail check (mail in ('at_once', 'daily', 'off')),
  primary key (user_id, "group")
);

-- When a person is left alone, by the clock of their zone, and the day of their last digest there.
create table notification_hours (
  user_id uuid primary key,
  quiet_from time not null default '21:00',
  quiet_until time not null default '08:00',
  zone text not null default 'America/Argentina/Buenos_Aires' constraint notification_hours_zone check (zone ~ '^[A-Za-z0-9_+/-]{1,60}$'),
  digest_on date
);

-- In plpgsql its statements are planned once for each connection; in sql they were planned at each call.
create or replace function tell(_to text, _type text, _case_id uuid default null) returns void
  language plpgsql as $$
begin
  insert into live_events (audience, type, case_id)
    values (substr(sha256(convert_to(_to, 'UTF8')), 1, 16), _type, _case_id) on conflict do nothing;
  if current_setting('kinexo.wakes_readers', true) is distinct from 'after_commit' then
    perform pg_notify('kinexo_live', '');
  end if;
end $$;

-- Writes a notification, or grows the one that is open about the same thing. One whose delivery is over begins it again, four hours after
-- it was told. What is caused and undone again and again is told once an hour: a new row waits when the one before it ended unread.
create function notify_person(_user uuid, _kind text, _case uuid default null, _match uuid default null, _review uuid default null)
  returns uuid language plpgsql as $$
declare
  the_id uuid;
  due timestamptz;
  again boolean;
begin
  with earlier as (
    select max(told_at) filter (where seen_at is null and told_at > now() - interval '1 hour') as told_at
      from (select seen_at, told_at from notifications
        where user_id = _user and id > uuid_at(now() - interval '1 day') and kind = _kind
          and thing_id is not distinct from coalesce(_match, _review, _case)
        order by id desc limit 1) n
  ), written as (
    insert into notifications as n (user_id, kind, case_id, match_id, review_id, told_at, due_at)
      select _user, _kind, _case, _match, _review, told_at, coalesce(told_at + interval '1 hour', now()) from earlier
      on conflict (user_id, kind, thing_id) where seen_at is null and done_at is null
      do update set count = n.count + 1, created_at = least(n.created_at, excluded.created_at),
        due_at = case when n.delivery = 'over' then greatest(now(), n.told_at + interval '4 hours') else n.due_at end,
        delivery = case when n.delivery = 'over' then 'push' else n.delivery end
      returning n.id, n.delivery, n.due_at, n.xmax = 0 as is_new
  ), queued as (
    -- Without the NOTIFY of add_job, which makes commits wait for each other: an idle worker looks every two seconds.
    insert into graphile_worker._private_jobs (task_id, payload, key, run_at, priority)
      select t.id, json_build_object('id', w.id), 'deliver:' || w.id, w.due_at, 10
      from written w, graphile_worker._private_tasks t where w.is_new and t.identifier = 'deliver'
      returning id
  )
  -- One that merely waits for the morning keeps its job.
  select w.id, w.due_at,
    case when w.is_new then not exists (select from queued) else w.delivery = 'push' and w.due_at >= now() end
    into the_id, due, again from written w;
  if again then
    perform graphile_worker.add_job('deliver', payload => json_build_object('id', the_id), job_key => 'deliver:' || the_id,
      run_at => due, priority => 10);
  end if;
  return the_id;
end $$;

-- An application wakes its patient's pages by the event of their case.
create function notifications_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(new.user_id::text, 'inbox');
  return null;
end $$;
create trigger notifications_are_told after insert on notifications
  for each row when (new.kind <> 'application_received') execute function notifications_are_told();
create trigger notifications_read_are_told after update of count, seen_at, done_at on notifications
  for each row when (new.seen_at is distinct from old.seen_at or new.done_at is distinct from old.done_at
    or (new.count <> old.count and new.kind <> 'application_received')) execute function notifications_are_told();

-- When a person is left alone, by the clock of their zone, and the day of their last digest there.
create table notification_hours (
  user_id uuid not null,
  quiet_from time without time zone default '21:00:00'::time without time zone not null,
  quiet_until time without time zone default '08:00:00'::time without time zone not null,
  zone text default 'America/Argentina/Buenos_Aires'::text not null,
  digest_on date,
  constraint notification_hours_pkey PRIMARY KEY (user_id),
  constraint notification_hours_zone CHECK (zone ~ '^[A-Za-z0-9_+/-]{1,60}$'::text),
  constraint notification_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

create table notification_settings (
  user_id uuid not null,
  "group" text not null,
  push boolean not null,
  mail text not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id, "group"),
  constraint notification_settings_group_shape CHECK ("group" ~ '^[a-z][a-z_]{2,39}$'::text),
  constraint notification_settings_mail CHECK (mail = ANY (ARRAY['at_once'::text, 'daily'::text, 'off'::text])),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.tombstone_ended_mails() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and ((new.mail = 'off'::text) <> (old.mail = 'off'::text)) then
    <<tombstone_ended_mails>>
    declare
      state constant text[] := array['mails_off', 'mails_on'];
      what text := new.user_id || ' ' || new."group";
    begin
      if new.mail = 'off' then
        perform note_state('mails_off', state, what);
      elsif is_noted(state, what) then
        perform note_state('mails_on', state, what);
      end if;
    end tombstone_ended_mails;
  end if;
  return null;
end $function$;

CREATE TRIGGER tombstone_ended_mails AFTER INSERT OR UPDATE OF mail ON notification_settings FOR EACH ROW EXECUTE FUNCTION tombstone_ended_mails();

create table notifications (
  id uuid default uuid_v7() not null,
  user_id uuid not null,
  kind text not null,
  case_id uuid,
  match_id uuid,
  review_id uuid,
  thing_id uuid generated always as (COALESCE(match_id, review_id, case_id)) stored,
  count integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  delivery text default 'push'::text not null,
  due_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  message_id uuid,
  seen_at timestamp with time zone,
  done_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_count_check CHECK (count > 0),
  constraint notifications_delivery CHECK (delivery = ANY (ARRAY['push'::text, 'mail'::text, 'digest'::text, 'over'::text])),
  constraint notifications_kind_shape CHECK (kind ~ '^[a-z][a-z_]{2,39}$'::text),
  constraint notifications_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint notifications_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint notifications_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column notifications.due_at is 'its next step comes no earlier';
comment on column notifications.told_at is 'when it, or the one about the same thing before it, was last delivered';
comment on column notifications.message_id is 'the latest outgoing message that tells it';
comment on column notifications.seen_at is 'when its person read it, in any place';
comment on column notifications.done_at is 'when it ceased to matter: withdrawn, decided or closed';

CREATE INDEX notifications_case_id_idx ON notifications USING btree (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX notifications_match_id_idx ON notifications USING btree (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_one_open ON notifications USING btree (user_id, kind, thing_id) NULLS NOT DISTINCT WHERE seen_at IS NULL AND done_at IS NULL;
CREATE INDEX notifications_review_id_idx ON notifications USING btree (review_id) WHERE review_id IS NOT NULL;
CREATE INDEX notifications_user_id_idx ON notifications USING btree (user_id, id);

CREATE OR REPLACE FUNCTION public.end_notification() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.seen_at is not distinct from old.seen_at and new.done_at is not distinct from old.done_at then
      return null;
    end if;
    perform publish_live_event(old.user_id::text, 'inbox');
  elsif old.delivery in ('push', 'mail') then
    perform graphile_worker.remove_job('deliver:' || old.id);
  end if;
  if old.seen_at is null and old.done_at is null and exists (select from pushes where notification_id = old.id) then
    perform graphile_worker.add_job('close_push', payload => json_build_object('id', old.id), job_key => 'close_push:' || old.id,
      priority => 10);
  end if;
  return null;
end $function$;

CREATE TRIGGER notifications_end AFTER DELETE OR UPDATE OF seen_at, done_at ON notifications FOR EACH ROW EXECUTE FUNCTION end_notification();

CREATE OR REPLACE FUNCTION public.end_application_received(_case uuid, _patient uuid) RETURNS void LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
declare
  the_notification uuid;
begin
  -- An application at the same time waits for this lock, or is seen by the statement after it.
  select id into the_notification from notifications
    where user_id = _patient and kind = 'application_received' and case_id = _case and seen_at is null and done_at is null
    for no key update;
  if found and not exists (select from matches where case_id = _case and status = 'proposed') then
    update notifications set done_at = now() where id = the_notification;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.end_queue_notifications(_kind text) RETURNS void LANGUAGE plpgsql AS $function$
declare
  held uuid[];
begin
  -- Locked before the queue is read: what joins it at the same time waits, or is seen by the next statement.
  select array_agg(id) into held from (select id from notifications where kind = _kind
    and user_id in (select user_id from user_roles where role = 'admin') and seen_at is null and done_at is null
    order by user_id for no key update) n;
  update notifications set done_at = now() where id = any(held)
    and not (_kind = 'request_waiting' and exists (select from kine_applications where status = 'pending')
      or _kind = 'report_waiting' and exists (select from reports where decided_at is null));
end $function$;

-- Writes a notification, or grows the one that is open about the same thing. One whose delivery is over begins it again, four hours after
-- it was told. What is caused and undone again and again is told once an hour: a new row waits when the one before it ended unread.
CREATE OR REPLACE FUNCTION public.notify_person(_user uuid, _kind text, _case uuid DEFAULT NULL::uuid, _match uuid DEFAULT NULL::uuid, _review uuid DEFAULT NULL::uuid) RETURNS uuid LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
declare
  the_id uuid;
  due timestamptz;
  again boolean;
  is_first boolean;
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
  )
  -- One that merely waits for the morning keeps its job.
  select id, due_at, is_new or (delivery = 'push' and due_at >= now()), is_new into the_id, due, again, is_first from written;
  if again then
    perform graphile_worker.add_job('deliver', payload => json_build_object('id', the_id), job_key => 'deliver:' || the_id,
      run_at => due, priority => 10, job_key_mode => case when is_first then 'unsafe_dedupe' else 'replace' end);
  end if;
  if _kind <> 'application_received' then
    perform publish_live_event(_user::text, 'inbox');
  end if;
  return the_id;
end $function$;

-- The seconds until the end of a person's quiet hours; 0 outside them. By the clock of their zone, also when it is put forward or back.
CREATE OR REPLACE FUNCTION public.quiet_seconds(_from time without time zone, _until time without time zone, _zone text) RETURNS double precision LANGUAGE plpgsql STABLE AS $function$
declare
  here timestamp := now() at time zone _zone;
  is_quiet boolean := case when _from <= _until then here::time >= _from and here::time < _until
    else here::time >= _from or here::time < _until end;
begin
  if not is_quiet then
    return 0;
  end if;
  return ceil(extract(epoch from
    (here::date + _until + case when here::time >= _until then interval '1 day' else '0' end) at time zone _zone - now()));
end $function$;

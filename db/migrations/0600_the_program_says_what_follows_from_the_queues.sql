-- What follows from reviews, reports, admissions, changes of profiles, licences, settings, roles and suspensions is said by the program. A deletion
-- still says what it takes along.
drop trigger hidden_reviews_are_told on reviews;
drop trigger reviews_are_told on reviews;
drop trigger reviews_are_notified on reviews;
drop trigger reports_are_told on reports;
drop trigger reports_are_notified on reports;
drop trigger reports_are_followed on reports;
drop trigger reports_end_notifications on reports;
drop trigger reports_take_their_clock on reports;
drop trigger kine_applications_are_told on kine_applications;
drop trigger kine_applications_are_notified on kine_applications;
drop trigger kine_applications_are_followed on kine_applications;
drop trigger kine_applications_end_notifications on kine_applications;
drop trigger kine_applications_taken_up_are_notified on kine_applications;
drop trigger kine_applications_taken_up_are_followed on kine_applications;
drop trigger kine_applications_take_their_clock on kine_applications;
drop trigger licences_are_queued on licences;
drop trigger settings_are_told on settings;
drop trigger approval_is_told on profiles;
drop trigger user_roles_are_told on user_roles;
drop function hidden_reviews_are_told();
drop function reviews_are_notified();
drop function queues_are_notified();
drop function queues_are_followed();
drop function empty_queues_end_notifications();
drop function admins_are_told();
drop function approval_is_told();
drop function roles_are_told();

-- Ends the notifications of a queue where nothing waits in it.
create function end_queue_notifications(_kind text) returns void language plpgsql as $function$
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

-- What a deletion takes out of a queue: its job, its part of the count and, with the last one, the notifications.
create function leave_queue() returns trigger language plpgsql as $function$
begin
  perform graphile_worker.remove_job(tg_argv[0] || ':' || old.id);
  perform tell('admins', 'counts');
  perform end_queue_notifications(tg_argv[1]);
  return null;
end $function$;
create trigger reports_leave_their_queue after delete on reports
  for each row execute function leave_queue('report_level', 'report_waiting');
create trigger kine_applications_leave_their_queue after delete on kine_applications
  for each row execute function leave_queue('request_level', 'request_waiting');

create or replace function profile_changes_are_told() returns trigger language plpgsql as $function$
begin
  update profiles set version = version + 1 where id = coalesce(new.kine_id, old.kine_id);
  return null;
end $function$;
alter function profile_changes_are_told() rename to raise_profile_version;
alter trigger profile_changes_are_told on profile_changes rename to profile_changes_raise_the_version;

create or replace function licences_are_shown() returns trigger language plpgsql as $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
  newest licences;
begin
  select * into newest from licences where kine_id = kine and state = 'verified' order by checked_at desc limit 1;
  update profiles set license_checked_at = newest.checked_at,
      license_number = coalesce(license_number, case
        when exists (select from profiles o where license_key(o.license_number) = license_key(concat_ws(' ', newest.kind, newest.number)))
        then licence_text(newest.kind, newest.jurisdiction, newest.number) else concat_ws(' ', newest.kind, newest.number) end)
    where id = kine and license_checked_at is distinct from newest.checked_at;
  if tg_op = 'UPDATE' and new.state = 'verified' and new.is_first then
    delete from profile_changes c using profiles p
      where c.kine_id = kine and p.id = kine and c.rejected_at is null
        and (c.name, c.license_number, c.specialty) is not distinct from (p.name, p.license_number, p.specialty);
  end if;
  return null;
end $function$;

create or replace function suspension_ends_sessions() returns trigger language plpgsql as $function$
begin
  -- A sign-in under way holds this row by its foreign key: it is waited for, and its session ends here too.
  perform from auth.users where id = new.id for update;
  update auth.sessions set ended_at = now(), end_reason = 'suspended' where user_id = new.id and ended_at is null;
  return null;
end $function$;
drop trigger suspension_ends_sessions on profiles;
create trigger suspension_ends_sessions after update of suspended_at on profiles
  for each row when (new.suspended_at is distinct from old.suspended_at and new.suspended_at is not null) execute function suspension_ends_sessions();

-- The inbox is read again when one of its rows is written, by the one function that writes them. An application wakes its patient's pages by the
-- event of their case.
CREATE OR REPLACE FUNCTION public.notify_person(_user uuid, _kind text, _case uuid DEFAULT NULL::uuid, _match uuid DEFAULT NULL::uuid, _review uuid DEFAULT NULL::uuid) RETURNS uuid LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
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
  )
  -- One that merely waits for the morning keeps its job.
  select id, due_at, is_new or (delivery = 'push' and due_at >= now()) into the_id, due, again from written;
  if again then
    perform graphile_worker.add_job('deliver', payload => json_build_object('id', the_id), job_key => 'deliver:' || the_id,
      run_at => due, priority => 10);
  end if;
  if _kind <> 'application_received' then
    perform tell(_user::text, 'inbox');
  end if;
  return the_id;
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_kine_application(_application_id uuid) RETURNS uuid LANGUAGE plpgsql AS $function$
declare
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin takes an application up again');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'rejected' for update;
  if application.id is null then
    perform refuse('applications_reopen_rejected', 'only a rejected application is taken up again');
  end if;
  update kine_applications
    set status = 'pending', approved_at = null, approved_by = null, rejection_reason = null, license_number = null,
      -- A request that is pending again notifies the admins again when it is late.
      late_told_at = null
    where id = _application_id;
  -- Refused by the unique index where somebody else has the licence now.
  update profiles set approval_status = 'pending', license_number = coalesce(application.license_number, license_number)
    where id = application.profile_id;
  return application.profile_id;
end $function$;
drop trigger kine_applications_taken_up_are_new on kine_applications;
drop function kine_applications_taken_up_are_new();

-- Notifications that are read, or cease to matter, or go with their person: open screens read again, and browsers that show them close them.
drop trigger notifications_are_told on notifications;
drop trigger notifications_read_are_told on notifications;
drop trigger pushes_are_closed on notifications;
drop trigger pushes_of_the_gone_are_closed on notifications;
drop function notifications_are_told();
drop trigger deliveries_go_with_their_notification on notifications;
create or replace function pushes_are_closed() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' then
    if new.seen_at is not distinct from old.seen_at and new.done_at is not distinct from old.done_at then
      return null;
    end if;
    perform tell(old.user_id::text, 'inbox');
  elsif old.delivery in ('push', 'mail') then
    perform graphile_worker.remove_job('deliver:' || old.id);
  end if;
  if old.seen_at is null and old.done_at is null and exists (select from pushes where notification_id = old.id) then
    perform graphile_worker.add_job('close_push', payload => json_build_object('id', old.id), job_key => 'close_push:' || old.id,
      priority => 10);
  end if;
  return null;
end $function$;
alter function pushes_are_closed() rename to end_notification;
create trigger notifications_end after delete or update of seen_at, done_at on notifications for each row execute function end_notification();

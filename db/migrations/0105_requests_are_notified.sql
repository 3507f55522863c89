-- Requests and reports: one open row an admin and kind, in one order, so that two of them never wait for each other in a circle.
create function queues_are_notified() returns trigger
  language plpgsql as $$
begin
  perform notify_person(a.user_id, tg_argv[0])
    from (select user_id from user_roles where role = 'admin' order by user_id) a;
  return null;
end $$;
create function empty_queues_end_notifications() returns trigger
  language plpgsql as $$
declare
  held uuid[];
begin
  -- Locked before the queue is read: what joins it at the same time waits, or is seen by the next statement.
  select array_agg(id) into held from (select id from notifications where kind = tg_argv[0]
    and user_id in (select user_id from user_roles where role = 'admin') and seen_at is null and done_at is null
    order by user_id for no key update) n;
  update notifications set done_at = now() where id = any(held)
    and not (tg_argv[0] = 'request_waiting' and exists (select from kine_applications where status = 'pending')
      or tg_argv[0] = 'report_waiting' and exists (select from reports where decided_at is null));
  return null;
end $$;
create trigger kine_applications_are_notified after insert on kine_applications
  for each row when (new.status = 'pending') execute function queues_are_notified('request_waiting');
create trigger kine_applications_end_notifications after update of status or delete on kine_applications
  for each row when (old.status = 'pending') execute function empty_queues_end_notifications('request_waiting');

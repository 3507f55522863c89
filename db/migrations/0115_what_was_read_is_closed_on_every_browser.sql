-- A notification that was read, or ceased to matter, or is gone, is closed on the browsers that show it, by a job after the commit.
create function pushes_are_closed() returns trigger
  language plpgsql as $$
begin
  if exists (select from pushes where notification_id = old.id) then
    perform graphile_worker.add_job('close_push', payload => json_build_object('id', old.id), job_key => 'close_push:' || old.id,
      priority => 10);
  end if;
  return null;
end $$;
create trigger pushes_are_closed after update of seen_at, done_at on notifications
  for each row when (old.seen_at is null and old.done_at is null and (new.seen_at is not null or new.done_at is not null))
  execute function pushes_are_closed();
create trigger pushes_of_the_gone_are_closed after delete on notifications
  for each row when (old.seen_at is null and old.done_at is null) execute function pushes_are_closed();

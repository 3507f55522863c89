-- No job stays behind for a notification that is gone.
create function notifications_take_their_job() returns trigger
  language plpgsql as $$
begin
  perform graphile_worker.remove_job('deliver:' || old.id);
  return null;
end $$;
create trigger notifications_take_their_job after delete on notifications
  for each row when (old.delivery in ('push', 'mail')) execute function notifications_take_their_job();

-- No job stays behind for a row that is gone.
create function jobs_go_with_their_row() returns trigger
  language plpgsql as $$
begin
  perform graphile_worker.remove_job(tg_argv[0] || ':' || old.id);
  return null;
end $$;
create trigger deliveries_go_with_their_notification after delete on notifications
  for each row when (old.delivery in ('push', 'mail')) execute function jobs_go_with_their_row('deliver');

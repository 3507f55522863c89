alter table kine_applications add column late_told_at timestamptz;

create function queues_are_followed() returns trigger
  language plpgsql as $$
begin
  perform run_level(tg_argv[0], new.id, make_interval(hours => setting_number('late_hours', 24)));
  return null;
end $$;
create trigger kine_applications_are_followed after insert on kine_applications
  for each row when (new.status = 'pending') execute function queues_are_followed('request_level');
create trigger kine_applications_taken_up_are_followed after update of status on kine_applications
  for each row when (new.status = 'pending' and old.status <> 'pending') execute function queues_are_followed('request_level');

-- A request that is pending again notifies the admins again, now and when it is late.
create function kine_applications_taken_up_are_new() returns trigger
  language plpgsql as $$
begin
  new.late_told_at := null;
  return new;
end $$;
create trigger kine_applications_taken_up_are_new before update of status on kine_applications
  for each row when (new.status = 'pending' and old.status <> 'pending') execute function kine_applications_taken_up_are_new();
create trigger kine_applications_taken_up_are_notified after update of status on kine_applications
  for each row when (new.status = 'pending' and old.status <> 'pending') execute function queues_are_notified('request_waiting');

create trigger kine_applications_take_their_clock after delete on kine_applications
  for each row execute function jobs_go_with_their_row('request_level');

alter table reports add column late_told_at timestamptz;

create trigger reports_are_followed after insert on reports
  for each row when (new.decided_at is null) execute function queues_are_followed('report_level');

create trigger reports_take_their_clock after delete on reports
  for each row execute function jobs_go_with_their_row('report_level');

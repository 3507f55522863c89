alter table reports add column late_told_at timestamptz;

create trigger reports_are_followed after insert on reports
  for each row when (new.decided_at is null) execute function queues_are_followed('report_level');

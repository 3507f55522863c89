create trigger reports_are_notified after insert on reports
  for each row when (new.decided_at is null) execute function queues_are_notified('report_waiting');

create trigger reports_end_notifications after update of decided_at or delete on reports
  for each row when (old.decided_at is null) execute function empty_queues_end_notifications('report_waiting');

-- Of its own transaction, since it may take a while.
update case_places p set is_waiting = c.is_waiting, is_counted = c.is_counted from counted_cases c
  where c.case_id = p.case_id and (p.is_waiting, p.is_counted) is distinct from (c.is_waiting, c.is_counted);

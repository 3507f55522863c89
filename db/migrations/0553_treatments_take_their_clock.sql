-- The job of a treated case goes with the case.
create trigger treatments_take_their_clock after delete on cases
  for each row execute function jobs_go_with_their_row('treatment_level');

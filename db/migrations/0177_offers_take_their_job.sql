-- No job stays behind for an offer that is gone.
create trigger offers_take_their_job after delete on matches
  for each row when (old.valid_until is not null) execute function jobs_go_with_their_row('offer_lapse');

alter table seat_queue add constraint seat_queue_case_id_fkey foreign key (case_id) references cases on delete cascade;

-- No job stays behind for a case that is gone.
create trigger free_seats_take_their_job after delete on cases
  for each row execute function jobs_go_with_their_row('seat_free');
create trigger kept_seats_take_their_job after delete on cases
  for each row execute function jobs_go_with_their_row('seat_kept');

-- A case that sleeps is shown to no specialist. Once it is awake, those who wait are told of its seat.
create function woken_cases_offer_seats() returns trigger
  language plpgsql as $$
begin
  if exists (select from seat_queue where case_id = new.id) then
    perform run_level('seat_free', new.id, '0');
  end if;
  return null;
end $$;
create trigger woken_cases_offer_seats after update of status, dormant_at on cases
  for each row when (old.dormant_at is not null and new.dormant_at is null) execute function woken_cases_offer_seats();

-- Whoever writes a licence into a profile waits for its number first: an index that is written before the lock could wait for a transaction that
-- waits for the lock.
create function licences_are_taken_in_turn() returns trigger
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('licence number ' || licence_value_number(new.license_number), 0));
  return new;
end $$;
create trigger licences_start_in_turn before insert on profiles
  for each row when (new.license_number is not null) execute function licences_are_taken_in_turn();
create trigger licences_change_in_turn before update of license_number on profiles
  for each row when (new.license_number is not null and new.license_number is distinct from old.license_number)
  execute function licences_are_taken_in_turn();

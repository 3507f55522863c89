alter table case_alerts validate constraint case_alerts_seats_of_invitations;

-- Its name makes it come after the trigger that locks the case: the count of two applications at once is exact.
create function matches_take_a_seat() returns trigger
  language plpgsql as $$
begin
  if setting_number('offers_max', 0) = 0 then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    -- What stands takes no other seat. The transaction may have waited for the case since it began.
    if old.valid_until is null or old.valid_until > clock_timestamp() then
      return new;
    end if;
    perform from cases where id = new.case_id for no key update;
  end if;
  if not has_seat(new.case_id, new.kine_id) then
    perform refuse('matches_take_a_seat', 'the case has as many applications as it may have at once');
  end if;
  return new;
end $$;
create trigger matches_take_a_seat before insert on matches
  for each row execute function matches_take_a_seat();
create trigger offers_take_a_seat before update of valid_until on matches
  for each row when (old.valid_until is distinct from new.valid_until) execute function matches_take_a_seat();

-- Who applied waits no more, and a seat that is free is told to those who do.
create function seats_are_followed() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from seat_queue where case_id = new.case_id and kine_id = new.kine_id;
  elsif exists (select from seat_queue where case_id = old.case_id) then
    perform run_level('seat_free', old.case_id, '0');
  end if;
  return null;
end $$;
create trigger seats_taken_are_followed after insert on matches
  for each row execute function seats_are_followed();
create trigger seats_left_are_followed after delete on matches
  for each row execute function seats_are_followed();
create trigger seats_freed_are_followed after update of status, lapsed_at on matches
  for each row when (new.status = 'rejected' and old.status <> 'rejected' or new.lapsed_at is not null and old.lapsed_at is null)
  execute function seats_are_followed();

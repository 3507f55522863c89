-- One table of people at a time: their writers wait for this one alone.
create function matches_of_the_blocked() returns trigger
  language plpgsql as $$
begin
  if exists (select from cases where id = new.case_id and are_blocked(patient_id, new.kine_id)) then
    if tg_op = 'INSERT' then
      perform refuse('matches_need_no_block', 'one of them blocked the other');
    elsif exists (select from blocks join cases on patient_id = blocker_id where id = new.case_id and blocked_id = new.kine_id) then
      perform refuse('matches_wait_for_the_unblocking', 'who blocked somebody does not accept them');
    end if;
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  return new;
end $$;
create trigger matches_of_the_blocked before insert on matches
  for each row execute function matches_of_the_blocked();
create trigger matches_of_the_blocked_wait before update of status on matches
  for each row when (new.status = 'accepted') execute function matches_of_the_blocked();

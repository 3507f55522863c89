create table match_levels (
  match_id uuid primary key references matches on delete cascade,
  first_reminder_at timestamptz,
  second_reminder_at timestamptz,
  kine_told_at timestamptz,
  accepted_at timestamptz,
  both_asked_at timestamptz
);

create function matches_are_followed() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform run_level('match_level', new.id, make_interval(hours => setting_number('reminder_hours', 24)));
  else
    insert into match_levels as l (match_id, accepted_at) values (new.id, now())
      on conflict (match_id) do update set accepted_at = excluded.accepted_at;
    perform run_level('match_level', new.id, make_interval(hours => setting_number('nobody_wrote_hours', 48)));
  end if;
  return null;
end $$;
create trigger matches_are_followed after insert on matches
  for each row execute function matches_are_followed();
create trigger acceptances_are_followed after update of status on matches
  for each row when (new.status = 'accepted' and old.status = 'proposed') execute function matches_are_followed();

create function matches_are_counted() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform from case_places where case_id = new.case_id for update;
    update case_places set is_waiting = false where case_id = new.case_id and is_waiting;
    return null;
  end if;
  -- Of a case that is being deleted nothing is left to count.
  perform count_case(old.case_id);
  return null;
end $$;
create trigger matches_are_counted after insert or delete on matches
  for each row execute function matches_are_counted();

create trigger matches_take_their_clock after delete on matches
  for each row execute function jobs_go_with_their_row('match_level');

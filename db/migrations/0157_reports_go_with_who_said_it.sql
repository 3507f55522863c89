-- What somebody said and was reported for goes with their account.
create function reports_go_with_who_said_it() returns trigger
  language plpgsql as $$
begin
  delete from reports where said_by = old.id;
  return null;
end $$;
create trigger reports_go_with_who_said_it after delete on profiles
  for each row execute function reports_go_with_who_said_it();

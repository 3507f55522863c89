create trigger directory_follows_insert after insert on kine_prices referencing new table as changed
  for each statement execute function directory_follows('kine_id');
create trigger directory_follows_update after update on kine_prices referencing new table as changed old table as was
  for each statement execute function directory_follows('kine_id');
create trigger directory_follows_delete after delete on kine_prices referencing old table as changed
  for each statement execute function directory_follows('kine_id');

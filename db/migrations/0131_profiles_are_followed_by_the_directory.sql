create trigger directory_follows_insert after insert on profiles referencing new table as changed
  for each statement execute function directory_follows('id');
create trigger directory_follows_update after update on profiles referencing new table as changed old table as was
  for each statement execute function directory_follows('id');
create trigger directory_follows_delete after delete on profiles referencing old table as changed
  for each statement execute function directory_follows('id');

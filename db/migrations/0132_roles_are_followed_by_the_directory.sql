create trigger directory_follows_insert after insert on user_roles referencing new table as changed
  for each statement execute function directory_follows('user_id');
create trigger directory_follows_update after update on user_roles referencing new table as changed old table as was
  for each statement execute function directory_follows('user_id');
create trigger directory_follows_delete after delete on user_roles referencing old table as changed
  for each statement execute function directory_follows('user_id');

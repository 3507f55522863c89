create trigger directory_names_change after insert or update or delete on places
  for each statement execute function directory_names_change();

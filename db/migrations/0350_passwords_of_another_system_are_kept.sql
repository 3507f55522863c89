-- argon2id over a bcrypt hash: "$bcrypt-argon2id$2b$10$SALT$v=19$…". While such passwords are stored, each sign-in takes as long as one of them, so the
-- highest cost is read at each.
create function moved_cost(encrypted text) returns integer language sql immutable strict parallel safe
  return split_part(encrypted, '$', 4)::integer;

create index users_moved_cost on auth.users (public.moved_cost(encrypted_password))
  where encrypted_password like '$bcrypt-argon2id$%';

do $$ declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''moved_in''::text, ''password_upgraded''::text, ') || ' not valid';
end $$;

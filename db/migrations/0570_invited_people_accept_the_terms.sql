-- terms_due: an admin made the account without a password, and its person has yet to accept the terms, which they do with their first password.
-- invited_by: the admin whose invitation stands; null once it was withdrawn, with its links.
alter table auth.users
  add column terms_due boolean not null default false,
  add column invited_by uuid,
  add constraint users_invited_by_fkey foreign key (invited_by) references auth.users on delete set null not valid,
  add constraint users_terms_come_with_the_password check (not terms_due or must_change_password) not valid;
create index users_invited_by on auth.users (invited_by) where invited_by is not null;

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''invitation_sent''::text, ') || ' not valid';
end $$;

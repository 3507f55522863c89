-- What the operator decides while the program runs. A setting without a row has the default of the program, which also knows the
-- type of each. Statements read it where it acts, so that every node follows a change with its next statement.
create table settings (
  key text primary key constraint settings_key_shape check (key ~ '^[a-z][a-z_]{2,39}$'),
  value jsonb not null constraint settings_value_size check (octet_length(value::text) <= 2000),
  changed_by uuid references profiles (id) on delete set null,
  changed_at timestamptz not null default clock_timestamp()
);
create index settings_changed_by_idx on settings (changed_by) where changed_by is not null;

create function settings_by_admins() returns trigger
  language plpgsql as $$
begin
  -- Of an admin who leaves, the setting loses the name.
  if tg_op = 'UPDATE' and new.value = old.value and new.changed_by is null then
    return new;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin changes a setting');
  end if;
  return coalesce(new, old);
end $$;
create trigger settings_by_admins before insert or update or delete on settings
  for each row execute function settings_by_admins();
create trigger settings_are_told after insert or update or delete on settings
  for each row execute function admins_are_told();

-- Whether specialists whose licence nobody has checked may apply to cases. They may, unless an admin has said otherwise.
create function matches_by_checked_kines() returns trigger
  language plpgsql as $$
begin
  if (select value from settings where key = 'unchecked_may_apply') = 'false'
    and not exists (select from profiles where id = new.kine_id and license_checked_at is not null) then
    perform refuse('matches_by_checked_kines', 'a licence is checked before its specialist applies');
  end if;
  return new;
end $$;
create trigger matches_by_checked_kines before insert on matches
  for each row execute function matches_by_checked_kines();

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''setting_changed''::text, ') || ' not valid';
end $$;

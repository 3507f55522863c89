-- What the operator decides while the program runs. A setting without a row has the default of the program, which also knows the
-- type of each. Statements read it where it acts, so that every node follows a change with its next statement.
create table settings (
  key text not null,
  value jsonb not null,
  changed_by uuid,
  changed_at timestamp with time zone default clock_timestamp() not null,
  since timestamp with time zone default clock_timestamp() not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_key_shape CHECK (key ~ '^[a-z][a-z_]{2,39}$'::text),
  constraint settings_value_size CHECK (octet_length(value::text) <= 2000),
  constraint settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES profiles(id) ON DELETE SET NULL
);

CREATE INDEX settings_changed_by_idx ON settings USING btree (changed_by) WHERE changed_by IS NOT NULL;

CREATE OR REPLACE FUNCTION public.settings_by_admins() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- Of an admin who leaves, the setting loses the name.
  if tg_op = 'UPDATE' and new.value = old.value and new.changed_by is null then
    return new;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin changes a setting');
  end if;
  return coalesce(new, old);
end $function$;

CREATE TRIGGER settings_by_admins BEFORE INSERT OR DELETE OR UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION settings_by_admins();

-- A setting without a row has the default of the program, which is given here.
CREATE OR REPLACE FUNCTION public.setting_number(_key text, _fallback integer) RETURNS integer LANGUAGE sql STABLE RETURN COALESCE((SELECT CASE WHEN (jsonb_typeof(settings.value) = 'number'::text) THEN ((settings.value)::text)::integer ELSE NULL::integer END AS "case" FROM settings WHERE (settings.key = setting_number._key)), _fallback);

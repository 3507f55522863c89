-- One row a specialist: the values they ask for, or their present ones where nobody has checked those. Approval and withdrawal
-- delete it. A rejected one stays with its reason until the next. A licence that is asked for here is not reserved.
create table profile_changes (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  name text not null,
  license_number text,
  specialty text,
  asked_at timestamp with time zone default now() not null,
  rejected_at timestamp with time zone,
  rejection_reason text,
  constraint profile_changes_pkey PRIMARY KEY (id),
  constraint profile_changes_kine_id_key UNIQUE (kine_id),
  constraint profile_changes_license_number_check CHECK (char_length(license_number) >= 3 AND char_length(license_number) <= 60 AND license_number ~ '[[:alnum:]]'::text),
  constraint profile_changes_name_check CHECK (char_length(name) >= 2 AND char_length(name) <= 80),
  constraint profile_changes_reason_of_rejection CHECK (rejection_reason IS NULL OR rejected_at IS NOT NULL),
  constraint profile_changes_rejection_reason_check CHECK (char_length(btrim(rejection_reason)) >= 1 AND char_length(btrim(rejection_reason)) <= 500),
  constraint profile_changes_specialty_check CHECK (char_length(specialty) >= 2 AND char_length(specialty) <= 120),
  constraint profile_changes_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX profile_changes_pending_idx ON profile_changes USING btree (id DESC) WHERE rejected_at IS NULL;
CREATE INDEX profile_changes_rejected_idx ON profile_changes USING btree (rejected_at) WHERE rejected_at IS NOT NULL;

CREATE OR REPLACE FUNCTION public.profile_changes_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  -- A form that was opened before shows other values: it is out of date.
  update profiles set version = version + 1 where id = coalesce(new.kine_id, old.kine_id);
  if tg_op = 'DELETE' then
    return old;
  end if;
  if not exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved'
  ) then
    perform refuse('profile_changes_of_kines', 'only an approved specialist has a change to review');
  end if;
  if new.rejected_at is not null and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin rejects a change');
  end if;
  return new;
end $function$;

CREATE TRIGGER profile_changes_keep_their_course BEFORE INSERT OR DELETE OR UPDATE ON profile_changes FOR EACH ROW EXECUTE FUNCTION profile_changes_keep_their_course();

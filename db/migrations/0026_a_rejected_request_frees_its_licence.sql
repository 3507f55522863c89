-- A rejected request holds no licence number, so that the person whose number it is can register. The number stays with the
-- request, where an admin who takes it up again finds it. A partial index would not do: the previous version names the whole
-- one in its ON CONFLICT.

alter table kine_applications add column license_number text,
  add constraint kine_applications_license_of_rejected check (license_number is null or status = 'rejected');
comment on column kine_applications.license_number is 'of a rejected request: the licence that its profile held';

create function rejection_frees_the_licence() returns trigger
  language plpgsql as $$
begin
  update kine_applications set license_number = old.license_number where profile_id = new.id and status = 'rejected';
  new.license_number := null;
  new.license_checked_at := null;
  return new;
end $$;
create trigger rejection_frees_the_licence before update of approval_status on profiles
  for each row when (new.approval_status = 'rejected' and old.license_number is not null)
  execute function rejection_frees_the_licence();

update kine_applications a set license_number = p.license_number from profiles p
  where p.id = a.profile_id and a.status = 'rejected' and p.approval_status = 'rejected';
update profiles set license_number = null where approval_status = 'rejected' and license_number is not null;

-- ── Taken up again ────────────────────────────────────────────────────────────────────────────────────────────────────
create or replace function approval_is_decided_once() returns trigger
  language plpgsql as $$
begin
  if old.approval_status = 'rejected' and new.approval_status = 'pending' and has_role(viewer_id(), 'admin') then
    return new;
  end if;
  perform refuse('approval_decided_once', format('approval does not go from %s to %s', old.approval_status, new.approval_status));
  return null;
end $$;

create function reopen_kine_application(_application_id uuid) returns uuid
  language plpgsql as $$
declare
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin takes an application up again');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'rejected' for update;
  if application.id is null then
    perform refuse('applications_reopen_rejected', 'only a rejected application is taken up again');
  end if;
  update kine_applications
    set status = 'pending', approved_at = null, approved_by = null, rejection_reason = null, license_number = null
    where id = _application_id;
  -- Refused by the unique index where somebody else has the licence now.
  update profiles set approval_status = 'pending', license_number = coalesce(application.license_number, license_number)
    where id = application.profile_id;
  return application.profile_id;
end $$;

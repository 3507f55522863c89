-- An approval lets a specialist work; "Matrícula verificada" needs a check of the licence besides (profiles.license_checked_at).
create or replace function approve_kine_application(_application_id uuid, _approved boolean, _rejection_reason text default null)
returns void language plpgsql as $$
declare
  decision approval_status := case when _approved then 'approved' else 'rejected' end;
  application kine_applications;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides applications');
  end if;
  select * into application from kine_applications where id = _application_id and status = 'pending' for update;
  if application.id is null then
    perform refuse('applications_decided_once', 'the application does not exist or is decided already');
  end if;
  update kine_applications
    set status = decision, approved_at = now(), approved_by = viewer_id(),
      rejection_reason = case when _approved then null else nullif(btrim(_rejection_reason), '') end,
      license_number = case when not _approved then license_number end
    where id = _application_id;
  -- Refused where somebody else has the licence.
  update profiles
    set approval_status = decision,
      license_number = coalesce(license_number, case when _approved then application.license_number end)
    where id = application.profile_id;
end $$;

-- The version before calls it with three arguments.
drop function decide_profile_change(uuid, boolean, text);
create function decide_profile_change(_change_id uuid, _approved boolean, _rejection_reason text default null, _checked boolean default false)
returns uuid language plpgsql as $$
declare
  kine uuid;
  change profile_changes;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin decides a change');
  end if;
  select kine_id into kine from profile_changes where id = _change_id;
  -- In the order in which the specialist's own edits lock.
  perform from profiles where id = kine for no key update;
  select * into change from profile_changes where id = _change_id and rejected_at is null for update;
  if change.id is null then
    perform refuse('applications_decided_once', 'the change does not exist or is decided already');
  end if;
  if _approved then
    update profiles
      set name = change.name, license_number = change.license_number, specialty = change.specialty,
        license_checked_at = case
          when change.license_number is null then null
          when _checked then clock_timestamp()
          when (name, license_number) is not distinct from (change.name, change.license_number) then license_checked_at
        end
      where id = kine;
    delete from profile_changes where id = _change_id;
  else
    update profile_changes set rejected_at = now(), rejection_reason = nullif(btrim(_rejection_reason), '') where id = _change_id;
  end if;
  return kine;
end $$;

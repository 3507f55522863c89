-- Whoever a change concerns hears of it: each commit tells on one channel what changed and for whom, by ids only.
-- `to` is a person, a session, or everybody who is an admin or a specialist.

create function tell(_to text, _type text, _case_id uuid default null) returns void
  language sql as $$
  select pg_notify(
    'kinexo_live', json_strip_nulls(json_build_object('to', _to, 'type', _type, 'case_id', _case_id))::text
  )
$$;

create function admins_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell('admins', 'counts');
  return null;
end $$;
create trigger kine_applications_are_told after insert or delete or update of status on kine_applications
  for each row execute function admins_are_told();
create trigger reviews_are_told after insert or delete on reviews
  for each row execute function admins_are_told();

create function cases_are_told() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  perform tell('admins', 'counts');
  perform tell('kines', 'cases');
  if coalesce(new.patient_id, old.patient_id) is not null then
    perform tell(coalesce(new.patient_id, old.patient_id)::text, 'case', coalesce(new.id, old.id));
  end if;
  return null;
end $$;
create trigger cases_are_told after insert or delete or update of status on cases
  for each row execute function cases_are_told();

create function matches_are_told() returns trigger
  language plpgsql as $$
declare
  the_case uuid := coalesce(new.case_id, old.case_id);
  the_patient uuid;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  select patient_id into the_patient from cases where id = the_case;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', the_case);
  end if;
  if tg_op <> 'INSERT' then
    perform tell(old.kine_id::text, 'application', the_case);
  end if;
  return null;
end $$;
create trigger matches_are_told after insert or delete or update of status on matches
  for each row execute function matches_are_told();

create function roles_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(coalesce(new.user_id, old.user_id)::text, 'person');
  perform tell('admins', 'counts');
  return null;
end $$;
create trigger user_roles_are_told after insert or delete or update on user_roles
  for each row execute function roles_are_told();

create function approval_is_told() returns trigger
  language plpgsql as $$
begin
  perform tell(new.id::text, 'person');
  perform tell('admins', 'counts');
  return null;
end $$;
create trigger approval_is_told after update of approval_status on profiles
  for each row when (new.approval_status <> old.approval_status)
  execute function approval_is_told();

create function admin_views_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(coalesce(new.admin_id, old.admin_id)::text, 'seen');
  return null;
end $$;
create trigger admin_views_are_told after insert or delete or update on admin_views
  for each row execute function admin_views_are_told();

create function ended_sessions_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell(old.id::text, 'session');
  return null;
end $$;
create trigger ended_sessions_are_told after update of ended_at on auth.sessions
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function ended_sessions_are_told();
create trigger deleted_sessions_are_told after delete on auth.sessions
  for each row when (old.ended_at is null)
  execute function ended_sessions_are_told();

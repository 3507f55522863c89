-- An account can be deleted, and what other people rely on stays true: there is an admin left, and a case whose last
-- accepted specialist leaves looks for another one.

-- Each person's rows are found by an index when they go.
create index kine_applications_user_id_idx on kine_applications (user_id);

create function last_admin_stays() returns trigger
  language plpgsql as $$
begin
  if not exists (select from user_roles where role = 'admin' and user_id <> old.user_id) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  return old;
end $$;
create trigger last_admin_stays before delete on user_roles
  for each row when (old.role = 'admin')
  execute function last_admin_stays();

-- As before, and back from matched to open when no application is accepted any more.
create or replace function cases_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' then
      perform refuse('cases_start_open', 'a case starts open');
    end if;
    return new;
  end if;
  if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
    perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
  end if;
  if new.status <> old.status then
    if old.status = 'open' and new.status = 'matched' then
      if not exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_match_by_acceptance', 'only an accepted application makes a case matched');
      end if;
    elsif old.status = 'matched' and new.status = 'open' then
      if exists (select from matches where case_id = new.id and status = 'accepted') then
        perform refuse('cases_open_matched_closed', 'a case with an accepted specialist does not open again');
      end if;
    elsif not (old.status = 'matched' and new.status = 'closed') then
      perform refuse('cases_open_matched_closed', format('a case does not go from %s to %s', old.status, new.status));
    end if;
  end if;
  return new;
end $$;

create function departure_opens_the_case() returns trigger
  language plpgsql as $$
declare
  other uuid;
begin
  -- The lock makes an acceptance in the same case wait, or be seen.
  perform from cases where id = old.case_id and status = 'matched' for no key update;
  if not found then
    return null;
  end if;
  select kine_id into other from matches where case_id = old.case_id and status = 'accepted' order by id limit 1;
  update cases set accepted_kine_id = other, status = case when other is null then 'open'::case_status else status end
    where id = old.case_id;
  return null;
end $$;
create trigger departure_opens_the_case after delete on matches
  for each row when (old.status = 'accepted')
  execute function departure_opens_the_case();

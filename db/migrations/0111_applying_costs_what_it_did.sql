-- What an application's notification costs is saved elsewhere in the same statement: fewer statements in its triggers.

-- As before, with one reading of the case, and one of the specialist.
create or replace function matches_keep_their_course() returns trigger
  language plpgsql as $$
declare
  the_status case_status;
  the_patient uuid;
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
      perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
    end if;
    if new.status = old.status then
      return new;
    end if;
    if old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
  elsif new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  -- The lock makes a decision and a closing of the same case wait for each other.
  select status, patient_id into the_status, the_patient from cases where id = new.case_id for no key update;
  if the_status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if tg_op = 'UPDATE' then
    if new.status = 'accepted' and exists (select from profiles where id = new.kine_id and suspended_at is not null) then
      perform refuse('matches_of_the_suspended_wait', 'a suspended specialist is not picked');
    end if;
    return new;
  end if;
  if new.kine_id = the_patient then
    perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
  end if;
  if not exists (select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null) then
    perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
  end if;
  -- Read after the lock was waited for.
  if exists (select from profiles where id = the_patient and suspended_at is not null) then
    perform refuse('matches_need_an_offered_case', 'a case of a suspended patient is not offered');
  end if;
  return new;
end $$;

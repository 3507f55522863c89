-- The rules of an application, in the order in which they were asked by eleven triggers. What they read of the case, of its people and of the
-- settings is read once, after the case's lock was waited for. All of it is found by keys, so plans for each value would only cost time.
create function matches_start_their_course() returns trigger
  language plpgsql set plan_cache_mode to force_generic_plan as $$
declare
  the_case cases;
  facts record;
  hash bytea := sha256(convert_to(lower(regexp_replace(new.message, '[^[:alnum:]]+', '', 'g')), 'UTF8'));
  spent integer;
  is_repeated boolean;
begin
  -- The lock makes a decision and a closing of the same case wait for each other.
  select * into the_case from cases where id = new.case_id for no key update;
  select p.suspended_at is not null as is_patient_suspended, p.health_withdrawn_at is not null as is_withdrawn,
      is_case_blocked(new.case_id, new.kine_id) as is_blocked, k.license_checked_at is not null as is_checked,
      k.approval_status = 'approved' and k.suspended_at is null and exists
        (select from user_roles r where r.user_id = new.kine_id and r.role = 'kine') as is_approved,
      (select value from settings where key = 'unchecked_may_apply') = 'false' as must_be_checked,
      setting_number('offers_max', 0) as offers_max, setting_number('applications_a_day', 20) as most
    into facts from (select) one left join profiles p on p.id = the_case.patient_id left join profiles k on k.id = new.kine_id;
  if facts.must_be_checked and not facts.is_checked then
    perform refuse('matches_by_checked_kines', 'a licence is checked before its specialist applies');
  end if;
  if new.status <> 'proposed' then
    perform refuse('matches_start_proposed', 'an application starts proposed');
  end if;
  if the_case.status = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  if new.kine_id = the_case.patient_id then
    perform refuse('matches_not_on_own_case', 'nobody applies to their own case');
  end if;
  if facts.is_approved is not true then
    perform refuse('matches_by_approved_kines', 'only an approved specialist applies');
  end if;
  if the_case.dormant_at is not null or facts.is_patient_suspended then
    perform refuse('matches_need_an_offered_case', 'a case that sleeps or whose patient is suspended is not offered');
  end if;
  if facts.is_withdrawn then
    perform refuse('matches_need_consent', 'a case whose patient took their consent back is not offered');
  end if;
  if facts.is_blocked then
    perform refuse('matches_need_no_block', 'one of them blocked the other');
  end if;
  if facts.offers_max > 0 and not has_seat(new.case_id, new.kine_id) then
    perform refuse('matches_take_a_seat', 'the case has as many applications as it may have at once');
  end if;
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('application ' || new.kine_id, 0));
  select coalesce(sum(weight), 0), coalesce(bool_or(text_hash = hash), false) into spent, is_repeated
    from applications_made where kine_id = new.kine_id and at > clock_timestamp() - interval '1 day';
  if spent + 1 + is_repeated::int
      > (case when spent >= facts.most * 3 / 4 - 1 and is_new_account(new.kine_id) then facts.most * 3 / 4 else facts.most end)
    and not exists (select from matches where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('matches_within_a_day', 'a specialist applies to so many cases a day at most');
  end if;
  insert into applications_made (kine_id, case_id, text_hash, weight) values (new.kine_id, new.case_id, hash, 1 + is_repeated::int);
  return new;
end $$;

create or replace function matches_keep_their_course() returns trigger
  language plpgsql set plan_cache_mode to force_generic_plan as $$
declare
  the_case cases;
  is_decided constant boolean := new.status <> old.status;
begin
  if (new.id, new.case_id, new.kine_id) is distinct from (old.id, old.case_id, old.kine_id) then
    perform refuse('matches_keep_their_parties', 'an application keeps its case and its specialist');
  end if;
  if not is_decided and new.ended_at is distinct from old.ended_at then
    perform refuse('matches_decided_once', 'an acceptance ends once');
  end if;
  if is_decided then
    if new.ended_at is not null and (old.status, new.status) is distinct from ('accepted'::match_status, 'rejected'::match_status)
      or new.ended_at is null and old.status <> 'proposed' then
      perform refuse('matches_decided_once', format('an application does not go from %s to %s', old.status, new.status));
    end if;
    -- The lock makes a decision and a closing of the same case wait for each other.
    select * into the_case from cases where id = new.case_id for no key update;
    if the_case.status = 'closed' then
      perform refuse('matches_need_a_case_in_course', 'the case is closed');
    end if;
    if new.ended_at is not null and viewer_id() is distinct from the_case.patient_id then
      perform refuse('matches_end_by_their_patient', 'only its patient takes an acceptance back');
    end if;
    new.decided_at := now();
    if new.status = 'rejected' then
      new.title_then := coalesce(old.title_then, the_case.title);
    end if;
  end if;
  if is_decided and new.status = 'accepted' then
    if exists (select from profiles where id = new.kine_id and suspended_at is not null) then
      perform refuse('matches_of_the_suspended_wait', 'a suspended specialist is not picked');
    end if;
    if is_case_blocked(new.case_id, new.kine_id) or are_blocked(the_case.patient_id, new.kine_id) then
      if exists (select from blocks where blocker_id = the_case.patient_id and blocked_id = new.kine_id) then
        perform refuse('matches_wait_for_the_unblocking', 'who blocked somebody does not accept them');
      end if;
      perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
    end if;
    -- The transaction may have waited for the case since it began.
    if new.valid_until <= clock_timestamp() then
      perform refuse('matches_lapsed', 'an offer whose time is over is not picked');
    end if;
    return new;
  end if;
  if (new.offer, new.offered_at, new.valid_until) is not distinct from (old.offer, old.offered_at, old.valid_until) then
    return new;
  end if;
  if old.status <> 'proposed' then
    perform refuse('matches_decided_once', format('the offer of an application that is %s stays', old.status));
  end if;
  if viewer_id() <> old.kine_id then
    perform refuse('matches_go_by_their_kine', 'only its specialist changes an offer');
  end if;
  if is_case_blocked(new.case_id, new.kine_id) then
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  if (select status from cases where id = new.case_id for no key update) = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  -- An offer that stands takes no other seat.
  if new.valid_until is distinct from old.valid_until and old.valid_until <= clock_timestamp()
    and setting_number('offers_max', 0) > 0 and not has_seat(new.case_id, new.kine_id) then
    perform refuse('matches_take_a_seat', 'the case has as many applications as it may have at once');
  end if;
  new.lapsed_at := null;
  return new;
end $$;

create trigger matches_start_their_course before insert on matches for each row execute function matches_start_their_course();
create or replace trigger matches_keep_their_course before update on matches for each row execute function matches_keep_their_course();
drop trigger matches_by_checked_kines on matches;
drop trigger matches_have_a_time on matches;
drop trigger matches_need_consent on matches;
drop trigger matches_of_the_blocked on matches;
drop trigger matches_of_the_blocked_wait on matches;
drop trigger matches_take_a_seat on matches;
drop trigger matches_within_a_day on matches;
drop trigger endings_keep_the_title on matches;
drop trigger offers_change_while_proposed on matches;
drop trigger offers_take_a_seat on matches;
drop function matches_by_checked_kines(), matches_need_consent(), matches_of_the_blocked(), matches_take_a_seat(), matches_within_a_day(),
  decisions_have_a_time(), endings_keep_the_title(), offers_change_while_proposed();

-- The job runner's statements are planned for each list of jobs otherwise, which costs more than to add one.
create function schedule_job(_job text, _payload json, _key text, _wait_s float8, _priority integer, _mode text) returns void
  language plpgsql set plan_cache_mode to force_generic_plan as $$
begin
  perform graphile_worker.add_job(_job, payload => _payload, job_key => _key, run_at => now() + make_interval(secs => _wait_s),
    priority => _priority, job_key_mode => _mode);
end $$;
alter function run_level(text, uuid, interval) set plan_cache_mode to force_generic_plan;
alter function notify_person(uuid, text, uuid, uuid, uuid) set plan_cache_mode to force_generic_plan;
alter function matches_are_counted() set plan_cache_mode to force_generic_plan;
alter function count_case(uuid) set plan_cache_mode to force_generic_plan;

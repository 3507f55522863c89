-- Whether a specialist is suspended, or is no specialist any more: their applications that wait are neither shown nor picked, and take no seat.
create function is_kine_away(_kine uuid) returns boolean language sql stable
return exists (select from profiles where id = _kine and (suspended_at is not null or 'kine' = any (ended_roles)));

CREATE OR REPLACE FUNCTION public.matches_keep_their_course() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
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
    if is_kine_away(new.kine_id) then
      perform refuse('matches_of_the_suspended_wait', 'a suspended specialist, or who is none any more, is not picked');
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
end $function$;

create or replace function seats_taken(_case uuid, _but uuid default null) returns integer language sql stable
return (select count(*)::integer from matches m where m.case_id = _case and m.kine_id is distinct from _but
    and (m.status = 'accepted' or m.status = 'proposed' and (m.valid_until is null or m.valid_until > now()) and not is_kine_away(m.kine_id)))
  + (select count(*)::integer from case_alerts a where a.case_id = _case and a.kine_id is distinct from _but and a.seat_until > now()
    and not exists (select from matches m where m.case_id = _case and m.kine_id = a.kine_id));

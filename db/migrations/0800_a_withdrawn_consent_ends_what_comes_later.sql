-- A withdrawn consent ends what is accepted later, a changed coverage is an edit of its case, and what an admin removed stays so in a restored copy.

CREATE OR REPLACE FUNCTION public.matches_keep_their_course() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $function$
begin
  if tg_op = 'INSERT' then
    <<matches_start_their_course>>
    declare
      the_case cases;
      facts record;
      hash bytea := sha256(convert_to(lower(regexp_replace(new.message, '[^[:alnum:]]+', '', 'g')), 'UTF8'));
      spent integer;
      is_repeated boolean;
    begin
      -- The lock makes a decision and a closing of the same case wait for each other.
      select * into the_case from cases where id = new.case_id for no key update;
      select p.suspended_at is not null or 'patient' = any (p.ended_roles) as is_patient_away, p.health_withdrawn_at is not null as is_withdrawn,
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
      if the_case.dormant_at is not null or facts.is_patient_away then
        perform refuse('matches_need_an_offered_case', 'a case that sleeps or whose patient is suspended, or none any more, is not offered');
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
      -- Serialises the applications of a specialist, so that each count includes all others.
      perform pg_advisory_xact_lock(hashtextextended('application ' || new.kine_id, 0));
      select coalesce(sum(weight), 0), coalesce(bool_or(text_hash = hash), false) into spent, is_repeated
        from applications_made where kine_id = new.kine_id and at > clock_timestamp() - interval '1 day';
      if spent + 1 + is_repeated::int
          > (case when spent >= facts.most * 3 / 4 - 1 and is_new_account(new.kine_id) then facts.most * 3 / 4 else facts.most end)
        and not exists (select from matches where case_id = new.case_id and kine_id = new.kine_id) then
        perform refuse('matches_within_a_day', 'a specialist applies to so many cases a day at most');
      end if;
      insert into applications_made (kine_id, case_id, text_hash, weight) values (new.kine_id, new.case_id, hash, 1 + is_repeated::int);
    end matches_start_their_course;
  end if;
  if tg_op = 'UPDATE' then
    <<course>>
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
        if exists (select from profiles where id = the_case.patient_id and health_withdrawn_at is not null) then
          perform refuse('cases_need_consent', 'who takes their consent back shows their case to nobody new');
        end if;
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
        exit course;
      end if;
      if (new.offer, new.offered_at, new.valid_until) is not distinct from (old.offer, old.offered_at, old.valid_until) then
        exit course;
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
    end course;
  end if;
  if tg_op = 'DELETE' then
    <<matches_go_while_proposed>>
    declare
      the_patient uuid;
    begin
      select patient_id into the_patient from cases where id = old.case_id;
      -- With its case or its specialist it goes in any state.
      if not found or is_leaving(the_patient) or is_leaving(old.kine_id)
        or not exists (select from profiles where id = old.kine_id) then
        exit matches_go_while_proposed;
      end if;
      if old.status <> 'proposed' then
        perform refuse('matches_decided_once', format('an application that is %s is not withdrawn', old.status));
      end if;
      if viewer_id() <> old.kine_id then
        perform refuse('matches_go_by_their_kine', 'only its specialist withdraws an application');
      end if;
      perform keep_words(old.id);
    end matches_go_while_proposed;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.matches_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and ((new.status = 'accepted'::match_status) AND (old.status = 'proposed'::match_status)) then
    <<acceptance_matches_the_case>>
    begin
      update cases set status = 'matched', accepted_kine_id = new.kine_id where id = new.case_id and status = 'open';
    end acceptance_matches_the_case;
  end if;
  if tg_op = 'DELETE' and (old.status = 'accepted'::match_status) or tg_op = 'UPDATE' and ((old.status = 'accepted'::match_status) AND (new.status = 'rejected'::match_status)) then
    <<departure_opens_the_case>>
    declare
      the_patient uuid;
      other uuid;
    begin
      -- The lock makes an acceptance in the same case wait, or be seen.
      select patient_id into the_patient from cases where id = old.case_id and status = 'matched' for no key update;
      if not found then
        exit departure_opens_the_case;
      end if;
      select kine_id into other from matches where case_id = old.case_id and status = 'accepted' order by id limit 1;
      update cases set accepted_kine_id = other, status = case when other is null then 'open'::case_status else status end
        where id = old.case_id;
      -- With a withdrawn consent open cases went, and so does one that opens later.
      delete from cases c using profiles p where other is null and c.id = old.case_id and p.id = c.patient_id and p.health_withdrawn_at is not null;
      if tg_op = 'DELETE' and other is null and not found then
        perform publish_live_event('admins', 'counts');
        perform publish_live_event('kines', 'cases');
        if the_patient is not null then
          perform publish_live_event(the_patient::text, 'case', old.case_id);
        end if;
        update case_levels set answered_at = now() where case_id = old.case_id and asked_at is not null and answered_at is null;
        perform run_level('case_level', old.case_id, '0');
      end if;
    end departure_opens_the_case;
  end if;
  if tg_op = 'DELETE' then
    <<publish_matches_gone>>
    declare
      the_patient uuid := (select patient_id from cases where id = old.case_id);
    begin
      if the_patient is not null then
        perform publish_live_event(the_patient::text, 'case', old.case_id);
      end if;
      perform publish_live_event(old.kine_id::text, 'application', old.case_id);
      if old.status = 'proposed' then
        perform end_application_received(old.case_id, the_patient);
      end if;
    end publish_matches_gone;
  end if;
  if tg_op = 'DELETE' then
    <<schedule_seats>>
    begin
      if exists (select from seat_queue where case_id = old.case_id) then
        perform run_level('seat_free', old.case_id, '0');
      end if;
    end schedule_seats;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.cases_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' then
    <<cases_change_while_open>>
    declare
      says_the_same boolean;
    begin
      -- A case that keeps no owner is emptied by their leaving.
      if new.patient_id is null then
        exit cases_change_while_open;
      end if;
      says_the_same := (new.title, new.description, new.injury_area, new.location_city, new.preferred_modality, new.studies_access, new.facts,
          new.identity_access)
        is not distinct from
        (old.title, old.description, old.injury_area, old.location_city, old.preferred_modality, old.studies_access, old.facts, old.identity_access);
      -- A changed coverage is a row of its own: its writer raises the version.
      new.version := old.version + case when says_the_same and new.version = old.version then 0 else 1 end;
      new.edited_at := case when says_the_same then old.edited_at else now() end;
      if says_the_same and new.studies_urls @> old.studies_urls then
        exit cases_change_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not edited', old.status));
      end if;
      if viewer_id() <> old.patient_id then
        perform refuse('cases_change_by_their_patient', 'only its patient edits a case');
      end if;
    end cases_change_while_open;
  end if;
  if tg_op = 'DELETE' then
    <<cases_go_while_open>>
    begin
      if old.patient_id is null or is_leaving(old.patient_id) then
        exit cases_go_while_open;
      end if;
      if old.status <> 'open' then
        perform refuse('cases_change_while_open', format('a case that is %s is not withdrawn', old.status));
      end if;
      if viewer_id() <> old.patient_id
        and not exists (select from profiles where id = old.patient_id and health_withdrawn_at is not null) then
        perform refuse('cases_change_by_their_patient', 'only its patient withdraws a case');
      end if;
      perform keep_words(id) from matches where case_id = old.id;
    end cases_go_while_open;
  end if;
  if tg_op = 'UPDATE' and ((new.status <> 'open'::case_status) AND (new.dormant_at IS NOT NULL)) then
    <<cases_in_course_are_awake>>
    begin
      new.dormant_at := null;
    end cases_in_course_are_awake;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    <<course>>
    begin
      if tg_op = 'INSERT' then
        if new.status <> 'open' then
          perform refuse('cases_start_open', 'a case starts open');
        end if;
        exit course;
      end if;
      if new.id <> old.id or (new.patient_id is distinct from old.patient_id and new.patient_id is not null) then
        perform refuse('cases_keep_their_patient', 'a case keeps its id and its patient');
      end if;
      if new.closed_reason is distinct from old.closed_reason and new.patient_id is not null then
        if new.status = old.status or new.closed_reason is null then
          perform refuse('cases_closed_reason_stays', 'why a case was closed is said when it is closed');
        end if;
        if not has_role(viewer_id(), 'admin') then
          perform refuse('only_admins', 'only an admin closes a case that is not theirs');
        end if;
        exit course;
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
    end course;
  end if;
  if tg_op = 'DELETE' then
    <<cases_leave_what_counts>>
    begin
      if old.patient_id is not null and not is_leaving(old.patient_id) then
        insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at)
          select b.id, b.kine_id, old.patient_id, b.asked_by, left_state(b), b.starts_at, b.created_at
          from matches m join bookings b on b.match_id = m.id where m.case_id = old.id and left_state(b) is not null
          on conflict do nothing;
      end if;
    end cases_leave_what_counts;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and (tg_op <> 'UPDATE' or (new.title, new.description, new.injury_area, new.studies_urls, new.facts) is distinct from (old.title, old.description, old.injury_area, old.studies_urls, old.facts)) then
    <<cases_need_consent>>
    declare
      given text;
    begin
      if new.patient_id is null or (
        tg_op = 'UPDATE'
        and (new.title, new.description, new.injury_area) is not distinct from (old.title, old.description, old.injury_area)
        and (new.facts is null or new.facts is not distinct from old.facts)
        and new.studies_urls <@ old.studies_urls
      ) then
        exit cases_need_consent;
      end if;
      select health_consent into given from profiles where id = new.patient_id for share;
      if given is null or given is distinct from current_consent('health_data') then
        perform refuse('cases_need_consent', 'what a case says of its patient''s health needs their consent');
      end if;
    end cases_need_consent;
  end if;
  if tg_op = 'UPDATE' and ((new.status = 'closed'::case_status) AND (old.status <> 'closed'::case_status)) then
    <<closings_have_a_time>>
    begin
      new.closed_at := now();
    end closings_have_a_time;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $function$;

alter table deletions drop constraint deletions_kind;
alter table deletions add constraint deletions_kind check (kind in ('account', 'case', 'study', 'evidence', 'withdrawal', 'review', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'calendar', 'measure', 'suspended', 'restored', 'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on', 'blocked', 'unblocked', 'reading_hidden', 'reading_shown', 'application', 'ended', 'closed', 'reading_narrowed', 'reading_widened', 'phone_hidden', 'phone_listed', 'licence_down', 'licence_verified', 'review_hidden', 'review_shown', 'reply_hidden', 'reply_shown',
  'coverage_removed', 'coverage_kept'));

-- Those that opened after a withdrawal until now.
delete from cases c using profiles p where p.id = c.patient_id and c.status = 'open' and p.health_withdrawn_at is not null;

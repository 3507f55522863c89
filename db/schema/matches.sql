create type match_status as enum ('proposed', 'accepted', 'rejected');

create table applications_made (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  case_id uuid not null,
  text_hash bytea,
  weight smallint not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint applications_made_pkey PRIMARY KEY (id),
  constraint applications_made_hash_is_sha256 CHECK (octet_length(text_hash) = 32),
  constraint applications_made_weight CHECK (weight = ANY (ARRAY[1, 2])),
  constraint applications_made_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint applications_made_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX applications_made_at_idx ON applications_made USING btree (at);
CREATE INDEX applications_made_case_id_idx ON applications_made USING btree (case_id, kine_id);
CREATE INDEX applications_made_kine_id_idx ON applications_made USING btree (kine_id, at);
CREATE OR REPLACE FUNCTION public.are_offer_facts(_offer jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ((jsonb_typeof(_offer) = 'object'::text) AND (octet_length((_offer)::text) <= 2000) AND (_offer <> '{}'::jsonb) AND ((_offer - ARRAY['session'::text, 'first'::text, 'sessions'::text, 'modality'::text, 'place'::text, 'how'::text, 'times'::text]) = '{}'::jsonb) AND (COALESCE(((jsonb_typeof((_offer -> 'session'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."session"?(((@.type() == "number" && @ >= 0) && @ <= 10000000) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'session'::text)) AND (COALESCE(((jsonb_typeof((_offer -> 'first'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."first"?(((@.type() == "number" && @ >= 0) && @ <= 10000000) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'first'::text)) AND (COALESCE(((jsonb_typeof((_offer -> 'sessions'::text)) = 'number'::text) AND jsonb_path_match(_offer, 'exists ($."sessions"?(((@.type() == "number" && @ >= 1) && @ <= 100) && @.floor() == @))'::jsonpath)), false) = (_offer ? 'sessions'::text)) AND COALESCE(((_offer ->> 'modality'::text) = ANY (ARRAY['consultorio'::text, 'domicilio'::text, 'online'::text])), (NOT (_offer ? 'modality'::text))) AND COALESCE(((jsonb_typeof((_offer -> 'place'::text)) = 'string'::text) AND ((char_length(btrim((_offer ->> 'place'::text))) >= 1) AND (char_length(btrim((_offer ->> 'place'::text))) <= 80))), (NOT (_offer ? 'place'::text))) AND COALESCE(((_offer ->> 'how'::text) = ANY (ARRAY['direct'::text, 'refund'::text, 'none'::text])), (NOT (_offer ? 'how'::text))) AND ((NOT (_offer ? 'times'::text)) OR ((jsonb_typeof((_offer -> 'times'::text)) = 'array'::text) AND ((jsonb_array_length((_offer -> 'times'::text)) >= 1) AND (jsonb_array_length((_offer -> 'times'::text)) <= 3)) AND (NOT jsonb_path_exists(_offer, 'strict $."times"[*]?(!(@.type() == "string" && @ like_regex "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$"))'::jsonpath)))));

create table matches (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  kine_id uuid not null,
  status match_status default 'proposed'::match_status not null,
  message text,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  offer jsonb,
  offered_at timestamp with time zone,
  valid_until timestamp with time zone,
  lapsed_at timestamp with time zone,
  ended_at timestamp with time zone,
  title_then text,
  constraint matches_pkey PRIMARY KEY (id),
  constraint matches_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint matches_ended_are_rejected CHECK (ended_at IS NULL OR status = 'rejected'::match_status),
  constraint matches_message_check CHECK (char_length(btrim(message)) >= 1 AND char_length(btrim(message)) <= 2000),
  constraint matches_offer CHECK (are_offer_facts(offer)),
  constraint matches_offer_has_its_time CHECK ((offer IS NULL) = (offered_at IS NULL) AND (offer IS NULL) = (valid_until IS NULL)),
  constraint matches_offer_two_weeks CHECK (EXTRACT(epoch FROM valid_until - offered_at) >= 1::numeric AND EXTRACT(epoch FROM valid_until - offered_at) <= (14 * 86400)::numeric),
  constraint matches_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint matches_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column matches.decided_at is 'when it was accepted or rejected; means nothing while it is proposed';

CREATE INDEX matches_case_id_idx ON matches USING btree (case_id, id DESC);
CREATE INDEX matches_kine_id_idx ON matches USING btree (kine_id, id DESC);
CREATE INDEX matches_status_idx ON matches USING btree (case_id, status);

-- What an application may begin as, become and leave. Each block reads the case after its lock.
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

CREATE TRIGGER matches_keep_their_course BEFORE INSERT OR DELETE OR UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION matches_keep_their_course();

-- The state of a case is that of its applications, and what a deletion takes along is said here, since cases and accounts take applications with them.
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

CREATE TRIGGER matches_take_effect AFTER DELETE OR UPDATE OF status ON matches FOR EACH ROW EXECUTE FUNCTION matches_take_effect();
CREATE TRIGGER matches_take_their_jobs AFTER DELETE ON matches FOR EACH ROW EXECUTE FUNCTION jobs_go_with_their_row('match_level', 'offer_lapse');

-- Specialists who wait for a seat; they go when they are told of one.
create table seat_queue (
  case_id uuid not null,
  kine_id uuid not null,
  asked_at timestamp with time zone default now() not null,
  constraint seat_queue_pkey PRIMARY KEY (case_id, kine_id),
  constraint seat_queue_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint seat_queue_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX seat_queue_asked_at_idx ON seat_queue USING btree (asked_at);
CREATE INDEX seat_queue_kine_id_idx ON seat_queue USING btree (kine_id);

CREATE OR REPLACE FUNCTION public.has_seat(_case uuid, _kine uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $function$
declare
  most constant integer := setting_number('offers_max', 0);
begin
  return most = 0 or seats_taken(_case, _kine) < most;
end $function$;

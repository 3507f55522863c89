-- An application may carry an offer: what a session costs, the first times, until when it stands. All of it is optional; an application
-- without one is what it was. An offer is over when its time is, by the clock; its job tells so, once.

create function are_offer_facts(_offer jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(_offer) = 'object' and octet_length(_offer::text) <= 2000 and _offer <> '{}'
    and _offer - array['session', 'first', 'sessions', 'modality', 'place', 'how', 'times'] = '{}'
    and coalesce(jsonb_typeof(_offer -> 'session') = 'number'
      and jsonb_path_match(_offer, 'exists($.session ? (@.type() == "number" && @ >= 0 && @ <= 10000000 && @.floor() == @))'), false) = _offer ? 'session'
    and coalesce(jsonb_typeof(_offer -> 'first') = 'number'
      and jsonb_path_match(_offer, 'exists($.first ? (@.type() == "number" && @ >= 0 && @ <= 10000000 && @.floor() == @))'), false) = _offer ? 'first'
    and coalesce(jsonb_typeof(_offer -> 'sessions') = 'number'
      and jsonb_path_match(_offer, 'exists($.sessions ? (@.type() == "number" && @ >= 1 && @ <= 100 && @.floor() == @))'), false) = _offer ? 'sessions'
    and coalesce(_offer ->> 'modality' in ('consultorio', 'domicilio', 'online'), not _offer ? 'modality')
    and coalesce(jsonb_typeof(_offer -> 'place') = 'string' and char_length(btrim(_offer ->> 'place')) between 1 and 80, not _offer ? 'place')
    and coalesce(_offer ->> 'how' in ('direct', 'refund', 'none'), not _offer ? 'how')
    and (not _offer ? 'times' or jsonb_typeof(_offer -> 'times') = 'array' and jsonb_array_length(_offer -> 'times') between 1 and 3
      and not jsonb_path_exists(_offer, 'strict $.times[*] ? (!(@.type() == "string"
        && @ like_regex "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$"))'));

alter table matches
  add column offer jsonb,
  add column offered_at timestamptz,
  add column valid_until timestamptz,
  -- When its specialist was told that the offer is over.
  add column lapsed_at timestamptz,
  add constraint matches_offer check (are_offer_facts(offer)) not valid,
  add constraint matches_offer_has_its_time check ((offer is null) = (offered_at is null) and (offer is null) = (valid_until is null)) not valid,
  add constraint matches_offer_two_weeks check (extract(epoch from valid_until - offered_at) between 1 and 14 * 86400) not valid;

-- An offer changes while its application waits. The case is locked before, by the procedure, as by a decision.
create function offers_change_while_proposed() returns trigger
  language plpgsql as $$
begin
  if new.status = 'accepted' and old.status = 'proposed' then
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
  if exists (select from cases where id = new.case_id and are_blocked(patient_id, new.kine_id)) then
    perform refuse('matches_of_the_blocked_wait', 'one of them blocked the other');
  end if;
  if (select status from cases where id = new.case_id for no key update) = 'closed' then
    perform refuse('matches_need_a_case_in_course', 'the case is closed');
  end if;
  new.lapsed_at := null;
  return new;
end $$;
create trigger offers_change_while_proposed before update on matches
  for each row execute function offers_change_while_proposed();

create function offers_are_told() returns trigger
  language plpgsql as $$
declare
  the_patient uuid;
begin
  if new.valid_until > now() then
    perform run_level('offer_lapse', new.id, new.valid_until - now());
  end if;
  if tg_op = 'INSERT' then
    return null;
  end if;
  perform tell(new.kine_id::text, 'application', new.case_id);
  select patient_id into the_patient from cases where id = new.case_id;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', new.case_id);
    -- A stranger may edit all day: what says the same is no news, and what is news is told once in twelve hours.
    if new.offered_at is distinct from old.offered_at and (new.offer is distinct from old.offer or old.valid_until <= now())
      and not exists (select from notifications where user_id = the_patient and kind = 'offer_edited' and thing_id = new.id
        and id > uuid_at(now() - interval '12 hours')) then
      perform notify_person(the_patient, 'offer_edited', new.case_id, new.id);
    end if;
  end if;
  return null;
end $$;
create trigger offers_made_are_told after insert on matches
  for each row when (new.valid_until is not null) execute function offers_are_told();
create trigger offers_changed_are_told after update on matches
  for each row when ((old.offer, old.offered_at, old.valid_until, old.lapsed_at) is distinct from (new.offer, new.offered_at, new.valid_until, new.lapsed_at))
  execute function offers_are_told();

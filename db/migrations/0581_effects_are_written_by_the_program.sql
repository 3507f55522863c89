-- What follows from a message, an application or a case is written by the program since the last version, whose transactions said so and made
-- these triggers silent.
drop trigger acceptances_are_followed on matches;
drop trigger cases_are_followed on cases;
drop trigger cases_are_told on cases;
drop trigger cases_that_come_back_are_followed on cases;
drop trigger closed_cases_end_notifications on cases;
drop trigger closings_are_told on cases;
drop trigger dormancy_is_told on cases;
drop trigger edits_are_told on cases;
drop trigger matches_are_followed on matches;
drop trigger matches_are_told on matches;
drop trigger messages_are_told on messages;
drop trigger offers_changed_are_told on matches;
drop trigger offers_made_are_told on matches;
drop trigger seats_freed_are_followed on matches;
drop trigger seats_taken_are_followed on matches;
drop trigger woken_cases_offer_seats on cases;
drop function cases_are_followed();
drop function cases_are_told();
drop function cases_that_come_back_are_followed();
drop function closed_cases_end_notifications();
drop function closings_are_told();
drop function dormancy_is_told();
drop function edits_are_told();
drop function matches_are_followed();
drop function matches_are_told();
drop function messages_are_told();
drop function offers_are_told();
drop function woken_cases_offer_seats();
-- Nothing has called these for a version.
drop function licence_parts(text);
drop function doubts_at_once(uuid);

-- What a deletion takes along reads again, for every writer: accounts and cases take applications with them in cascades.
create or replace function departure_opens_the_case() returns trigger language plpgsql as $function$
declare
  the_patient uuid;
  other uuid;
begin
  -- The lock makes an acceptance in the same case wait, or be seen.
  select patient_id into the_patient from cases where id = old.case_id and status = 'matched' for no key update;
  if not found then
    return null;
  end if;
  select kine_id into other from matches where case_id = old.case_id and status = 'accepted' order by id limit 1;
  update cases set accepted_kine_id = other, status = case when other is null then 'open'::case_status else status end
    where id = old.case_id;
  if tg_op = 'DELETE' and other is null then
    perform tell('admins', 'counts');
    perform tell('kines', 'cases');
    if the_patient is not null then
      perform tell(the_patient::text, 'case', old.case_id);
    end if;
    update case_levels set answered_at = now() where case_id = old.case_id and asked_at is not null and answered_at is null;
    perform run_level('case_level', old.case_id, '0');
  end if;
  return null;
end $function$;

create or replace function seats_are_followed() returns trigger language plpgsql as $function$
begin
  if exists (select from seat_queue where case_id = old.case_id) then
    perform run_level('seat_free', old.case_id, '0');
  end if;
  return null;
end $function$;

-- What follows from a case is written by the program, as in 0450, but for what a deletion takes along.
create function cases_gone_are_told() returns trigger
  language plpgsql as $$
begin
  perform tell('admins', 'counts');
  perform tell('kines', 'cases');
  if old.patient_id is not null then
    perform tell(old.patient_id::text, 'case', old.id);
  end if;
  return null;
end $$;
create trigger cases_gone_are_told after delete on cases for each row execute function cases_gone_are_told();

-- A deletion that opens a case says itself what follows; who takes an acceptance back does so in the program.
create or replace function departure_opens_the_case() returns trigger
  language plpgsql as $$
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
  if tg_op = 'DELETE' and other is null and current_setting('kinexo.effects', true) is not distinct from 'program' then
    perform tell('admins', 'counts');
    perform tell('kines', 'cases');
    if the_patient is not null then
      perform tell(the_patient::text, 'case', old.case_id);
    end if;
    update case_levels set answered_at = now() where case_id = old.case_id and asked_at is not null and answered_at is null;
    perform run_level('case_level', old.case_id, '0');
  end if;
  return null;
end $$;

create or replace trigger cases_are_told after insert or update of status on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function cases_are_told();
create or replace trigger cases_are_followed after insert on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function cases_are_followed();
create or replace trigger cases_that_come_back_are_followed after update of status, dormant_at on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and new.status = 'open' and new.dormant_at is null
    and (old.status <> 'open' or old.dormant_at is not null))
  execute function cases_that_come_back_are_followed();
create or replace trigger woken_cases_offer_seats after update of status, dormant_at on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and old.dormant_at is not null and new.dormant_at is null)
  execute function woken_cases_offer_seats();
create or replace trigger closed_cases_end_notifications after update of status on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and new.status = 'closed' and old.status <> 'closed')
  execute function closed_cases_end_notifications();
create or replace trigger closings_are_told after update of status on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and new.closed_reason is not null and old.status <> 'closed')
  execute function closings_are_told();
create or replace trigger dormancy_is_told after update of dormant_at on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and (new.dormant_at is null) <> (old.dormant_at is null))
  execute function dormancy_is_told();
create or replace trigger edits_are_told after update on cases
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program' and new.patient_id is not null
    and (new.version <> old.version or new.studies_urls <> old.studies_urls))
  execute function edits_are_told();

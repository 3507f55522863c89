-- What follows from an application is written by the program, as in 0450, but for what a deletion takes along: applications go with their case
-- and with their specialist too. The state of a case still follows that of its applications, whoever writes it.
create function end_application_received(_case uuid, _patient uuid) returns void
  language plpgsql set plan_cache_mode to force_generic_plan as $$
declare
  the_notification uuid;
begin
  -- An application at the same time waits for this lock, or is seen by the statement after it.
  select id into the_notification from notifications
    where user_id = _patient and kind = 'application_received' and case_id = _case and seen_at is null and done_at is null
    for no key update;
  if found and not exists (select from matches where case_id = _case and status = 'proposed') then
    update notifications set done_at = now() where id = the_notification;
  end if;
end $$;

create function matches_gone_are_told() returns trigger
  language plpgsql as $$
declare
  the_patient uuid := (select patient_id from cases where id = old.case_id);
begin
  if the_patient is not null then
    perform tell(the_patient::text, 'case', old.case_id);
  end if;
  perform tell(old.kine_id::text, 'application', old.case_id);
  if old.status = 'proposed' then
    perform end_application_received(old.case_id, the_patient);
  end if;
  return null;
end $$;
create trigger matches_gone_are_told after delete on matches for each row execute function matches_gone_are_told();

create or replace trigger matches_are_told after insert or update of status on matches
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function matches_are_told();
create or replace trigger matches_are_followed after insert on matches
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function matches_are_followed();
create or replace trigger acceptances_are_followed after update of status on matches
  for each row when (new.status = 'accepted' and old.status = 'proposed' and current_setting('kinexo.effects', true) is distinct from 'program')
  execute function matches_are_followed();
create or replace trigger offers_made_are_told after insert on matches
  for each row when (new.valid_until is not null and current_setting('kinexo.effects', true) is distinct from 'program')
  execute function offers_are_told();
create or replace trigger offers_changed_are_told after update on matches
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program'
    and (old.offer is distinct from new.offer or old.offered_at is distinct from new.offered_at
      or old.valid_until is distinct from new.valid_until or old.lapsed_at is distinct from new.lapsed_at))
  execute function offers_are_told();
create or replace trigger seats_taken_are_followed after insert on matches
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program') execute function seats_are_followed();
create or replace trigger seats_freed_are_followed after update of status, lapsed_at on matches
  for each row when (current_setting('kinexo.effects', true) is distinct from 'program'
    and (new.status = 'rejected' and old.status <> 'rejected' or new.lapsed_at is not null and old.lapsed_at is null))
  execute function seats_are_followed();

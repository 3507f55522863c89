-- A patient is told of the first two applications of a specialist to a case; a later one stands in the case without news.

CREATE OR REPLACE FUNCTION public.matches_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  the_case uuid := coalesce(new.case_id, old.case_id);
  the_patient uuid;
  the_notification uuid;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  select patient_id into the_patient from cases where id = the_case;
  if the_patient is not null then
    perform tell(the_patient::text, 'case', the_case);
  end if;
  if tg_op = 'INSERT' then
    if the_patient is not null
      and (select count(*) from applications_made where case_id = the_case and kine_id = new.kine_id) <= 2 then
      perform notify_person(the_patient, 'application_received', the_case);
    end if;
    return null;
  end if;
  perform tell(old.kine_id::text, 'application', the_case);
  if tg_op = 'UPDATE' and new.status in ('accepted', 'rejected') then
    perform notify_person(new.kine_id, case when new.ended_at is null then 'application_' || new.status else 'acceptance_ended' end, the_case, new.id);
  end if;
  if old.status = 'proposed' then
    -- An application at the same time waits for this lock, or is seen by the statement after it.
    select id into the_notification from notifications
      where user_id = the_patient and kind = 'application_received' and case_id = the_case and seen_at is null and done_at is null
      for no key update;
    if found and not exists (select from matches where case_id = the_case and status = 'proposed') then
      update notifications set done_at = now() where id = the_notification;
    end if;
  end if;
  return null;
end $function$;

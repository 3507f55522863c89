alter table notifications add constraint notifications_case_id_fkey foreign key (case_id) references cases on delete cascade;

create function end_notifications_of_case(_case uuid, _kinds text[], _patient uuid default null) returns void
  language plpgsql as $$
begin
  -- In the order in which a person reads them.
  update notifications n set done_at = now() from (select id from notifications where case_id = _case and seen_at is null
    and done_at is null and (user_id = _patient or kind = any(_kinds)) order by id for no key update) o where n.id = o.id;
end $$;

create function closed_cases_end_notifications() returns trigger
  language plpgsql as $$
begin
  perform end_notifications_of_case(new.id,
    '{case_in_zone,case_invitation,application_unanswered,nobody_wrote_kine}', new.patient_id);
  return null;
end $$;
create trigger closed_cases_end_notifications after update of status on cases
  for each row when (new.status = 'closed' and old.status <> 'closed') execute function closed_cases_end_notifications();

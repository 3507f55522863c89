-- Notes that a specialist opens a case, once a day. False: they opened as many others within a day as the operator allows, to none of which
-- they applied.
create or replace function note_case_opening(_case uuid, _kine uuid) returns boolean
  language plpgsql as $$
declare
  most constant integer := setting_number('cases_opened_a_day', 100);
begin
  if exists (select from case_openings where case_id = _case and kine_id = _kine and day = current_date) then
    return true;
  end if;
  -- One after the other, so that the limit holds.
  perform pg_advisory_xact_lock(hashtextextended('case opening ' || _kine, 0));
  if not exists (select from matches where case_id = _case and kine_id = _kine) and (select count(*) from (
    select from case_openings o where o.kine_id = _kine and o.opened_at > now() - interval '1 day'
      and not exists (select from matches m where m.case_id = o.case_id and m.kine_id = _kine) limit most) few) >= most then
    return false;
  end if;
  insert into case_openings (case_id, kine_id) values (_case, _kine) on conflict do nothing;
  return true;
end $$;

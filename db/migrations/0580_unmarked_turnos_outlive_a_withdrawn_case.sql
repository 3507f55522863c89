-- A session that has begun may be marked for seven days. Who withdraws the case before that takes the mark away: such sessions count as those
-- that were missed do, for what is confirmed at once.
create or replace function cases_leave_what_counts() returns trigger language plpgsql as $function$
begin
  if old.patient_id is not null and not is_leaving(old.patient_id) then
    insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at)
      select b.id, b.kine_id, old.patient_id, b.asked_by, b.state, b.starts_at, b.created_at
      from matches m join bookings b on b.match_id = m.id
      where m.case_id = old.id and (b.state = 'no_show' and b.disputed_at is null and b.starts_at > now() - interval '60 days'
        or b.state = 'confirmed' and b.starts_at between now() - interval '7 days' and now()
        or b.created_at > now() - interval '24 hours')
      on conflict do nothing;
  end if;
  return old;
end $function$;

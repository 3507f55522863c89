-- A case that is withdrawn takes its bookings along. What they count for does not go: sessions that the patient missed, and what was asked of an
-- agenda within a day. Otherwise a patient would take the acceptance back, withdraw the case and begin anew.
create table left_bookings (
  booking_id uuid primary key,
  kine_id uuid not null references agendas (kine_id) on delete cascade,
  patient_id uuid not null references profiles (id) on delete cascade,
  asked_by booking_side not null,
  state booking_state not null,
  starts_at timestamptz not null,
  created_at timestamptz not null
);
create index left_bookings_pair_idx on left_bookings (patient_id, kine_id);
create index left_bookings_kine_id_idx on left_bookings (kine_id);

create function cases_leave_what_counts() returns trigger language plpgsql as $function$
begin
  if old.patient_id is not null and not is_leaving(old.patient_id) then
    insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at)
      select b.id, b.kine_id, old.patient_id, b.asked_by, b.state, b.starts_at, b.created_at
      from matches m join bookings b on b.match_id = m.id
      where m.case_id = old.id and (b.state = 'no_show' and b.disputed_at is null and b.starts_at > now() - interval '60 days'
        or b.created_at > now() - interval '24 hours')
      on conflict do nothing;
  end if;
  return old;
end $function$;
create trigger cases_leave_what_counts before delete on cases for each row execute function cases_leave_what_counts();

-- Who deleted the account and signed up again with its mailbox had no missed session, and the requests of a day again.

alter table spent_budgets add column kept_until timestamptz not null default now() + interval '7 days';
update spent_budgets set kept_until = left_at + interval '7 days';
comment on column spent_budgets.left_at is 'read by the version before kept_until';
create index spent_budgets_kept_until_idx on spent_budgets (kept_until);
drop index spent_budgets_left_at_idx;

-- Several accounts of a mailbox may be charged with one booking.
alter table left_bookings drop constraint left_bookings_pkey, add constraint left_bookings_pkey primary key (booking_id, patient_id),
  add column is_carried boolean not null default false;
comment on column left_bookings.is_carried is 'of an earlier account of the mailbox, and no data of this one';

create function left_state(_booking bookings) returns booking_state language sql stable as $function$
  select case
    when _booking.state = 'no_show' and _booking.disputed_at is null and _booking.starts_at > now() - interval '60 days' then 'no_show'
    when _booking.state = 'confirmed' and _booking.starts_at between now() - interval '7 days' and now() then 'confirmed'
    when _booking.created_at > now() - interval '24 hours' then 'withdrawn' end::booking_state
$function$;

create function spent_bookings_of(_person uuid) returns table (spent jsonb, kept_until timestamptz) language sql stable as $function$
  select jsonb_build_object('bookings', jsonb_agg(to_jsonb(b))),
    max(case when b.state in ('no_show', 'confirmed') then b.starts_at + interval '60 days' else b.created_at + interval '1 day' end)
  from (
    select b.id as booking_id, b.kine_id, b.asked_by, left_state(b) as state, b.starts_at, b.created_at
      from cases c join matches m on m.case_id = c.id join bookings b on b.match_id = m.id
      where c.patient_id = _person and left_state(b) is not null
    union select booking_id, kine_id, asked_by, state, starts_at, created_at from left_bookings where patient_id = _person) b
  where is_leaving(_person) having count(*) > 0
$function$;

create or replace function public.charge_budgets(_person uuid, _spent jsonb) returns void language plpgsql as $function$
begin
  insert into earlier_acts (user_id, kind, id, at)
    select _person, a.kind, a.id, a.at from jsonb_to_recordset(_spent -> 'acts') a (kind text, id uuid, at timestamptz) on conflict do nothing;
  insert into patient_alert_days as d (kine_id, patient_id, day, at_once)
    select p.id, _person, a.day, a.at_once from jsonb_to_recordset(_spent -> 'alerts') a (kine_id uuid, day date, at_once int)
      join profiles p on p.id = a.kine_id
    on conflict (kine_id, patient_id, day) do update set at_once = greatest(d.at_once, excluded.at_once);
  insert into invitations_made as i (patient_id, kine_id, at)
    select _person, p.id, a.at from jsonb_to_recordset(_spent -> 'invited') a (kine_id uuid, at timestamptz) join profiles p on p.id = a.kine_id
    on conflict (patient_id, kine_id) do update set at = greatest(i.at, excluded.at);
  insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at, is_carried)
    select b.booking_id, a.kine_id, _person, b.asked_by, b.state, b.starts_at, b.created_at, true
    from jsonb_to_recordset(_spent -> 'bookings') b (booking_id uuid, kine_id uuid, asked_by booking_side, state booking_state,
        starts_at timestamptz, created_at timestamptz)
      join agendas a on a.kine_id = b.kine_id
    on conflict do nothing;
end $function$;

-- An operator may cap the applications that a case has at once. An invitation keeps a seat for two days, while there is one.
alter table case_alerts add column seat_until timestamptz,
  add constraint case_alerts_seats_of_invitations check (seat_until is null or is_invitation) not valid;

-- Specialists who wait for a seat; they go when they are told of one. Its keys to cases and profiles come by migrations of their own.
create table seat_queue (
  case_id uuid not null,
  kine_id uuid not null,
  asked_at timestamptz not null default now(),
  primary key (case_id, kine_id)
);
create index seat_queue_kine_id_idx on seat_queue (kine_id);
create index seat_queue_asked_at_idx on seat_queue (asked_at);

-- The seats that are taken or kept, without those of one specialist. A suspended specialist's application, which its patient may neither
-- see nor decide, takes none.
create function seats_taken(_case uuid, _but uuid default null) returns integer
  language sql stable
  return (select count(*)::int from matches m where m.case_id = _case and m.kine_id is distinct from _but
      and (m.status = 'accepted' or m.status = 'proposed' and (m.valid_until is null or m.valid_until > now())
        and not exists (select from profiles k where k.id = m.kine_id and k.suspended_at is not null)))
    + (select count(*)::int from case_alerts a where a.case_id = _case and a.kine_id is distinct from _but and a.seat_until > now()
      and not exists (select from matches m where m.case_id = _case and m.kine_id = a.kine_id));

create function has_seat(_case uuid, _kine uuid) returns boolean
  language plpgsql stable as $$
declare
  most constant integer := setting_number('offers_max', 0);
begin
  return most = 0 or seats_taken(_case, _kine) < most;
end $$;

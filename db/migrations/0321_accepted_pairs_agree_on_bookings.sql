-- A booking ("turno") of a specialist with the patient who accepted them. It holds its time while it is requested or confirmed.
create type booking_state as enum ('requested', 'confirmed', 'declined', 'lapsed', 'withdrawn', 'cancelled', 'held', 'no_show');
create type booking_side as enum ('patient', 'kine');

-- Whether what the two people of an application agreed on still holds. A suspension ends nothing by itself: it may be lifted in time.
create function keeps_bookings(_match uuid) returns boolean
  language sql stable
  return exists (select from case_relations r join profiles k on k.id = r.kine_id join profiles o on o.id = r.patient_id
    where r.match_id = _match and r.is_live and o.health_withdrawn_at is null and k.approval_status = 'approved'
      and exists (select from user_roles where user_id = k.id and role = 'kine')
      and exists (select from user_roles where user_id = o.id and role = 'patient'));

-- Whether they may agree on bookings now.
create function can_book(_match uuid) returns boolean
  language sql stable
  return keeps_bookings(_match) and not exists (select from matches m join cases c on c.id = m.case_id
    join profiles p on p.id in (m.kine_id, c.patient_id) where m.id = _match and p.suspended_at is not null);

-- local_start: the wall time in `zone`, which is what was promised. moved_to: a time that one side proposed and the other has not answered; the
-- booking keeps both. answer_by: until when the open question, the request or the proposal, stands. levels_until: up to when its reminders are
-- settled. ended_by is null where the site ended it.
create table bookings (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  kine_id uuid not null references agendas on delete cascade,
  place_id uuid not null references agenda_places on delete cascade,
  series_id uuid,
  starts_at timestamptz not null,
  minutes int not null,
  local_start timestamp not null,
  zone text not null,
  state booking_state not null default 'requested',
  asked_by booking_side not null,
  sequence int not null default 0,
  moved_to timestamptz,
  moved_by booking_side,
  answer_by timestamptz,
  ended_at timestamptz,
  ended_by booking_side,
  is_late boolean not null default false,
  disputed_at timestamptz,
  levels_until timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint bookings_minutes check (minutes between 15 and 180),
  constraint bookings_moved_by_somebody check ((moved_to is null) = (moved_by is null)),
  constraint bookings_questions_end check ((state = 'requested' or moved_to is not null) = (answer_by is not null)),
  constraint bookings_end_at_a_time check ((state in ('declined', 'lapsed', 'withdrawn', 'cancelled')) = (ended_at is not null)),
  constraint bookings_disputed_no_shows check (disputed_at is null or state = 'no_show')
);
create index bookings_kine_id_idx on bookings (kine_id, starts_at);
create index bookings_match_id_idx on bookings (match_id, starts_at);
create index bookings_place_id_idx on bookings (place_id, starts_at);
create index bookings_series_id_idx on bookings (series_id, starts_at) where series_id is not null;

-- Each seat of each agenda is a stretch of one number line, by the minute: no two claims on it overlap. The trigger of `bookings` locks the
-- agenda before it claims, since concurrent claims of the same time could deadlock in the constraint.
create table booking_claims (
  booking_id uuid not null references bookings on delete cascade,
  place_id uuid not null references agenda_places on delete cascade,
  span int8range not null,
  primary key (booking_id, span),
  constraint booking_claims_one_at_a_time exclude using gist (span with &&)
);
create index booking_claims_place_id_idx on booking_claims (place_id);

-- The minutes since 1970 from one time to another, on a seat (0 to 7) of the agenda `_no`.
create function booking_span(_no int, _seat int, _from timestamptz, _until timestamptz) returns int8range
  language sql immutable
  return int8range(((_no::int8 * 8 + _seat) << 26) + floor(extract(epoch from _from) / 60)::int8,
    ((_no::int8 * 8 + _seat) << 26) + ceil(extract(epoch from _until) / 60)::int8);

create function claim_time(_booking bookings, _from timestamptz, _until timestamptz) returns void
  language plpgsql as $$
declare
  the_no int;
  place agenda_places;
  the_seat int;
begin
  select no into the_no from agendas where kine_id = _booking.kine_id for no key update;
  select * into place from agenda_places where id = _booking.place_id;
  -- Nobody is at two places at once.
  if exists (select from generate_series(0, 5) seat join booking_claims c on c.span && booking_span(the_no, seat, _from, _until)
    where c.place_id <> _booking.place_id) then
    perform refuse('booking_claims_one_at_a_time', 'the specialist is somewhere else');
  end if;
  if place.modality <> 'consultorio' then
    insert into booking_claims select _booking.id, place.id, booking_span(the_no, seat, _from, _until) from generate_series(0, 5) seat;
    return;
  end if;
  select min(seat) into the_seat from generate_series(0, place.seats - 1) seat
    where not exists (select from booking_claims c where c.span && booking_span(the_no, seat, _from, _until));
  if the_seat is null then
    perform refuse('booking_claims_one_at_a_time', 'every seat is taken');
  end if;
  insert into booking_claims values (_booking.id, place.id, booking_span(the_no, the_seat, _from, _until));
end $$;

create function bookings_claim_their_time() returns trigger
  language plpgsql as $$
begin
  if new.state not in ('requested', 'confirmed', 'held') then
    delete from booking_claims where booking_id = new.id;
  elsif tg_op = 'INSERT' or new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to then
    -- First the agenda, as whoever else claims in it.
    perform from agendas where kine_id = new.kine_id for no key update;
    delete from booking_claims where booking_id = new.id;
    if new.moved_to is null then
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
    elsif abs(extract(epoch from new.moved_to - new.starts_at)) < new.minutes * 60 then
      perform claim_time(new, least(new.starts_at, new.moved_to), greatest(new.starts_at, new.moved_to) + make_interval(mins => new.minutes));
    else
      perform claim_time(new, new.starts_at, new.starts_at + make_interval(mins => new.minutes));
      perform claim_time(new, new.moved_to, new.moved_to + make_interval(mins => new.minutes));
    end if;
  end if;
  return null;
end $$;
create trigger bookings_claim_their_time after insert or update of state, starts_at, moved_to on bookings
  for each row execute function bookings_claim_their_time();

create function bookings_are_of_the_accepted() returns trigger
  language plpgsql as $$
begin
  -- The lock comes before the look: what ends the right to book cancels under the same lock, so one of the two sees the other.
  perform from agendas where kine_id = new.kine_id for no key update;
  if not can_book(new.match_id) or not exists (select from matches m join agenda_places p on p.kine_id = m.kine_id
    where m.id = new.match_id and m.kine_id = new.kine_id and p.id = new.place_id and p.retired_at is null) then
    perform refuse('bookings_of_the_accepted', 'these two do not agree on bookings');
  end if;
  new.local_start := new.starts_at at time zone new.zone;
  return new;
end $$;
create trigger bookings_are_of_the_accepted before insert on bookings
  for each row execute function bookings_are_of_the_accepted();

create function bookings_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if new.state <> old.state and new.state in ('held', 'no_show') and old.state in ('confirmed', 'held', 'no_show') then
    if old.starts_at > now() then
      perform refuse('bookings_marked_once_begun', 'it has not begun');
    end if;
    if old.starts_at <= now() - interval '7 days' then
      perform refuse('bookings_marked_within_a_week', 'it was too long ago');
    end if;
  elsif new.state <> old.state and not (old.state = 'requested' and new.state in ('confirmed', 'declined', 'lapsed', 'withdrawn', 'cancelled')
    or old.state = 'confirmed' and new.state = 'cancelled' and old.starts_at > now()) then
    perform refuse('bookings_keep_their_course', 'it is over');
  end if;
  if (new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to) and old.state not in ('requested', 'confirmed') then
    perform refuse('bookings_keep_their_course', 'it is over');
  end if;
  new.local_start := new.starts_at at time zone new.zone;
  if (new.state, new.starts_at, new.moved_to) is distinct from (old.state, old.starts_at, old.moved_to) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $$;
create trigger bookings_keep_their_course before update on bookings
  for each row execute function bookings_keep_their_course();

-- When to send what is due at `_at` and worth nothing from `_latest` on: then, unless quiet hours would hold it until then; in that case a
-- quarter of an hour before they begin.
create function before_quiet_hours(_at timestamptz, _latest timestamptz, _from time, _until time, _zone text) returns timestamptz
  language plpgsql stable as $$
declare
  here timestamp := _at at time zone _zone;
begin
  if not (case when _from <= _until then here::time >= _from and here::time < _until else here::time >= _from or here::time < _until end)
    or (here::date + _until + case when here::time >= _until then interval '1 day' else '0' end) at time zone _zone < _latest then
    return _at;
  end if;
  return (here::date + _from - case when here::time < _from then interval '1 day' else '0' end) at time zone _zone - interval '15 minutes';
end $$;

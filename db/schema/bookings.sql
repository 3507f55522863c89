create type booking_side as enum ('patient', 'kine');

-- A session that was not agreed in the agenda is noted after it: it holds no time and has no place.
create type booking_source as enum ('agenda', 'noted');

-- A booking ("turno") of a specialist with the patient who accepted them. It holds its time while it is requested or confirmed.
create type booking_state as enum ('requested', 'confirmed', 'declined', 'lapsed', 'withdrawn', 'cancelled', 'held', 'no_show');

-- local_start: the wall time in `zone`, which is what was promised. moved_to: a time that one side proposed and the other has not answered; the
-- booking keeps both. answer_by: until when the open question, the request or the proposal, stands. levels_until: up to when its reminders are
-- settled. ended_by is null where the site ended it.
create table bookings (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  kine_id uuid not null,
  place_id uuid,
  series_id uuid,
  starts_at timestamp with time zone not null,
  minutes integer not null,
  local_start timestamp without time zone not null,
  zone text not null,
  state booking_state default 'requested'::booking_state not null,
  asked_by booking_side not null,
  sequence integer default 0 not null,
  moved_to timestamp with time zone,
  moved_by booking_side,
  answer_by timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by booking_side,
  is_late boolean default false not null,
  disputed_at timestamp with time zone,
  levels_until timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  marked_at timestamp with time zone,
  source booking_source default 'agenda'::booking_source not null,
  invited_for timestamp with time zone,
  moved_local timestamp without time zone,
  notice_hours integer default 24 not null,
  told_at timestamp with time zone,
  invited_by uuid,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_disputed_once_marked CHECK (disputed_at IS NULL OR (state = ANY (ARRAY['held'::booking_state, 'no_show'::booking_state]))),
  constraint bookings_end_at_a_time CHECK ((state = ANY (ARRAY['declined'::booking_state, 'lapsed'::booking_state, 'withdrawn'::booking_state, 'cancelled'::booking_state])) = (ended_at IS NOT NULL)),
  constraint bookings_minutes CHECK (minutes >= 15 AND minutes <= 180),
  constraint bookings_moved_by_somebody CHECK ((moved_to IS NULL) = (moved_by IS NULL)),
  constraint bookings_noted_are_held CHECK (source <> 'noted'::booking_source OR state = 'held'::booking_state),
  constraint bookings_noted_without_place CHECK ((source = 'noted'::booking_source) = (place_id IS NULL)),
  constraint bookings_questions_end CHECK ((state = 'requested'::booking_state OR moved_to IS NOT NULL) = (answer_by IS NOT NULL)),
  constraint bookings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE,
  constraint bookings_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint bookings_place_id_fkey FOREIGN KEY (place_id) REFERENCES agenda_places(id) ON DELETE CASCADE
);

CREATE INDEX bookings_kine_id_idx ON bookings USING btree (kine_id, starts_at);
CREATE INDEX bookings_match_id_idx ON bookings USING btree (match_id, starts_at);
CREATE INDEX bookings_place_id_idx ON bookings USING btree (place_id, starts_at);
CREATE INDEX bookings_series_id_idx ON bookings USING btree (series_id, starts_at) WHERE series_id IS NOT NULL;
CREATE INDEX bookings_starts_at_idx ON bookings USING btree (starts_at);

CREATE OR REPLACE FUNCTION public.bookings_claim_their_time() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if new.source = 'noted' then
    return null;
  end if;
  if new.state not in ('requested', 'confirmed', 'held') then
    delete from booking_claims where booking_id = new.id;
  elsif tg_op = 'INSERT' or new.starts_at <> old.starts_at or new.moved_to is distinct from old.moved_to then
    -- First the agenda, as everybody who claims in it.
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
end $function$;

CREATE TRIGGER bookings_claim_their_time AFTER INSERT OR UPDATE OF state, starts_at, moved_to ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_claim_their_time();

CREATE OR REPLACE FUNCTION public.bookings_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<bookings_are_of_the_accepted>>
    begin
      -- The lock comes before the look: what ends the right to book cancels under the same lock, so one of the two sees the other.
      select notice_hours into new.notice_hours from agendas where kine_id = new.kine_id for no key update;
      if new.source = 'noted' then
        new.local_start := new.starts_at at time zone new.zone;
        new.marked_at := now();
        if not can_book(new.match_id) or not exists (select from matches where id = new.match_id and kine_id = new.kine_id)
          or new.kine_id is distinct from viewer_id() then
          perform refuse('bookings_of_the_accepted', 'a session is noted by the accepted specialist');
        end if;
        if new.starts_at > now() or new.starts_at < now() - interval '31 days' then
          perform refuse('bookings_noted_within_30_days', 'a session of the last 30 days is noted');
        end if;
        if new.local_start::date < (select (decided_at at time zone new.zone)::date from matches where id = new.match_id) then
          perform refuse('bookings_noted_since_the_acceptance', 'that day comes before the acceptance');
        end if;
        if exists (select from bookings where match_id = new.match_id and state in ('confirmed', 'held')
          and local_start::date = new.local_start::date) then
          perform refuse('bookings_noted_once_a_day', 'that day has a session');
        end if;
        exit bookings_are_of_the_accepted;
      end if;
      if not can_book(new.match_id) or not exists (select from matches m join agenda_places p on p.kine_id = m.kine_id
        where m.id = new.match_id and m.kine_id = new.kine_id and p.id = new.place_id and p.retired_at is null) then
        perform refuse('bookings_of_the_accepted', 'these two do not agree on bookings');
      end if;
      new.local_start := new.starts_at at time zone new.zone;
    end bookings_are_of_the_accepted;
  end if;
  if tg_op = 'UPDATE' then
    <<course>>
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
      if new.state <> old.state and new.state in ('held', 'no_show') then
        new.marked_at := now();
      end if;
      -- Bookings of before have no time of their mark: it was within a week.
      if new.disputed_at is distinct from old.disputed_at and not may_dispute(old) then
        perform refuse('bookings_marked_within_a_week', 'it was marked too long ago');
      end if;
      -- The wall time is the promise: the rules of a zone may change between two writes, and then the instant follows.
      if new.starts_at <> old.starts_at then
        new.local_start := new.starts_at at time zone new.zone;
      end if;
      if new.moved_to is distinct from old.moved_to then
        new.moved_local := new.moved_to at time zone new.zone;
      end if;
      if (new.state, new.starts_at, new.moved_to) is distinct from (old.state, old.starts_at, old.moved_to) then
        new.sequence := old.sequence + 1;
      end if;
    end course;
  end if;
  return new;
end $function$;

CREATE TRIGGER bookings_keep_their_course BEFORE INSERT OR UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION bookings_keep_their_course();

-- Each seat of each agenda is a stretch of one number line, by the minute: no two claims on it overlap. The trigger of `bookings` locks the
-- agenda before it claims, since concurrent claims of the same time could deadlock in the constraint.
create table booking_claims (
  booking_id uuid not null,
  place_id uuid not null,
  span int8range not null,
  constraint booking_claims_pkey PRIMARY KEY (booking_id, span),
  constraint booking_claims_one_at_a_time EXCLUDE USING gist (span WITH &&),
  constraint booking_claims_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES bookings(id) ON DELETE CASCADE,
  constraint booking_claims_place_id_fkey FOREIGN KEY (place_id) REFERENCES agenda_places(id) ON DELETE CASCADE
);

CREATE INDEX booking_claims_begin_idx ON booking_claims USING btree (lower(span));
CREATE INDEX booking_claims_place_id_idx ON booking_claims USING btree (place_id);

create table left_bookings (
  booking_id uuid not null,
  kine_id uuid not null,
  patient_id uuid not null,
  asked_by booking_side not null,
  state booking_state not null,
  starts_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  is_carried boolean default false not null,
  constraint left_bookings_pkey PRIMARY KEY (booking_id, patient_id),
  constraint left_bookings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES agendas(kine_id) ON DELETE CASCADE,
  constraint left_bookings_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column left_bookings.is_carried is 'of an earlier account of the mailbox, and no data of this one';

CREATE INDEX left_bookings_kine_id_idx ON left_bookings USING btree (kine_id);
CREATE INDEX left_bookings_pair_idx ON left_bookings USING btree (patient_id, kine_id);

-- The minutes since 1970 from one time to another, on a seat (0 to 7) of the agenda `_no`.
CREATE OR REPLACE FUNCTION public.booking_span(_no integer, _seat integer, _from timestamp with time zone, _until timestamp with time zone) RETURNS int8range LANGUAGE sql IMMUTABLE RETURN int8range((((((_no)::bigint * 8) + _seat) << 26) + (floor((EXTRACT(epoch FROM _from) / (60)::numeric)))::bigint), (((((_no)::bigint * 8) + _seat) << 26) + (ceil((EXTRACT(epoch FROM _until) / (60)::numeric)))::bigint));

-- Whether what the two people of an application agreed on still holds. A suspension ends nothing by itself: it may be lifted in time.
CREATE OR REPLACE FUNCTION public.keeps_bookings(_match uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (EXISTS (SELECT FROM ((case_relations r JOIN profiles k ON ((k.id = r.kine_id))) JOIN profiles o ON ((o.id = r.patient_id))) WHERE ((r.match_id = keeps_bookings._match) AND r.is_live AND (o.health_withdrawn_at IS NULL) AND (k.approval_status = 'approved'::approval_status) AND (EXISTS (SELECT FROM user_roles WHERE ((user_roles.user_id = k.id) AND (user_roles.role = 'kine'::app_role)))) AND (EXISTS (SELECT FROM user_roles WHERE ((user_roles.user_id = o.id) AND (user_roles.role = 'patient'::app_role)))))));

-- Whether they may agree on bookings now.
CREATE OR REPLACE FUNCTION public.can_book(_match uuid) RETURNS boolean LANGUAGE sql STABLE RETURN (keeps_bookings(_match) AND (NOT (EXISTS (SELECT FROM ((matches m JOIN cases c ON ((c.id = m.case_id))) JOIN profiles p ON (((p.id = m.kine_id) OR (p.id = c.patient_id)))) WHERE ((m.id = can_book._match) AND (p.suspended_at IS NOT NULL))))));

CREATE OR REPLACE FUNCTION public.claim_time(_booking bookings, _from timestamp with time zone, _until timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $function$
declare
  the_no int;
  place agenda_places;
  taken int[];
  is_elsewhere boolean;
  the_seat int;
begin
  select no into the_no from agendas where kine_id = _booking.kine_id for no key update;
  select * into place from agenda_places where id = _booking.place_id;
  -- A claim lasts less than 360 minutes, two sessions of 180 that overlap: where it begins finds it, at a fifth of the cost of the constraint's index.
  select coalesce(array_agg(seat), '{}'), coalesce(bool_or(c.place_id <> place.id), false) into taken, is_elsewhere
    from generate_series(0, 5) seat cross join booking_span(the_no, seat, _from, _until) wanted
      join booking_claims c on lower(c.span) > lower(wanted) - 360 and lower(c.span) < upper(wanted) and upper(c.span) > lower(wanted);
  -- Nobody is at two places at once.
  if is_elsewhere then
    perform refuse('booking_claims_one_at_a_time', 'the specialist is somewhere else');
  end if;
  if place.modality <> 'consultorio' then
    insert into booking_claims select _booking.id, place.id, booking_span(the_no, seat, _from, _until) from generate_series(0, 5) seat;
    return;
  end if;
  select min(seat) into the_seat from generate_series(0, place.seats - 1) seat where seat <> all(taken);
  if the_seat is null then
    perform refuse('booking_claims_one_at_a_time', 'every seat is taken');
  end if;
  insert into booking_claims values (_booking.id, place.id, booking_span(the_no, the_seat, _from, _until));
end $function$;

-- As what a booking counts once it is gone: missed, left unmarked, or asked for within a day; null where it counts no more.
CREATE OR REPLACE FUNCTION public.left_state(_booking bookings) RETURNS booking_state LANGUAGE sql STABLE AS $function$
  select case
    when _booking.state = 'no_show' and _booking.disputed_at is null and _booking.starts_at > now() - interval '60 days' then 'no_show'
    when _booking.state = 'confirmed' and _booking.starts_at between now() - interval '7 days' and now() then 'confirmed'
    when _booking.created_at > now() - interval '24 hours' then 'withdrawn' end::booking_state
$function$;

-- Whether the time to dispute a session has not run out: of a noted one from when its patient was told, of another from its mark.
CREATE OR REPLACE FUNCTION public.may_dispute(_booking bookings) RETURNS boolean LANGUAGE sql STABLE AS $function$
  select case when _booking.source = 'noted' then coalesce(_booking.told_at, 'infinity')
  else coalesce(_booking.marked_at, _booking.starts_at + interval '7 days') end > now() - interval '7 days'
$function$;

-- moved_local: the wall time of `moved_to`, as `local_start` is of `starts_at`.
alter table bookings add column moved_local timestamp;
update bookings set moved_local = moved_to at time zone zone where moved_to is not null;

CREATE OR REPLACE FUNCTION public.bookings_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
  if new.disputed_at is distinct from old.disputed_at and coalesce(old.marked_at, old.starts_at + interval '7 days') <= now() - interval '7 days' then
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
  return new;
end $function$;

-- A booking keeps the notice that its agenda had when it was made. Those that are over are not asked any more.
alter table bookings add column notice_hours integer default 24 not null;
update bookings b set notice_hours = a.notice_hours from agendas a
  where a.kine_id = b.kine_id and b.state in ('requested', 'confirmed') and b.notice_hours <> a.notice_hours;

create or replace function public.bookings_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
    end course;
  end if;
  return new;
end $function$;

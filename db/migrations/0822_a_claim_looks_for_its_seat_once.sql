create or replace function claim_time(_booking bookings, _from timestamptz, _until timestamptz) returns void language plpgsql as $function$
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

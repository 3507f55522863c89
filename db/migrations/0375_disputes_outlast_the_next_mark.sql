-- A patient's "Sí fui" stays when the specialist marks the turno as held and then as missed again.
alter table bookings drop constraint bookings_disputed_no_shows,
  add constraint bookings_disputed_once_marked check (disputed_at is null or state in ('held', 'no_show')) not valid;

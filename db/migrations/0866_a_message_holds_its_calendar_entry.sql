-- Of two messages that wait with one time of a turno, only one tells the patient's calendar of it, at each of its attempts.
alter table bookings add column invited_by uuid;

-- invited_for: the time that the patient's calendar was last mailed to hold; null while it holds none. A cancellation is mailed to calendars that
-- hold the booking only.
alter table bookings add column invited_for timestamptz;

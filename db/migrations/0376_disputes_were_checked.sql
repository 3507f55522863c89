-- The constraint that 0375 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table bookings validate constraint bookings_disputed_once_marked;

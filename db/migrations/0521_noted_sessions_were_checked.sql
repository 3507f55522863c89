-- The constraints that 0520 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table bookings validate constraint bookings_noted_without_place, validate constraint bookings_noted_are_held;

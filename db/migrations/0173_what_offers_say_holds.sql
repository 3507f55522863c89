-- The constraints that 0172 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table matches validate constraint matches_offer;
alter table matches validate constraint matches_offer_has_its_time;
alter table matches validate constraint matches_offer_two_weeks;

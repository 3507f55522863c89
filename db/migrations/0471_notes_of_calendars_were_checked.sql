-- The constraint that 0470 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table deletions validate constraint deletions_kind;

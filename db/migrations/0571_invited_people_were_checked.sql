-- The constraints that 0570 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table auth.users validate constraint users_invited_by_fkey;
alter table auth.users validate constraint users_terms_come_with_the_password;
alter table auth.audit_events validate constraint audit_events_event;

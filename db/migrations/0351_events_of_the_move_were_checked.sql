-- The constraint that 0350 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table auth.audit_events validate constraint audit_events_event;

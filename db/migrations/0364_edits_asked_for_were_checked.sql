-- The constraints that 0363 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table auth.audit_events validate constraint audit_events_event;
alter table reviews validate constraint reviews_asked_to_edit_has_reason;
alter table reviews validate constraint reviews_asked_to_edit_for_check;

-- The constraints that 0432 added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table auth.audit_events validate constraint audit_events_event;
alter table reviews validate constraint reviews_hidden_by_fkey;
alter table review_replies validate constraint review_replies_hidden_by_fkey;

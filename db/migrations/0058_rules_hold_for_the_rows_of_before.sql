-- Constraints that were added "not valid", so that no table was read from end to end under a lock that keeps readers out.
alter table cases validate constraint cases_zone_side;
alter table reports validate constraint reports_licence_of_profile;
alter table deletions validate constraint deletions_kind;
alter table auth.audit_events validate constraint audit_events_event;

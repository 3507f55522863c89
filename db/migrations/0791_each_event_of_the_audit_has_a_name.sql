-- Apart from the change itself: this reads the whole table, and keeps nobody from writing meanwhile.
alter table auth.audit_events validate constraint audit_events_event;

-- Each statement alone
-- The cases and specialists of before 0116, while everybody goes on reading and writing.
call follow_what_was_there();
drop index concurrently if exists cases_offered_idx;
create index concurrently cases_offered_idx on cases (id desc) where status in ('open', 'matched') and dormant_at is null;
select count(run_level('request_level', id, random() * interval '1 day')) from kine_applications where status = 'pending';
select count(run_level('report_level', id, random() * interval '1 day')) from reports where decided_at is null;
alter table auth.audit_events validate constraint audit_events_event;

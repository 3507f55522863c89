-- Each statement alone
-- The cases and specialists of before 0070, while everybody goes on reading and writing: what changed meanwhile has its row.
insert into case_places select * from counted_cases on conflict do nothing;
insert into kine_places select * from counted_kines on conflict do nothing;
drop index concurrently if exists cases_offered_idx;
create index concurrently cases_offered_idx on cases (id desc) where status in ('open', 'matched') and dormant_at is null;
-- What is under way gets its job, spread over a day.
select count(run_level('case_level', id, random() * interval '1 day')) from cases where status <> 'closed';
select count(run_level('match_level', id, random() * interval '1 day')) from matches where status = 'proposed';
select count(run_level('request_level', id, random() * interval '1 day')) from kine_applications where status = 'pending';
select count(run_level('report_level', id, random() * interval '1 day')) from reports where decided_at is null;

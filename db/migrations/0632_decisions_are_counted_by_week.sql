-- Since when a licence waited that an admin decided about, without the licence: a later check of it waits from another moment.
create table licence_decisions (
  id uuid default uuid_v7() not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone default now() not null,
  constraint licence_decisions_pkey primary key (id)
);

-- What came into a queue of the admins in a week, and what they decided in it. A week of which another one is over stays as it was.
create table queue_weeks (
  queue text not null,
  week date not null,
  opened integer not null,
  decided integer not null,
  constraint queue_weeks_pkey primary key (queue, week),
  constraint queue_weeks_queue check (queue in ('requests', 'reports', 'licences', 'disputes')),
  constraint queue_weeks_week check (extract(isodow from week) = 1)
);

-- Counts the weeks from a Monday on.
create function count_queue_weeks(_from date) returns void language sql
begin atomic
  with all_of (queue, asked, decided) as (
    select 'requests', created_at, approved_at from kine_applications
    union all select 'reports', created_at, decided_at from reports
    union all select 'disputes', opened_at, decided_at from coverage_disputes
    union all select 'licences', asked_at, decided_at from licence_decisions
    union all select 'licences', greatest(l.recheck_at, l.checked_at, l.declared_at), null from licences l join profiles p on p.id = l.kine_id
      where l.recheck_at <= now() and p.approval_status = 'approved' and p.suspended_at is null
        and exists (select from user_roles r where r.user_id = l.kine_id and r.role = 'kine')
  ), weeks (queue, week, opened, decided) as (
    select queue, week_of(asked), 1, 0 from all_of union all select queue, week_of(decided), 0, 1 from all_of where decided is not null
  )
  insert into queue_weeks (queue, week, opened, decided)
    select queue, week, sum(opened), sum(decided) from weeks where week >= _from group by queue, week order by queue, week
    on conflict (queue, week) do update set opened = excluded.opened, decided = excluded.decided;
end;

-- Licences are counted from now on.
select count_queue_weeks(week_of(now() - interval '400 days'));
delete from queue_weeks where queue = 'licences' and week < week_of(now());

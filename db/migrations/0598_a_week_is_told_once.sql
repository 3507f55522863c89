-- The figures of a week, named by its Monday, as the weekly mail told them to the admins. They hold no names.
create table weekly_summaries (
  week date primary key,
  figures jsonb not null check (octet_length(figures::text) <= 8000),
  made_at timestamptz not null default now()
);

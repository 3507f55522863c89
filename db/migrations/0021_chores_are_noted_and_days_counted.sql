-- When what is done again and again was last done, and when it last failed, by whichever node or command. Of this installation and
-- not of its data: no backup holds it.
create table chores (
  name text primary key check (name in ('retention', 'backup')),
  done_at timestamptz,
  failed_at timestamptz
);

-- Counting the cases of a day reads its range of this index, and seldom the cases.
create index cases_created_at_idx on cases (created_at) include (accepted_kine_id);

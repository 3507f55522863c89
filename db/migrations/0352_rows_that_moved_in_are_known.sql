-- What was moved in from the system before: where each row is now, and what of it has no place here. It goes with its person. Rows that were merged lead
-- to the one that stays, so the new id is not unique.
create table moved_rows (
  kind text not null constraint moved_rows_kind check (kind in ('user', 'case', 'match', 'review', 'availability', 'application')),
  old_id text not null constraint moved_rows_old_id check (length(old_id) between 1 and 200),
  new_id uuid not null,
  is_merged boolean default false not null,
  person_id uuid constraint moved_rows_person_id_fkey references auth.users (id) on delete cascade,
  source_sha256 bytea not null constraint moved_rows_source_is_sha256 check (octet_length(source_sha256) = 32),
  "left" jsonb constraint moved_rows_left_is_object check (jsonb_typeof("left") = 'object'),
  constraint moved_rows_pkey primary key (kind, old_id)
);
create index moved_rows_person_id on moved_rows (person_id);
create index moved_rows_new_id on moved_rows (kind, new_id);
create index moved_rows_left on moved_rows (kind, new_id) where "left" is not null;

create table move_in (
  only_row boolean default true not null constraint move_in_pkey primary key constraint move_in_once check (only_row),
  source_sha256 bytea not null constraint move_in_source_is_sha256 check (octet_length(source_sha256) = 32),
  report_sha256 bytea not null constraint move_in_report_is_sha256 check (octet_length(report_sha256) = 32),
  loaded_at timestamp with time zone default now() not null
);

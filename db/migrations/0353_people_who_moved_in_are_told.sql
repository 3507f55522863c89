-- The mail that says that an account moved: sent by nodes, so many an hour, to each person once.
alter table moved_rows add told_at timestamp with time zone;
create index moved_rows_untold on moved_rows (new_id) where kind = 'user' and not is_merged and told_at is null;
alter table move_in
  add tell_per_hour integer constraint move_in_tell_per_hour check (tell_per_hour between 1 and 100000),
  add told_at timestamp with time zone;

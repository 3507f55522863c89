-- Each statement alone
-- Everybody who was a specialist before 0130, in batches, so that nobody waits for a row for long.

insert into directory (kine_id) select user_id from user_roles where role = 'kine' on conflict do nothing;
do $$ begin loop exit when directory_age(500) = 0; commit; end loop; end $$;
analyze directory;

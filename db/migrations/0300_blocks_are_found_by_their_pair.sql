-- Each statement alone
create index concurrently if not exists blocks_of_a_pair on blocks (least(blocker_id, blocked_id), greatest(blocker_id, blocked_id));

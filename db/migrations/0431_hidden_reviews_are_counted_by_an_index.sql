-- Each statement alone
create index concurrently if not exists reviews_hidden_idx on reviews (kine_id) where hidden_at is not null and not is_waiting;

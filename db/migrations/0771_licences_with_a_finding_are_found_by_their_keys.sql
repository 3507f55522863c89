-- Each statement alone
create index concurrently if not exists licences_past_keys_idx on licences using gin (licence_keys(number))
  where state <> 'withdrawn' or checked_at is not null or found_false_at is not null;
drop index concurrently if exists licences_keys_idx;

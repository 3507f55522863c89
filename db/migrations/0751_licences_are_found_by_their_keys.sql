-- Each statement alone
create index concurrently if not exists licences_keys_idx on licences using gin (licence_keys(number)) where state <> 'withdrawn';

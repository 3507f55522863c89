-- Each statement alone
create unique index concurrently if not exists licences_value_key on licences (value_number, value_kind, value_place) nulls not distinct
  where is_first and contested_at is null;
create index concurrently if not exists licences_value_number_idx on licences (value_number) where state <> 'withdrawn';

-- Each statement alone
create index concurrently if not exists licences_keys_idx on licences using gin (licence_keys(number))
  where state <> 'withdrawn' or checked_at is not null;
create index concurrently if not exists kine_applications_keys_idx on kine_applications using gin (licence_keys(license_number))
  where status <> 'approved' and license_number is not null;
drop index concurrently if exists kine_applications_value_number_idx;

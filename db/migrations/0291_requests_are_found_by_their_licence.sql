-- Each statement alone
create index concurrently if not exists kine_applications_value_number_idx on kine_applications (licence_value_number(license_number))
  where status = 'pending' and license_number is not null;

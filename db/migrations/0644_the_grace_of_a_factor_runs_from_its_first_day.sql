-- Since when a setting is not its default: changing it again does not move this. The days of `admin_factor_days` run from here, or an admin who owes a second
-- factor would begin them anew.
alter table settings add column since timestamp with time zone default clock_timestamp() not null;
update settings set since = changed_at;

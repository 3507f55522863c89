-- When a setting left its default. Later changes do not move this time: the grace of `admin_factor_days` counts from it, and would start again for an admin who
-- owes a second factor.
alter table settings add column since timestamp with time zone default clock_timestamp() not null;
update settings set since = changed_at;

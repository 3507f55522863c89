-- The last rejection of an account's admission, encrypted as the reports of departures are.
alter table departures add column sealed bytea;

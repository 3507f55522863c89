-- Whom intruders admitted waits for an admission again, and is picked by nobody meanwhile, as a suspended specialist.
create or replace function is_kine_away(_kine uuid) returns boolean language sql stable return (
  exists (select from profiles where id = _kine and (suspended_at is not null or approval_status <> 'approved' or 'kine' = any (ended_roles)))
);

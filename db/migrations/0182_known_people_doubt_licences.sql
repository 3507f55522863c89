-- Whether a report of a false licence by this person acts before an admin reads it: their address is confirmed, and they are approved.
create function doubts_at_once(_reporter uuid) returns boolean
  language sql stable
  return exists (select from profiles p join auth.users u on u.id = p.id
    where p.id = _reporter and p.approval_status = 'approved' and u.email_confirmed_at is not null);

create or replace function false_licences_are_doubted() returns trigger
  language plpgsql as $$
begin
  update licences set state = 'doubtful'
    where kine_id = new.profile_id and state in ('declared', 'verified') and doubts_at_once(new.reporter_id);
  return null;
end $$;

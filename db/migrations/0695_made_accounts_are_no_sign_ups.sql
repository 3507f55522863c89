-- Notes who signed up since: people whom an admin made or invited and rows that moved in did not. Those with both roles are specialists.
create or replace function note_signups(_since timestamp with time zone) returns void language sql
begin atomic
  insert into signup_steps (user_id, role, signed_up_at)
    select p.id, max(r.role), p.created_at from profiles p join user_roles r on r.user_id = p.id and r.role <> 'admin'
      join auth.users u on u.id = p.id
    where p.created_at >= _since and u.invited_by is null and not exists (select from moved_rows m where m.person_id = p.id and m.kind = 'user')
      and not exists (select from auth.audit_events e where e.subject = u.audit_id and e.event = 'account_created_by_admin')
    group by p.id order by p.id
    on conflict do nothing;
end;

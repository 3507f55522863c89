-- An admin reads everybody's data. The role goes to a person who has proven that they read the mailbox of their account: an account can be
-- opened with anybody's address. Who is an admin already keeps the role.
create or replace function assign_role(_user_id uuid, _role app_role) returns void language plpgsql as $function$
begin
  lock table user_roles in share row exclusive mode;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin assigns roles');
  end if;
  if _role = 'admin' and exists (select from profiles where id = _user_id and approval_status <> 'approved') then
    perform refuse('admins_are_approved', 'an admin is an approved person');
  end if;
  if _role = 'admin' and (select email_confirmed_at is null from auth.users where id = _user_id)
    and not exists (select from user_roles where user_id = _user_id and role = 'admin') then
    perform refuse('admins_confirmed_their_address', 'an admin has confirmed their address');
  end if;
  if _role <> 'admin' and has_role(_user_id, 'admin')
    and not exists (select from user_roles where role = 'admin' and user_id <> _user_id and has_role(user_id, 'admin')) then
    perform refuse('last_admin_stays', 'the last admin keeps the role');
  end if;
  delete from user_roles where user_id = _user_id and role <> _role;
  if _role = 'kine' and not exists (select from user_roles where user_id = _user_id and role = 'kine')
    and not exists (select from kine_applications where profile_id = _user_id and status = 'approved') then
    update profiles set publish_asked_at = now() where id = _user_id;
  end if;
  insert into user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
end $function$;

-- Who administers for less than 72 hours decides nothing about who did before, and a role or an account that one admin takes from another comes back by a link.
-- Who is an admin today administers for long enough.
update user_roles set given_at = given_at - interval '72 hours' where role = 'admin' and given_at > now() - interval '72 hours';

alter table auth.undo_links add column admin_since timestamptz, add column taken_by uuid;
comment on column auth.undo_links.admin_since is 'since when the person administered whom the link makes an admin again';
comment on column auth.undo_links.taken_by is 'the admin who took the role or suspended the account';
alter table auth.undo_links drop constraint undo_links_kind, drop constraint undo_links_name_what_they_undo;
alter table auth.undo_links
  add constraint undo_links_kind check (kind = any (array['address', 'factor', 'passkey', 'identity', 'admin'])),
  add constraint undo_links_name_what_they_undo check ((kind = 'address') = (email is not null)
    and (kind in ('address', 'admin')) = (way_id is null) and (kind = 'admin') = (admin_since is not null));

-- Whether an admin may decide about an account: a new one decides nothing about who administered before, nor about whom a link makes an admin again.
create function may_decide_about(_admin uuid, _user uuid) returns boolean language sql stable
return not exists (
  select from user_roles own where own.user_id = _admin and own.role = 'admin' and own.given_at > now() - interval '72 hours' and (
    exists (select from user_roles r where r.user_id = _user and r.role = 'admin' and r.given_at < own.given_at)
    or exists (select from auth.undo_links l where l.user_id = _user and l.admin_since < own.given_at and l.expires_at > now())));

create or replace function assign_role(_user_id uuid, _role app_role) returns void language plpgsql as $function$
begin
  lock table user_roles in share row exclusive mode;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin assigns roles');
  end if;
  if not may_decide_about(viewer_id(), _user_id) then
    perform refuse('new_admins_wait', 'a new admin decides nothing about an earlier one');
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

create or replace function suspensions_by_admins() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' then
    -- Their people may leave; for the rest, a suspension only ends.
    if (new.id, new.user_id, new.reason, new.suspended_at) is distinct from (old.id, old.user_id, old.reason, old.suspended_at)
      or (new.suspended_by is distinct from old.suspended_by and new.suspended_by is not null)
      or (old.restored_at is not null and (new.restored_at, new.restored_reason) is distinct from (old.restored_at, old.restored_reason)) then
      perform refuse('suspensions_stay_as_written', 'a suspension only ends, once');
    end if;
    if old.restored_at is not null or new.restored_at is null then
      return new;
    end if;
    -- By the link of who administered, which no viewer needs to follow.
    if current_setting('kinexo.restoring', true) = new.user_id::text then
      return new;
    end if;
  elsif new.restored_at is not null then
    perform refuse('suspensions_stay_as_written', 'a suspension starts before it ends');
  end if;
  if viewer_id() = new.user_id then
    perform refuse('nobody_suspends_themselves', 'nobody decides over their own account');
  end if;
  if exists (select from user_roles where user_id = new.user_id and role = 'admin') then
    -- As a change of roles does: two admins cannot suspend each other at once.
    lock table user_roles in share row exclusive mode;
  end if;
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin suspends and restores');
  end if;
  if not may_decide_about(viewer_id(), new.user_id) then
    perform refuse('new_admins_wait', 'a new admin decides nothing about an earlier one');
  end if;
  return new;
end $function$;

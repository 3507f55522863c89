-- Each statement alone
-- Of the names of 0055, while everybody goes on reading and writing.

-- A role that got its key meanwhile is left as it is.
update user_roles r set name_key = name_key(p.name) from profiles p where p.id = r.user_id and r.name_key = '';
drop index concurrently if exists user_roles_role_name_idx;
create index concurrently user_roles_role_name_idx on user_roles (role, name_key, user_id);
drop index concurrently if exists profiles_name_idx;
create index concurrently profiles_name_idx on profiles ((name_key(name) collate "C"), id);
drop index concurrently if exists profiles_approval_status_name_idx;
create index concurrently profiles_approval_status_name_idx on profiles (approval_status, (name_key(name) collate "C"), id);

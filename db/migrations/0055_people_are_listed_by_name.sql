-- Lists of people are ordered by name too. Each order needs an index that begins with the list's filter, and a role is in another
-- table than the name: so each role carries the key by which its person is ordered. Triggers keep it, for the version before too.

create function name_key(_name text) returns text
  language sql immutable parallel safe
  return lower(translate(_name, 'ÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇáàâäãéèêëíìîïóòôöõúùûüñç', 'AAAAAEEEEIIIIOOOOOUUUUNCaaaaaeeeeiiiiooooouuuunc'));

-- A change of the key alone is no change of a role.
drop trigger user_roles_are_told on user_roles;
create trigger user_roles_are_told after insert or delete or update of user_id, role on user_roles
  for each row execute function roles_are_told();
drop trigger kine_roles_wait_for_a_check on user_roles;
create trigger kine_roles_wait_for_a_check after insert or delete or update of user_id, role on user_roles
  for each row execute function kine_roles_wait_for_a_check();

alter table user_roles add column name_key text collate "C" not null default '';
comment on column user_roles.name_key is 'the name of its person, as lists order it; kept by triggers';

create function roles_carry_the_name() returns trigger
  language plpgsql as $$
begin
  new.name_key := coalesce((select name_key(name) from profiles where id = new.user_id), '');
  return new;
end $$;
create trigger roles_carry_the_name before insert on user_roles
  for each row execute function roles_carry_the_name();

create function names_reach_the_roles() returns trigger
  language plpgsql as $$
begin
  update user_roles set name_key = name_key(new.name) where user_id = new.id;
  return null;
end $$;
create trigger names_reach_the_roles after update of name on profiles
  for each row when (name_key(new.name) is distinct from name_key(old.name))
  execute function names_reach_the_roles();

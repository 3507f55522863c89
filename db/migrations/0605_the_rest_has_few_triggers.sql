select merge_triggers('blocks', 'blocks_take_effect', 'blocks_are_noted', 'blocks_are_told', 'blocks_keep_the_title');
select merge_triggers('consents', 'consents_keep_their_course', 'consents_follow_their_text', 'consents_stay');
select merge_triggers('consents', 'consents_take_effect', 'consents_take_effect', 'withdrawals_are_noted', 'withdrawn_consents_take_coverages');
select merge_triggers('notification_settings', 'tombstone_ended_mails', 'ended_mails_are_noted', 'ended_mails_changed_are_noted');
drop function merge_triggers(regclass, text, text[]);

-- A row of this table never goes, and none is written but by the chain: a statement that would is refused as such.
drop trigger audit_head_is_not_emptied on auth.audit_head;
drop trigger audit_head_stays on auth.audit_head;
create trigger audit_head_stays before delete or update or truncate on auth.audit_head for each statement execute function auth.audit_chain_stays();
alter table auth.audit_head enable always trigger audit_head_stays;

drop trigger profile_changes_raise_the_version on profile_changes;
drop trigger profile_changes_of_kines on profile_changes;
drop function raise_profile_version();
drop function profile_changes_of_kines();
create function profile_changes_keep_their_course() returns trigger language plpgsql as $function$
begin
  -- A form that was opened before shows other values: it is out of date.
  update profiles set version = version + 1 where id = coalesce(new.kine_id, old.kine_id);
  if tg_op = 'DELETE' then
    return old;
  end if;
  if not exists (
    select from user_roles r join profiles p on p.id = r.user_id
    where r.user_id = new.kine_id and r.role = 'kine' and p.approval_status = 'approved'
  ) then
    perform refuse('profile_changes_of_kines', 'only an approved specialist has a change to review');
  end if;
  if new.rejected_at is not null and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin rejects a change');
  end if;
  return new;
end $function$;
create trigger profile_changes_keep_their_course before insert or update or delete on profile_changes
  for each row execute function profile_changes_keep_their_course();

-- A profile that begins has no role yet, and one that goes takes its row of the directory along.
drop trigger directory_follows_insert on profiles;
drop trigger directory_follows_delete on profiles;
-- Where rows change one at a time, one trigger does for the three that a statement needs.
create function directory_follows_row() returns trigger language plpgsql as $function$
declare
  kines uuid[] := array[(to_jsonb(old) ->> tg_argv[0])::uuid, (to_jsonb(new) ->> tg_argv[0])::uuid];
begin
  if exists (select from directory where kine_id = any (kines)) or exists (select from user_roles where user_id = any (kines) and role = 'kine') then
    perform directory_follow(kines);
  end if;
  return null;
end $function$;
drop trigger directory_follows_insert on user_roles;
drop trigger directory_follows_update on user_roles;
drop trigger directory_follows_delete on user_roles;
drop trigger directory_follows_insert on licences;
drop trigger directory_follows_update on licences;
drop trigger directory_follows_delete on licences;
drop trigger directory_follows_insert on reviews;
drop trigger directory_follows_update on reviews;
drop trigger directory_follows_delete on reviews;
drop trigger directory_follows_insert on kine_prices;
drop trigger directory_follows_update on kine_prices;
drop trigger directory_follows_delete on kine_prices;
create trigger directory_follows after insert or update or delete on user_roles for each row execute function directory_follows_row('user_id');
create trigger directory_follows after insert or update or delete on licences for each row execute function directory_follows_row('kine_id');
create trigger directory_follows after insert or update or delete on reviews for each row execute function directory_follows_row('kine_id');
create trigger directory_follows after insert or update or delete on kine_prices for each row execute function directory_follows_row('kine_id');

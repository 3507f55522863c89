-- The open screens of both were told of each case of the two: a specialist who blocked the patient of one case heard which others, whose patient
-- is withheld, are the same person's.
create or replace function blocks_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<tombstone_blocks>>
  declare
    state constant text[] := array['blocked', 'unblocked'];
  begin
    if tg_op = 'INSERT' then
      perform note_state('blocked', state, concat_ws(' ', new.blocker_id, new.blocked_id, new.case_id));
    -- With an account its blocks go without a note of their own.
    elsif (select count(*) from profiles where id in (old.blocker_id, old.blocked_id)) = 2 then
      perform note_state('unblocked', state, concat_ws(' ', old.blocker_id, old.blocked_id, old.case_id));
    end if;
  end tombstone_blocks;
  <<publish_blocks>>
  declare
    block blocks := coalesce(new, old);
  begin
    -- Where it acts, as blocked_cases says; a block that is taken back is no row of that view any more.
    perform publish_live_event(m.kine_id::text, 'application', m.case_id), publish_live_event(c.patient_id::text, 'case', m.case_id)
      from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id
      where (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id and (block.case_id is null or block.case_id = c.id))
        or (m.kine_id = block.blocker_id and c.patient_id = block.blocked_id and (block.case_id = c.id or block.case_id is null
          and (m.status = 'accepted' or c.identity_access = 'verified' and is_licence_current(k.license_checked_at))));
  end publish_blocks;
  if tg_op = 'INSERT' then
    <<blocks_take_invitations_back>>
    begin
      update case_alerts a set voided_at = now() from cases c where c.id = a.case_id and a.is_invitation
        and c.patient_id = new.blocker_id and a.kine_id = new.blocked_id and (new.case_id is null or new.case_id = c.id);
    end blocks_take_invitations_back;
  end if;
  <<blocks_keep_the_title>>
  declare
    block blocks := coalesce(new, old);
  begin
    update matches m set title_then = case when tg_op = 'INSERT' then coalesce(m.title_then, c.title) end from cases c
      where c.id = m.case_id and m.status <> 'rejected'
        and ((m.kine_id = block.blocker_id and c.patient_id = block.blocked_id) or (m.kine_id = block.blocked_id and c.patient_id = block.blocker_id))
        and (m.title_then is null) = is_case_blocked(m.case_id, m.kine_id);
  end blocks_keep_the_title;
  return null;
end $function$;

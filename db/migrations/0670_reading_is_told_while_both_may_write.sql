-- Once a conversation is over, its other side hears no more when it is read: a blocked specialist saw in the second that the patient looked.
-- The marks do not change; fewer people are notified of them.
create or replace function mark_read(_match uuid, _viewer uuid, _up_to uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
declare
  the_case uuid;
  reader uuid;
  last_read uuid;
begin
  -- Who writes holds the case: what is counted below is all that there is.
  select c.id, case when c.patient_id = _viewer then m.kine_id else c.patient_id end into the_case, reader
    from matches m join cases c on c.id = m.case_id where m.id = _match and _viewer in (m.kine_id, c.patient_id)
    for no key update of c;
  if not found or conversation_state(_match, _viewer) is null then
    return false;
  end if;
  select id into last_read from messages where match_id = _match and author_id <> _viewer and id <= _up_to order by id desc limit 1;
  if last_read is null then
    return true;
  end if;
  insert into read_marks as r (match_id, user_id, read_id, read_at, unread)
    values (_match, _viewer, last_read, now(),
      (select count(*) from messages where match_id = _match and author_id <> _viewer and id > last_read))
    on conflict (match_id, user_id) do update set read_id = excluded.read_id, read_at = excluded.read_at, unread = excluded.unread
      where r.read_id is null or r.read_id < excluded.read_id;
  if found then
    perform publish_live_event(_viewer::text, 'message', the_case);
    if conversation_state(_match, reader) = 'open' and not exists (select from read_receipts_off where user_id in (_viewer, reader)) then
      perform publish_live_event(reader::text, 'message', the_case);
    end if;
  end if;
  update notifications set seen_at = now() where id in (select id from notifications
    where user_id = _viewer and match_id = _match and kind in ('message_received', 'message_received_kine')
      and seen_at is null and done_at is null order by id for no key update)
    and not exists (select from read_marks where match_id = _match and user_id = _viewer and unread > 0);
  return true;
end $function$;

-- A conversation is an application: its own message is the first, and both sides write on until it is over.

-- How a conversation is for one of its two people now: 'open', 'read_only', or null when it is out of their sight.
create function conversation_state(_match uuid, _viewer uuid) returns text
  language plpgsql stable as $$
declare
  r record;
begin
  select m.status, m.kine_id, m.decided_at, m.created_at, c.patient_id, c.status as case_status, c.closed_at, k.suspended_at as kine_suspended,
      p.suspended_at as patient_suspended, p.health_withdrawn_at into r
    from matches m join cases c on c.id = m.case_id join profiles k on k.id = m.kine_id join profiles p on p.id = c.patient_id
    where m.id = _match;
  if not found then
    return null;
  end if;
  if _viewer = r.patient_id then
    if not has_role(_viewer, 'patient') or (r.status = 'proposed' and r.kine_suspended is not null) then
      return null;
    end if;
  elsif _viewer = r.kine_id then
    if not has_role(_viewer, 'kine') or (r.status <> 'accepted' and r.health_withdrawn_at is not null) then
      return null;
    end if;
  else
    return null;
  end if;
  if r.status = 'rejected' then
    return case when coalesce(r.decided_at, r.created_at) > now() - interval '30 days' then 'read_only' end;
  end if;
  -- Its messages are gone by then.
  if r.case_status = 'closed'
    and r.closed_at < now() - (case when r.status = 'accepted' then interval '12 months' else interval '90 days' end) then
    return null;
  end if;
  if (r.status = 'proposed' and r.case_status = 'closed') or not has_role(r.kine_id, 'kine') or r.patient_suspended is not null
    or are_blocked(r.patient_id, r.kine_id) then
    return 'read_only';
  end if;
  return 'open';
end $$;

create table messages (
  id uuid primary key default uuid_v7(),
  match_id uuid not null references matches on delete cascade,
  author_id uuid not null,
  body text constraint messages_body check (char_length(btrim(body)) >= 1 and char_length(body) <= 2000),
  -- What the other side reads until the acceptance; null where nothing is hidden from them.
  masked text constraint messages_masked check (char_length(masked) <= 8000),
  file_path text constraint messages_file_path check (file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[\w-]+\.[a-z]{3}$'),
  created_at timestamptz not null default clock_timestamp(),
  constraint messages_are_words_or_a_file check (num_nonnulls(body, file_path) = 1),
  constraint messages_mask_words check (masked is null or body is not null)
);
create index messages_match_id_idx on messages (match_id, id desc);
create index messages_author_id_idx on messages (author_id, id desc);
create index messages_author_id_files_idx on messages (author_id, id) where file_path is not null;
create unique index messages_file_path_key on messages (file_path) where file_path is not null;

-- What each person has read of a conversation, and how many messages of the other side they have not.
create table read_marks (
  match_id uuid not null references matches on delete cascade,
  user_id uuid not null,
  read_id uuid,
  read_at timestamptz,
  unread integer not null default 0 constraint read_marks_unread check (unread >= 0),
  primary key (match_id, user_id)
);
create index read_marks_user_id_idx on read_marks (user_id, unread);
comment on column read_marks.read_id is 'the newest message of the other side that was read; it may be gone';

-- How many files somebody sent within a day, of those that are still there.
create function files_today(_author uuid) returns bigint
  language sql stable
  return (select count(*) from messages
    where author_id = _author and file_path is not null and id > uuid_at(now() - interval '1 day'));

create function messages_keep_their_course() returns trigger
  language plpgsql as $$
declare
  the_patient uuid;
  state text;
  counted integer;
begin
  if tg_op = 'UPDATE' then
    perform refuse('messages_stay_as_written', 'a message stays as it was written');
  end if;
  -- One after the other of each author, so that the limits hold; then of each case, before anything else is locked, as a deletion does.
  perform pg_advisory_xact_lock(hashtextextended('message ' || new.author_id, 0));
  select c.patient_id into the_patient from matches m join cases c on c.id = m.case_id where m.id = new.match_id
    and new.author_id in (m.kine_id, c.patient_id) for no key update of c;
  state := conversation_state(new.match_id, new.author_id);
  if state is null then
    perform refuse('messages_of_their_people', 'only the two people of an application write to each other');
  elsif state <> 'open' then
    perform refuse('messages_while_open', 'nothing is written to a conversation that is over');
  end if;
  if new.author_id = the_patient and exists (select from profiles
    where id = the_patient and health_consent is distinct from current_consent('health_data')) then
    perform refuse('messages_need_consent', 'what patients write is kept with their consent');
  end if;
  -- After the wait: the messages of a conversation are in the order in which they were written.
  new.id := uuid_v7();
  new.created_at := clock_timestamp();
  if (select count(*) from messages where author_id = new.author_id and id > uuid_at(clock_timestamp() - interval '1 minute')) >= 30 then
    perform refuse('messages_at_most_30_a_minute', 'somebody writes thirty messages a minute at most');
  end if;
  if new.file_path is not null and files_today(new.author_id) >= 20 then
    perform refuse('messages_20_files_a_day', 'a specialist sends twenty files a day at most');
  end if;
  if new.author_id <> the_patient and not exists (select from messages where match_id = new.match_id) then
    select count(*) into counted from conversations_begun
      where kine_id = new.author_id and at > clock_timestamp() - interval '1 day';
    if counted >= 10 then
      perform refuse('messages_open_ten_a_day', 'a specialist begins ten conversations a day at most');
    end if;
    insert into conversations_begun (kine_id) values (new.author_id);
  end if;
  return new;
end $$;
create trigger messages_keep_their_course before insert or update on messages
  for each row execute function messages_keep_their_course();

-- A message makes itself known to both: to its reader as unread and by a notification, to other windows of its author.
create function messages_are_told() returns trigger
  language plpgsql as $$
declare
  the_case uuid;
  reader uuid;
  is_patient boolean;
begin
  select c.id, case when c.patient_id = new.author_id then m.kine_id else c.patient_id end, c.patient_id <> new.author_id
    into the_case, reader, is_patient from matches m join cases c on c.id = m.case_id where m.id = new.match_id;
  insert into read_marks as r (match_id, user_id, unread) values (new.match_id, reader, 1)
    on conflict (match_id, user_id) do update set unread = r.unread + 1;
  perform tell(reader::text, 'message', the_case);
  perform tell(new.author_id::text, 'message', the_case);
  perform notify_person(reader, case when is_patient then 'message_received' else 'message_received_kine' end, the_case, new.match_id);
  return null;
end $$;
create trigger messages_are_told after insert on messages
  for each row execute function messages_are_told();

-- Marks the messages of the other side as read, up to one of them; false when the conversation is out of sight.
create function mark_read(_match uuid, _viewer uuid, _up_to uuid) returns boolean
  language plpgsql as $$
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
    perform tell(_viewer::text, 'message', the_case);
    if not exists (select from read_receipts_off where user_id in (_viewer, reader)) then
      perform tell(reader::text, 'message', the_case);
    end if;
  end if;
  update notifications set seen_at = now() where id in (select id from notifications
    where user_id = _viewer and match_id = _match and kind in ('message_received', 'message_received_kine')
      and seen_at is null and done_at is null order by id for no key update)
    and not exists (select from read_marks where match_id = _match and user_id = _viewer and unread > 0);
  return true;
end $$;

-- A file goes with its message.
create function message_files_are_dropped() returns trigger
  language plpgsql as $$
begin
  insert into dropped_studies (path) values (old.file_path) on conflict do nothing;
  return null;
end $$;
create trigger message_files_are_dropped after delete on messages
  for each row when (old.file_path is not null) execute function message_files_are_dropped();

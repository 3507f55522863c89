-- When a specialist wrote the first message of a conversation: it outlives the conversation, which they can withdraw.
create table conversations_begun (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint conversations_begun_pkey PRIMARY KEY (id),
  constraint conversations_begun_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX conversations_begun_kine_id_idx ON conversations_begun USING btree (kine_id, at);

create table messages (
  id uuid default uuid_v7() not null,
  match_id uuid not null,
  author_id uuid not null,
  body text,
  masked text,
  file_path text,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_are_words_or_a_file CHECK (num_nonnulls(body, file_path) = 1),
  constraint messages_body CHECK (char_length(btrim(body)) >= 1 AND char_length(body) <= 2000),
  constraint messages_file_path CHECK (file_path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}/[\w-]+\.[a-z]{3}$'::text),
  constraint messages_mask_words CHECK (masked IS NULL OR body IS NOT NULL),
  constraint messages_masked CHECK (char_length(masked) <= 8000),
  constraint messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint messages_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE
);

CREATE INDEX messages_author_id_files_idx ON messages USING btree (author_id, id) WHERE file_path IS NOT NULL;
CREATE INDEX messages_author_id_idx ON messages USING btree (author_id, id DESC);
CREATE UNIQUE INDEX messages_file_path_key ON messages USING btree (file_path) WHERE file_path IS NOT NULL;
CREATE INDEX messages_match_id_idx ON messages USING btree (match_id, id DESC);

-- A file goes with its message.
CREATE OR REPLACE FUNCTION public.message_files_are_dropped() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  insert into dropped_studies (path) values (old.file_path) on conflict do nothing;
  return null;
end $function$;

CREATE TRIGGER message_files_are_dropped AFTER DELETE ON messages FOR EACH ROW WHEN (old.file_path IS NOT NULL) EXECUTE FUNCTION message_files_are_dropped();

CREATE OR REPLACE FUNCTION public.messages_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE TRIGGER messages_keep_their_course BEFORE INSERT OR UPDATE ON messages FOR EACH ROW EXECUTE FUNCTION messages_keep_their_course();

-- What each person has read of a conversation, and how many messages of the other side they have not.
create table read_marks (
  match_id uuid not null,
  user_id uuid not null,
  read_id uuid,
  read_at timestamp with time zone,
  unread integer default 0 not null,
  constraint read_marks_pkey PRIMARY KEY (match_id, user_id),
  constraint read_marks_unread CHECK (unread >= 0),
  constraint read_marks_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(id) ON DELETE CASCADE,
  constraint read_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column read_marks.read_id is 'the newest message of the other side that was read; it may be gone';

CREATE INDEX read_marks_user_id_idx ON read_marks USING btree (user_id, unread);

-- Who neither shows what they read, nor sees what others read of theirs.
create table read_receipts_off (
  user_id uuid not null,
  since timestamp with time zone default now() not null,
  constraint read_receipts_off_pkey PRIMARY KEY (user_id),
  constraint read_receipts_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE OR REPLACE FUNCTION public.tombstone_hidden_reading() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  state constant text[] := array['reading_hidden', 'reading_shown'];
begin
  if tg_op = 'INSERT' then
    perform note_state('reading_hidden', state, new.user_id::text);
  elsif exists (select from profiles where id = old.user_id) then
    perform note_state('reading_shown', state, old.user_id::text);
  end if;
  return null;
end $function$;

CREATE TRIGGER tombstone_hidden_reading AFTER INSERT OR DELETE ON read_receipts_off FOR EACH ROW EXECUTE FUNCTION tombstone_hidden_reading();

-- What somebody was sent and its author took back: its recipient reports it as long as a rejection leaves a conversation to be read.
create table withdrawn_words (
  id uuid not null,
  is_application boolean not null,
  is_of_kine boolean not null,
  author_id uuid not null,
  recipient_id uuid not null,
  case_id uuid not null,
  body text not null,
  masked text,
  said_at timestamp with time zone not null,
  kept_until timestamp with time zone not null,
  constraint withdrawn_words_pkey PRIMARY KEY (id),
  constraint withdrawn_words_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint withdrawn_words_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column withdrawn_words.id is 'that of the message, or of the application that said it';

CREATE INDEX withdrawn_words_author_id_idx ON withdrawn_words USING btree (author_id);
CREATE INDEX withdrawn_words_kept_until_idx ON withdrawn_words USING btree (kept_until);
CREATE INDEX withdrawn_words_recipient_id_idx ON withdrawn_words USING btree (recipient_id, id DESC);

-- How a conversation is for one of its two people now: 'open', 'read_only', or null when it is out of their sight.
CREATE OR REPLACE FUNCTION public.conversation_state(_match uuid, _viewer uuid) RETURNS text LANGUAGE plpgsql STABLE AS $function$
declare
  r record;
begin
  select m.case_id, m.status, m.kine_id, m.decided_at, m.created_at, c.patient_id, c.status as case_status, c.closed_at, k.suspended_at as kine_suspended,
      p.health_withdrawn_at into r
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
  if (r.status = 'proposed' and r.case_status = 'closed') or not has_role(r.kine_id, 'kine') or not has_role(r.patient_id, 'patient')
    or is_case_blocked(r.case_id, r.kine_id) then
    return 'read_only';
  end if;
  return 'open';
end $function$;

-- How many files somebody sent within a day, of those that are still there.
CREATE OR REPLACE FUNCTION public.files_today(_author uuid) RETURNS bigint LANGUAGE sql STABLE RETURN (SELECT count(*) AS count FROM messages WHERE ((messages.author_id = files_today._author) AND (messages.file_path IS NOT NULL) AND (messages.id > uuid_at((now() - '1 day'::interval)))));

-- Keeps what the two people of an application wrote to each other and may still read. What a patient wrote goes with their consent.
CREATE OR REPLACE FUNCTION public.keep_words(_match uuid) RETURNS void LANGUAGE sql AS $function$
  insert into withdrawn_words (id, is_application, is_of_kine, author_id, recipient_id, case_id, body, masked, said_at, kept_until)
    select w.id, w.is_application, w.author_id = m.kine_id, w.author_id, o.id, m.case_id, w.body, w.masked, w.at,
        case when m.status = 'rejected' then coalesce(m.decided_at, m.created_at) else now() end + interval '30 days'
      from matches m join cases c on c.id = m.case_id join profiles p on p.id = c.patient_id
        cross join lateral (select m.id, true as is_application, m.kine_id as author_id,
            nullif(concat_ws(E'\n', m.message, m.offer ->> 'place'), '') as body, null::text as masked, m.created_at as at
          union all select g.id, false, g.author_id, g.body, g.masked, g.created_at from messages g where g.match_id = m.id) w
        cross join lateral (select case when w.author_id = m.kine_id then c.patient_id else m.kine_id end as id) o
      where m.id = _match and w.body is not null and (w.author_id = m.kine_id or p.health_withdrawn_at is null)
        and conversation_state(m.id, o.id) is not null
    on conflict do nothing
$function$;

-- Marks the messages of the other side as read, up to one of them; false when the conversation is out of sight.
CREATE OR REPLACE FUNCTION public.mark_read(_match uuid, _viewer uuid, _up_to uuid) RETURNS boolean LANGUAGE plpgsql AS $function$
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

-- Messages can be reported, and the program itself reports who gives contact data away again and again.

-- A report of a message keeps what was said, by whom, and in which case: it outlives the message, whose author can withdraw the application.
alter table reports add column message_id uuid, add column said text, add column said_by uuid, add column said_in uuid,
  add constraint reports_say_by_whom check (num_nonnulls(message_id, said_by, said_in) in (0, 3)),
  add constraint reports_say_what_was_written check (said is null or message_id is not null or reporter_id is null);
create index reports_message_id_idx on reports (message_id) where message_id is not null;
create index reports_said_by_idx on reports (said_by) where said_by is not null;
create index reports_said_in_idx on reports (said_in) where said_in is not null;
-- Without a reporter the program itself noticed something.
alter table reports alter column reporter_id drop not null;
alter table reports drop constraint reports_of_one_thing, drop column subject_id;
alter table reports
  add column subject_id uuid not null generated always as (coalesce(profile_id, case_id, match_id, review_id, message_id)) stored,
  add constraint reports_of_one_thing check (num_nonnulls(profile_id, case_id, match_id, review_id, message_id) = 1),
  add constraint reports_reporter_id_subject_id_key unique (reporter_id, subject_id);
create index reports_open_subject_id_idx on reports (subject_id) where decided_at is null;
create unique index reports_noticed_key on reports (subject_id) where reporter_id is null and decided_at is null;

create or replace function reports_keep_their_course() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.decided_at is not null or new.decided_by is not null then
      perform refuse('reports_start_open', 'a report starts open');
    end if;
    if new.message_id is not null then
      select g.body, g.author_id, m.case_id into new.said, new.said_by, new.said_in
        from messages g join matches m on m.id = g.match_id where g.id = new.message_id for key share of g;
      if not found then
        perform refuse('reports_of_messages_there', 'a message that is gone is not reported');
      end if;
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
      union all select new.said_by
    ) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    return new;
  end if;
  if (new.id, new.reporter_id, new.profile_id, new.case_id, new.match_id, new.review_id, new.message_id, new.said, new.said_by,
      new.said_in, new.reason, new.details, new.created_at)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.said, old.said_by,
      old.said_in, old.reason, old.details, old.created_at) then
    perform refuse('reports_stay_as_written', 'a report stays as it was written');
  end if;
  if (new.decided_at, new.decision) is distinct from (old.decided_at, old.decision) then
    if old.decided_at is not null then
      perform refuse('reports_decided_once', 'a report is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides a report');
    end if;
  end if;
  return new;
end $$;

-- Notes a text with contact data. The third in a day puts its author into the queue of reports with the three, once while that report is open.
create function note_contact_leak(_user uuid, _said text) returns void
  language plpgsql as $$
declare
  _today text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('leak ' || _user, 0));
  insert into contact_leaks (user_id, said) values (_user, left(_said, 2000));
  _today := array(select said from contact_leaks where user_id = _user and at > now() - interval '1 day' order by at desc limit 3);
  if cardinality(_today) = 3 then
    insert into reports (profile_id, reason, details, said)
      values (_user, 'other', 'Tres textos con datos de contacto en un día.', array_to_string(_today, E'\n\n'))
      on conflict (subject_id) where reporter_id is null and decided_at is null do nothing;
  end if;
end $$;

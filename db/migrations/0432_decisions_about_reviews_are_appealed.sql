-- Who hid a review or an answer, since another admin decides about an appeal.
alter table reviews add column hidden_by uuid,
  add constraint reviews_hidden_by_fkey foreign key (hidden_by) references profiles on delete set null not valid;
alter table review_replies add column hidden_by uuid,
  add constraint review_replies_hidden_by_fkey foreign key (hidden_by) references profiles on delete set null not valid;
create index reviews_hidden_by_idx on reviews (hidden_by) where hidden_by is not null;
create index review_replies_hidden_by_idx on review_replies (hidden_by) where hidden_by is not null;

create or replace function reviews_hidden_by_admins() returns trigger
  language plpgsql as $$
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin hides and shows a review');
  end if;
  new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
  return new;
end $$;

create or replace function review_replies_keep_their_course() returns trigger
  language plpgsql as $$
declare
  review reviews;
begin
  select * into review from reviews where id = new.review_id for key share;
  if tg_op = 'INSERT' then
    if review.kine_id is distinct from new.kine_id or review.hidden_at is not null or review.is_replaced
      or new.kine_id is distinct from viewer_id() then
      perform refuse('review_replies_of_their_specialist', 'a review in sight is answered by whom it is about');
    end if;
    return new;
  end if;
  if (new.review_id, new.kine_id, new.created_at) is distinct from (old.review_id, old.kine_id, old.created_at)
    or (new.body <> old.body and new.edited_at is not distinct from old.edited_at) then
    perform refuse('review_replies_stay_as_written', 'an answer keeps its review and, unless it is edited, its words');
  end if;
  if new.edited_at is distinct from old.edited_at then
    if old.kine_id is distinct from viewer_id() or old.hidden_at is not null then
      perform refuse('review_replies_of_their_specialist', 'an answer in sight is edited by its author');
    end if;
    if greatest(old.created_at, review.edited_at) <= now() - interval '48 hours' then
      perform refuse('review_replies_settle_in_48_hours', 'an answer is edited within 48 hours');
    end if;
  elsif (new.held_at, new.hidden_at, new.hidden_reason) is distinct from (old.held_at, old.hidden_at, old.hidden_reason)
    and not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin hides and shows an answer');
  end if;
  if new.hidden_at is distinct from old.hidden_at then
    new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
  end if;
  return new;
end $$;

create type appeal_about as enum ('review', 'reply');
create type appeal_outcome as enum ('kept', 'hidden', 'shown');

-- first_by: the admin whose decision it is about, while their account exists.
create table appeals (
  id uuid primary key default uuid_v7(),
  review_id uuid not null references reviews on delete cascade,
  by_id uuid not null references profiles on delete cascade,
  about appeal_about not null,
  text text not null,
  first_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references profiles on delete set null,
  outcome appeal_outcome,
  decision text,
  constraint appeals_once unique (review_id, by_id, about),
  constraint appeals_text_check check (char_length(btrim(text)) between 1 and 500),
  constraint appeals_decision_check check (char_length(btrim(decision)) between 1 and 500),
  constraint appeals_decided check (num_nonnulls(decided_at, outcome, decision) in (0, 3))
);
create index appeals_by_id_idx on appeals (by_id);
create index appeals_open_idx on appeals (id) where decided_at is null;
create index appeals_first_by_idx on appeals (first_by) where first_by is not null;
create index appeals_decided_by_idx on appeals (decided_by) where decided_by is not null;

-- The decision that a person may have looked at again, and by whom it was: the author of a hidden review or answer, and the specialist whose
-- report of a review was turned down.
create function appealable(_review uuid, _who uuid, _about appeal_about) returns table (at timestamptz, by_id uuid)
  language sql stable as $$
  select hidden_at, hidden_by from review_replies where _about = 'reply' and review_id = _review and kine_id = _who and hidden_at is not null
  union all
  select hidden_at, hidden_by from reviews where _about = 'review' and id = _review and patient_id = _who and hidden_at is not null
    and not is_waiting
  union all
  select p.decided_at, p.decided_by from reviews r join reports p on p.review_id = r.id
    where _about = 'review' and r.id = _review and r.kine_id = _who and r.hidden_at is null and p.reporter_id = _who
      and p.decided_at is not null and p.is_upheld is not true
$$;

create function appeals_keep_their_course() returns trigger
  language plpgsql as $$
declare
  decision_at timestamptz;
begin
  if tg_op = 'INSERT' then
    select at, by_id into decision_at, new.first_by from appealable(new.review_id, new.by_id, new.about);
    if decision_at is null or new.by_id is distinct from viewer_id() or new.decided_at is not null then
      perform refuse('appeals_of_decisions', 'only what was decided about oneself is appealed');
    end if;
    if decision_at <= now() - interval '14 days' then
      perform refuse('appeals_within_14_days', 'it was decided too long ago');
    end if;
    return new;
  end if;
  if (new.id, new.review_id, new.by_id, new.about, new.text, new.created_at)
    is distinct from (old.id, old.review_id, old.by_id, old.about, old.text, old.created_at) then
    perform refuse('appeals_stay_as_written', 'an appeal stays as it was written');
  end if;
  if (new.decided_at, new.outcome, new.decision) is distinct from (old.decided_at, old.outcome, old.decision) then
    if old.decided_at is not null then
      perform refuse('appeals_decided_once', 'an appeal is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides an appeal');
    end if;
    if viewer_id() = old.first_by and has_other_admin(viewer_id()) then
      perform refuse('appeals_decided_by_another', 'another admin decides an appeal');
    end if;
  end if;
  return new;
end $$;

-- Whether an admin other than this one can decide now.
create function has_other_admin(_admin uuid) returns boolean
  language sql stable
  return exists (select from user_roles u join profiles p on p.id = u.user_id
    where u.role = 'admin' and u.user_id <> _admin and p.approval_status = 'approved' and p.suspended_at is null);

create trigger appeals_keep_their_course before insert or update on appeals
  for each row execute function appeals_keep_their_course();

-- Answers are reported on their own; a report keeps what was said.
alter table review_replies add column id uuid not null default uuid_v7(), add constraint review_replies_id_key unique (id);
create or replace view shown_replies as
  select review_id, body, created_at, id from review_replies where held_at is null and hidden_at is null;
alter table reports add column reply_id uuid references review_replies (id) on delete cascade;
alter table reports drop constraint reports_of_one_thing, drop column subject_id, drop constraint reports_say_what_was_written;
alter table reports
  add column subject_id uuid not null generated always as (coalesce(profile_id, case_id, match_id, review_id, message_id, reply_id)) stored,
  add constraint reports_of_one_thing check (num_nonnulls(profile_id, case_id, match_id, review_id, message_id, reply_id) = 1),
  add constraint reports_say_what_was_written check (said is null or message_id is not null or reply_id is not null or reporter_id is null),
  add constraint reports_reporter_id_subject_id_key unique (reporter_id, subject_id);
create index reports_open_subject_id_idx on reports (subject_id) where decided_at is null;
create unique index reports_noticed_key on reports (subject_id) where reporter_id is null and decided_at is null;
create index reports_reply_id_idx on reports (reply_id) where reply_id is not null;

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
    if new.reply_id is not null then
      select body into new.said from review_replies where id = new.reply_id for key share;
    end if;
    if new.reporter_id in (
      select new.profile_id union all select patient_id from cases where id = new.case_id
      union all select kine_id from matches where id = new.match_id
      union all select patient_id from reviews where id = new.review_id
      union all select kine_id from review_replies where id = new.reply_id
      union all select new.said_by
    ) then
      perform refuse('reports_not_of_oneself', 'nobody reports what is their own');
    end if;
    new.acted_at := null;
    if new.reason::text = 'false_licence' and new.reporter_id is not null
      and exists (select from licences where kine_id = new.profile_id and state in ('declared', 'verified'))
      and may_act_at_once('licence_doubted', new.reporter_id, new.profile_id) then
      new.acted_at := now();
    end if;
    return new;
  end if;
  if (new.id, new.reporter_id, new.profile_id, new.case_id, new.match_id, new.review_id, new.message_id, new.reply_id, new.said, new.said_by,
      new.said_in, new.reason, new.details, new.created_at, new.acted_at)
    is distinct from
    (old.id, old.reporter_id, old.profile_id, old.case_id, old.match_id, old.review_id, old.message_id, old.reply_id, old.said, old.said_by,
      old.said_in, old.reason, old.details, old.created_at, old.acted_at) then
    perform refuse('reports_stay_as_written', 'a report stays as it was written');
  end if;
  if (new.decided_at, new.decision, new.is_upheld) is distinct from (old.decided_at, old.decision, old.is_upheld) then
    if old.decided_at is not null then
      perform refuse('reports_decided_once', 'a report is decided once');
    end if;
    if not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin decides a report');
    end if;
  end if;
  return new;
end $$;

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''appeal_decided''::text, ') || ' not valid';
end $$;

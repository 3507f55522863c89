-- The specialist whom a review is about answers it once, and edits the answer within 48 hours of it or of the review's last edit.
-- One that is held waits for an admin; one that is hidden is final.
create table review_replies (
  review_id uuid primary key references reviews on delete cascade,
  kine_id uuid not null references profiles on delete cascade,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  held_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  constraint review_replies_body_check check (char_length(btrim(body)) between 1 and 1000),
  constraint review_replies_hidden_has_reason check ((hidden_at is null) = (hidden_reason is null)),
  constraint review_replies_hidden_reason_check check (char_length(btrim(hidden_reason)) between 1 and 500),
  constraint review_replies_hidden_are_decided check (held_at is null or hidden_at is null)
);
create index review_replies_kine_id_idx on review_replies (kine_id);
create index review_replies_held_idx on review_replies (review_id) where held_at is not null;

create function review_replies_keep_their_course() returns trigger
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
  return new;
end $$;
create trigger review_replies_keep_their_course before insert or update on review_replies
  for each row execute function review_replies_keep_their_course();

-- What everybody reads of them.
create view shown_replies as
  select review_id, body, created_at from review_replies where held_at is null and hidden_at is null;

do $$
declare
  was text := (select replace(pg_get_constraintdef(oid), ' NOT VALID', '') from pg_constraint where conname = 'audit_events_event');
begin
  execute 'alter table auth.audit_events drop constraint audit_events_event, add constraint audit_events_event '
    || replace(was, 'ARRAY[', 'ARRAY[''reply_hidden''::text, ''reply_shown''::text, ') || ' not valid';
end $$;

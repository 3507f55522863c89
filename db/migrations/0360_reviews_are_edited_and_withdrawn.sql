-- The author of a review edits it within seven days, each earlier version stays for admins, and withdraws it at any time, once a case.
alter table reviews add column edited_at timestamptz;

create table review_versions (
  review_id uuid not null references reviews on delete cascade,
  n smallint not null,
  stars smallint not null,
  comment text,
  written_at timestamptz not null,
  primary key (review_id, n),
  constraint review_versions_at_most_ten check (n between 1 and 10)
);

create table withdrawn_reviews (
  case_id uuid not null references cases on delete cascade,
  kine_id uuid not null references profiles on delete cascade,
  withdrawn_at timestamptz not null default now(),
  primary key (case_id, kine_id)
);
create index withdrawn_reviews_kine_id_idx on withdrawn_reviews (kine_id);

create or replace function reviews_follow_a_closed_case() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.case_id is distinct from old.case_id
      or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
      or (new.kine_id is distinct from old.kine_id and new.kine_id is not null)
      or ((new.stars, new.comment) is distinct from (old.stars, old.comment) and new.edited_at is not distinct from old.edited_at) then
      perform refuse('reviews_stay_as_written', 'a review keeps its case, its people and, unless it is edited, its words and stars');
    end if;
    if new.edited_at is distinct from old.edited_at then
      if viewer_id() is distinct from old.patient_id then
        perform refuse('reviews_change_by_their_author', 'only its author edits a review');
      end if;
      if old.created_at <= now() - interval '7 days' then
        perform refuse('reviews_settle_in_seven_days', 'a review is edited within seven days');
      end if;
      insert into review_versions (review_id, n, stars, comment, written_at)
        select old.id, count(*) + 1, old.stars, old.comment, coalesce(old.edited_at, old.created_at)
        from review_versions where review_id = old.id;
    end if;
    return new;
  end if;
  if not exists (
    select from cases c join matches m on m.case_id = c.id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
      and m.kine_id = new.kine_id and m.status = 'accepted'
  ) then
    perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
  end if;
  return new;
end $$;

-- After the insert, which waits for a withdrawal under way by the unique key.
create function withdrawn_reviews_stay_withdrawn() returns trigger
  language plpgsql as $$
begin
  if exists (select from withdrawn_reviews where case_id = new.case_id and kine_id = new.kine_id) then
    perform refuse('reviews_withdrawn_once', 'a withdrawn review is not written again');
  end if;
  return null;
end $$;
create trigger reviews_withdrawn_once after insert on reviews
  for each row execute function withdrawn_reviews_stay_withdrawn();

create or replace function reviews_are_tallied() returns trigger
  language plpgsql as $$
declare
  was_shown boolean := tg_op <> 'INSERT' and old.hidden_at is null;
  is_shown boolean := tg_op <> 'DELETE' and new.hidden_at is null;
  was_counted boolean := was_shown and not old.is_replaced and old.kine_id is not null;
  is_counted boolean := is_shown and not new.is_replaced and new.kine_id is not null;
  was_stars int := coalesce(case when was_shown then old.stars end, 0);
  now_stars int := coalesce(case when is_shown then new.stars end, 0);
begin
  if was_shown <> is_shown or was_stars <> now_stars then
    perform tally('reviews', is_shown::int - was_shown::int, now_stars - was_stars);
  end if;
  if is_counted then
    insert into kine_ratings as k (kine_id, count, stars) values (new.kine_id, 1, new.stars)
      on conflict (kine_id) do update set count = k.count + 1 - was_counted::int,
        stars = k.stars + now_stars - case when was_counted then was_stars else 0 end;
  elsif was_counted then
    update kine_ratings set count = count - 1, stars = stars - old.stars where kine_id = old.kine_id;
  end if;
  return null;
end $$;
drop trigger reviews_changed_are_tallied on reviews;
create trigger reviews_changed_are_tallied after update of hidden_at, is_replaced, kine_id, stars on reviews
  for each row when ((old.hidden_at is null) is distinct from (new.hidden_at is null) or old.is_replaced is distinct from new.is_replaced
    or old.kine_id is distinct from new.kine_id or old.stars <> new.stars)
  execute function reviews_are_tallied();

-- A withdrawn review does not come back with a backup.
alter table deletions drop constraint deletions_kind, add constraint deletions_kind check (kind in ('account', 'case', 'study',
  'evidence', 'withdrawal', 'review', 'password', 'recovery_codes', 'passkey', 'factor', 'identity', 'suspended', 'restored',
  'patient_at_most', 'kine_at_most', 'admin_at_most', 'mails_off', 'mails_on', 'blocked', 'unblocked', 'reading_hidden',
  'reading_shown')) not valid;
create function withdrawn_reviews_are_noted() returns trigger
  language plpgsql as $$
begin
  perform note_deletion('review', old.id::text);
  return null;
end $$;
create trigger withdrawn_reviews_are_noted after delete on reviews
  for each row execute function withdrawn_reviews_are_noted();

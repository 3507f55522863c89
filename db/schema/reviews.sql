create type appeal_about as enum ('review', 'reply');
create type appeal_outcome as enum ('kept', 'hidden', 'shown');

create table reviews (
  id uuid default uuid_v7() not null,
  case_id uuid not null,
  patient_id uuid,
  kine_id uuid,
  stars smallint not null,
  comment text,
  created_at timestamp with time zone default now() not null,
  hidden_at timestamp with time zone,
  hidden_reason text,
  accepted_at timestamp with time zone,
  is_confirmed boolean default false not null,
  is_replaced boolean default false not null,
  is_waiting boolean default false not null,
  edited_at timestamp with time zone,
  asked_to_edit_at timestamp with time zone,
  asked_to_edit_for text,
  has_sessions boolean default false not null,
  hidden_by uuid,
  author_name text,
  has_waited boolean default false not null,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_case_id_kine_id_key UNIQUE (case_id, kine_id),
  constraint reviews_asked_to_edit_for_check CHECK (char_length(btrim(asked_to_edit_for)) >= 1 AND char_length(btrim(asked_to_edit_for)) <= 500),
  constraint reviews_asked_to_edit_has_reason CHECK ((asked_to_edit_at IS NULL) = (asked_to_edit_for IS NULL)),
  constraint reviews_author_name CHECK (char_length(author_name) >= 1 AND char_length(author_name) <= 200),
  constraint reviews_comment_check CHECK (char_length(btrim(comment)) >= 1 AND char_length(btrim(comment)) <= 2000),
  constraint reviews_hidden_has_reason CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  constraint reviews_hidden_reason_check CHECK (char_length(btrim(hidden_reason)) >= 1 AND char_length(btrim(hidden_reason)) <= 500),
  constraint reviews_stars_check CHECK (stars >= 1 AND stars <= 5),
  constraint reviews_waiting_are_hidden CHECK (NOT is_waiting OR hidden_at IS NOT NULL),
  constraint reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id),
  constraint reviews_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reviews_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint reviews_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES profiles(id) ON DELETE SET NULL
);

CREATE INDEX reviews_hidden_by_idx ON reviews USING btree (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE INDEX reviews_hidden_idx ON reviews USING btree (kine_id) WHERE hidden_at IS NOT NULL AND NOT is_waiting;
CREATE INDEX reviews_kine_id_idx ON reviews USING btree (kine_id, id DESC);
CREATE INDEX reviews_patient_id_idx ON reviews USING btree (patient_id, id DESC);
CREATE INDEX reviews_stars_idx ON reviews USING btree (stars, id);
CREATE INDEX reviews_taken_down_idx ON reviews USING btree (id) WHERE hidden_at IS NOT NULL AND NOT is_waiting;
CREATE INDEX reviews_waiting_idx ON reviews USING btree (id) WHERE is_waiting;

CREATE OR REPLACE FUNCTION public.count_reviews() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and (((old.hidden_at IS NULL) IS DISTINCT FROM (new.hidden_at IS NULL)) OR (old.is_replaced IS DISTINCT FROM new.is_replaced) OR (old.kine_id IS DISTINCT FROM new.kine_id) OR (old.stars <> new.stars)) or tg_op in ('INSERT', 'DELETE') then
    <<count_reviews>>
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
    end count_reviews;
  end if;
  return null;
end $function$;

CREATE TRIGGER count_reviews AFTER INSERT OR DELETE OR UPDATE OF hidden_at, is_replaced, kine_id, stars ON reviews FOR EACH ROW EXECUTE FUNCTION count_reviews();
CREATE TRIGGER directory_follows AFTER INSERT OR DELETE OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION directory_follows_row('kine_id');

-- Who reviews whom, what stays as written, who hides it, and how much its author weighs.
CREATE OR REPLACE FUNCTION public.reviews_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  <<reviews_follow_a_closed_case>>
  declare
    the_match uuid;
  begin
    if tg_op = 'UPDATE' then
      if new.case_id is distinct from old.case_id
        or (new.has_sessions, new.has_waited) <> (old.has_sessions, old.has_waited)
        or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
        or (new.kine_id is distinct from old.kine_id and new.kine_id is not null)
        or ((new.stars, new.comment) is distinct from (old.stars, old.comment) and new.edited_at is not distinct from old.edited_at)
        or (new.author_name is distinct from old.author_name and new.patient_id is not null and new.edited_at is not distinct from old.edited_at
          and old.created_at <= now() - interval '7 days') then
        perform refuse('reviews_stay_as_written', 'a review keeps its case, its people and, unless it is edited, its words and stars');
      end if;
      if new.edited_at is distinct from old.edited_at then
        if viewer_id() is distinct from old.patient_id then
          perform refuse('reviews_change_by_their_author', 'only its author edits a review');
        end if;
        -- What an admin asks for later is about the words.
        if greatest(old.created_at, old.asked_to_edit_at) <= now() - interval '7 days'
          or (new.stars <> old.stars and old.created_at <= now() - interval '7 days') then
          perform refuse('reviews_settle_in_seven_days', 'a review is edited within seven days');
        end if;
        insert into review_versions (review_id, n, stars, comment, written_at)
          select old.id, count(*) + 1, old.stars, old.comment, coalesce(old.edited_at, old.created_at)
          from review_versions where review_id = old.id;
        new.author_name := (select public_name(name) from profiles where id = new.patient_id);
      elsif new.asked_to_edit_at is distinct from old.asked_to_edit_at and new.patient_id is not null and not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin asks for an edit of a review');
      end if;
      -- Whose account is gone signs nothing.
      if new.patient_id is null then
        new.author_name := null;
      end if;
      exit reviews_follow_a_closed_case;
    end if;
    new.author_name := (select public_name(name) from profiles where id = new.patient_id);
    select m.id into the_match from cases c join matches m on m.case_id = c.id
      where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
        and m.kine_id = new.kine_id and m.status = 'accepted';
    if not found then
      perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
    end if;
    new.has_sessions := exists (select from bookings where match_id = the_match and source = 'agenda' and state = 'held' and disputed_at is null);
  end reviews_follow_a_closed_case;
  if tg_op = 'INSERT' and (new.hidden_at IS NOT NULL) or tg_op = 'UPDATE' and ((new.hidden_at IS DISTINCT FROM old.hidden_at) OR (new.hidden_reason IS DISTINCT FROM old.hidden_reason)) then
    <<reviews_hidden_by_admins>>
    begin
      if not has_role(viewer_id(), 'admin') then
        perform refuse('only_admins', 'only an admin hides and shows a review');
      end if;
      new.hidden_by := case when new.hidden_at is not null then viewer_id() end;
    end reviews_hidden_by_admins;
  end if;
  if tg_op = 'INSERT' then
    <<reviews_weigh_their_author>>
    begin
      -- Serialises the reviews of a specialist, so that each count includes all others.
      perform pg_advisory_xact_lock(hashtextextended('review ' || new.kine_id, 0));
      new.accepted_at := (select coalesce(decided_at, created_at) from matches where case_id = new.case_id and kine_id = new.kine_id);
      new.is_confirmed := is_counted(new.patient_id);
      new.is_replaced := false;
      -- Three other people, or three of their own: nobody takes the places of all. Who left within the day counts as somebody new.
      new.is_waiting := new.hidden_at is null and is_new_account(new.patient_id) and (
        select count(distinct mailbox) filter (where mailbox <> mailbox_of(new.patient_id)) >= 3
          or count(*) filter (where mailbox = mailbox_of(new.patient_id)) >= 3
        from reviews r, coalesce(mailbox_of(r.patient_id), r.id::text) mailbox
        where r.kine_id = new.kine_id and r.created_at > now() - interval '1 day' and (r.patient_id is null or is_new_account(r.patient_id)));
      new.has_waited := new.is_waiting;
      if new.is_waiting then
        new.hidden_at := now();
        new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
      end if;
    end reviews_weigh_their_author;
  end if;
  if tg_op = 'UPDATE' and (old.is_waiting AND ((new.hidden_at IS NULL) OR (new.hidden_reason <> old.hidden_reason))) then
    <<shown_reviews_wait_no_more>>
    begin
      new.is_waiting := false;
    end shown_reviews_wait_no_more;
  end if;
  return new;
end $function$;

CREATE TRIGGER reviews_keep_their_course BEFORE INSERT OR UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_keep_their_course();

-- The newest review of a pair counts, a withdrawn one is not written again, and one that waits is in the queue of admins.
CREATE OR REPLACE FUNCTION public.reviews_take_effect() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'UPDATE' and ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) or tg_op in ('INSERT', 'DELETE') then
    <<reviews_replace_earlier_ones>>
    begin
      perform replace_earlier_reviews(coalesce(new, old));
    end reviews_replace_earlier_ones;
  end if;
  if tg_op = 'INSERT' then
    <<withdrawn_reviews_stay_withdrawn>>
    begin
      if exists (select from withdrawn_reviews where case_id = new.case_id and kine_id = new.kine_id) then
        perform refuse('reviews_withdrawn_once', 'a withdrawn review is not written again');
      end if;
    end withdrawn_reviews_stay_withdrawn;
  end if;
  if tg_op = 'INSERT' and new.is_waiting then
    <<waiting_reviews_are_queued>>
    begin
      insert into reports (review_id, reason, details)
        values (new.id, 'other', 'Es la cuarta reseña del mismo especialista en un día, o una posterior, de cuentas de menos de una semana.')
        on conflict (subject_id, reason) where reporter_id is null and decided_at is null do nothing;
    end waiting_reviews_are_queued;
  end if;
  if tg_op = 'DELETE' then
    <<tombstone_withdrawn_reviews>>
    begin
      perform note_deletion('review', old.id::text);
    end tombstone_withdrawn_reviews;
  end if;
  return null;
end $function$;

CREATE TRIGGER reviews_take_effect AFTER INSERT OR DELETE OR UPDATE OF hidden_at ON reviews FOR EACH ROW EXECUTE FUNCTION reviews_take_effect();

create table appeals (
  id uuid default uuid_v7() not null,
  review_id uuid not null,
  by_id uuid not null,
  about appeal_about not null,
  text text not null,
  first_by uuid,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  outcome appeal_outcome,
  decision text,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_once UNIQUE (review_id, by_id, about),
  constraint appeals_decided CHECK (num_nonnulls(decided_at, outcome, decision) = ANY (ARRAY[0, 3])),
  constraint appeals_decision_check CHECK (char_length(btrim(decision)) >= 1 AND char_length(btrim(decision)) <= 500),
  constraint appeals_text_check CHECK (char_length(btrim(text)) >= 1 AND char_length(btrim(text)) <= 500),
  constraint appeals_by_id_fkey FOREIGN KEY (by_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_first_by_fkey FOREIGN KEY (first_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint appeals_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);

CREATE INDEX appeals_by_id_idx ON appeals USING btree (by_id);
CREATE INDEX appeals_decided_by_idx ON appeals USING btree (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX appeals_first_by_idx ON appeals USING btree (first_by) WHERE first_by IS NOT NULL;
CREATE INDEX appeals_open_idx ON appeals USING btree (id) WHERE decided_at IS NULL;

CREATE OR REPLACE FUNCTION public.appeals_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  decision_at timestamptz;
begin
  if tg_op = 'INSERT' then
    select at, by_id into decision_at, new.first_by from appealable(new.review_id, new.by_id, new.about)
      order by at desc limit 1;
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
end $function$;

CREATE TRIGGER appeals_keep_their_course BEFORE INSERT OR UPDATE ON appeals FOR EACH ROW EXECUTE FUNCTION appeals_keep_their_course();

create table kine_ratings (
  kine_id uuid not null,
  count integer not null,
  stars integer not null,
  constraint kine_ratings_pkey PRIMARY KEY (kine_id),
  constraint kine_ratings_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on table kine_ratings is 'how many reviews a specialist has and how many stars in all';

create table review_authors (
  review_id uuid not null,
  hash bytea not null,
  noted_at timestamp with time zone default now() not null,
  constraint review_authors_pkey PRIMARY KEY (review_id),
  constraint review_authors_hash_is_sha256 CHECK (octet_length(hash) = 32),
  constraint review_authors_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);

CREATE INDEX review_authors_hash_idx ON review_authors USING btree (hash);

-- The specialist whom a review is about answers it once, and edits the answer within 48 hours of it or of the review's last edit.
-- One that is held waits for an admin; one that is hidden is final.
create table review_replies (
  review_id uuid not null,
  kine_id uuid not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  edited_at timestamp with time zone,
  held_at timestamp with time zone,
  hidden_at timestamp with time zone,
  hidden_reason text,
  hidden_by uuid,
  id uuid default uuid_v7() not null,
  constraint review_replies_pkey PRIMARY KEY (review_id),
  constraint review_replies_id_key UNIQUE (id),
  constraint review_replies_body_check CHECK (char_length(btrim(body)) >= 1 AND char_length(btrim(body)) <= 1000),
  constraint review_replies_hidden_are_decided CHECK (held_at IS NULL OR hidden_at IS NULL),
  constraint review_replies_hidden_has_reason CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  constraint review_replies_hidden_reason_check CHECK (char_length(btrim(hidden_reason)) >= 1 AND char_length(btrim(hidden_reason)) <= 500),
  constraint review_replies_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint review_replies_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint review_replies_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);

CREATE INDEX review_replies_held_idx ON review_replies USING btree (review_id) WHERE held_at IS NOT NULL;
CREATE INDEX review_replies_hidden_by_idx ON review_replies USING btree (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE INDEX review_replies_kine_id_idx ON review_replies USING btree (kine_id);

CREATE OR REPLACE FUNCTION public.review_replies_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
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
end $function$;

CREATE TRIGGER review_replies_keep_their_course BEFORE INSERT OR UPDATE ON review_replies FOR EACH ROW EXECUTE FUNCTION review_replies_keep_their_course();

create table review_versions (
  review_id uuid not null,
  n smallint not null,
  stars smallint not null,
  comment text,
  written_at timestamp with time zone not null,
  constraint review_versions_pkey PRIMARY KEY (review_id, n),
  constraint review_versions_at_most_ten CHECK (n >= 1 AND n <= 10),
  constraint review_versions_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);

create table withdrawn_reviews (
  case_id uuid not null,
  kine_id uuid not null,
  withdrawn_at timestamp with time zone default now() not null,
  constraint withdrawn_reviews_pkey PRIMARY KEY (case_id, kine_id),
  constraint withdrawn_reviews_case_id_fkey FOREIGN KEY (case_id) REFERENCES cases(id) ON DELETE CASCADE,
  constraint withdrawn_reviews_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX withdrawn_reviews_kine_id_idx ON withdrawn_reviews USING btree (kine_id);

-- What everybody reads of them.
create view shown_replies as
 SELECT review_id,
    body,
    created_at,
    id
   FROM review_replies
  WHERE held_at IS NULL AND hidden_at IS NULL;

CREATE OR REPLACE FUNCTION public.appealable(_review uuid, _who uuid, _about appeal_about) RETURNS TABLE(at timestamp with time zone, by_id uuid) LANGUAGE sql STABLE AS $function$
  select hidden_at, hidden_by from review_replies where _about = 'reply' and review_id = _review and kine_id = _who and hidden_at is not null
  union all
  select hidden_at, hidden_by from reviews where _about = 'review' and id = _review and patient_id = _who and hidden_at is not null
    and not is_waiting
  union all
  select p.decided_at, p.decided_by from reviews r join reports p on p.review_id = r.id
    where _about = 'review' and r.id = _review and r.kine_id = _who and r.hidden_at is null and p.reporter_id = _who
      and p.decided_at is not null and p.is_upheld is not true
$function$;

-- Whether a review counts in the order of the directory.
CREATE OR REPLACE FUNCTION public.is_ranked(_review reviews) RETURNS boolean LANGUAGE sql STABLE RETURN (((_review).hidden_at IS NULL) AND (NOT (_review).is_replaced) AND (_review).is_confirmed AND has_lasted((_review).accepted_at));

CREATE OR REPLACE FUNCTION public.replace_earlier_reviews(_review reviews) RETURNS void LANGUAGE plpgsql AS $function$
declare
  same uuid[] := array(
    select id from reviews where kine_id = _review.kine_id and patient_id in (select same_person(_review.patient_id))
    union select r.id from review_authors a join review_authors o on o.hash = a.hash join reviews r on r.id = o.review_id
      where a.review_id = _review.id and r.kine_id = _review.kine_id and r.is_confirmed and _review.is_confirmed);
  latest uuid := (select id from reviews where id = any (same) and hidden_at is null order by id desc limit 1);
begin
  update reviews set is_replaced = id <> latest where id = any (same) and latest is not null and is_replaced <> (id <> latest);
  perform settle_inherited(_review.kine_id, hash) from review_authors where review_id = _review.id;
end $function$;

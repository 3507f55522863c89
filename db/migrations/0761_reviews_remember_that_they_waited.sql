alter table reviews add column has_waited boolean default false not null;

update reviews r set has_waited = true where is_waiting or exists (select from reports w where w.review_id = r.id and w.reporter_id is null
  and w.details like 'Es la cuarta rese_a del mismo especialista%');

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

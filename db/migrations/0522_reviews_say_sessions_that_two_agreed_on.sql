-- "Turnos registrados" says that two agreed on a session: one that its specialist noted alone is none.
create or replace function reviews_follow_a_closed_case() returns trigger
  language plpgsql as $$
declare
  the_match uuid;
begin
  if tg_op = 'UPDATE' then
    if new.case_id is distinct from old.case_id
      or new.has_sessions <> old.has_sessions
      or (new.patient_id is distinct from old.patient_id and new.patient_id is not null)
      or (new.kine_id is distinct from old.kine_id and new.kine_id is not null)
      or ((new.stars, new.comment) is distinct from (old.stars, old.comment) and new.edited_at is not distinct from old.edited_at) then
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
    elsif new.asked_to_edit_at is distinct from old.asked_to_edit_at and new.patient_id is not null and not has_role(viewer_id(), 'admin') then
      perform refuse('only_admins', 'only an admin asks for an edit of a review');
    end if;
    return new;
  end if;
  select m.id into the_match from cases c join matches m on m.case_id = c.id
    where c.id = new.case_id and c.status = 'closed' and c.patient_id = new.patient_id
      and m.kine_id = new.kine_id and m.status = 'accepted';
  if not found then
    perform refuse('reviews_of_accepted_in_closed_case', 'a review needs an own closed case and its accepted specialist');
  end if;
  new.has_sessions := exists (select from bookings where match_id = the_match and source = 'agenda' and state = 'held' and disputed_at is null);
  return new;
end $$;

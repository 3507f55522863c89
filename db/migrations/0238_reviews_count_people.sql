-- A rating counts the last review of each pair, and the order of the directory those of confirmed people whose acceptance has lasted. More than
-- three reviews of a specialist within a day from accounts younger than a week wait for an admin.

-- accepted_at: when the patient accepted the specialist. is_confirmed: whether the author has proven their address. is_replaced: whether the
-- same patient reviewed the specialist later. They stay when the author leaves. is_waiting: hidden until an admin shows it.
alter table reviews add column accepted_at timestamptz, add column is_confirmed boolean not null default false,
  add column is_replaced boolean not null default false, add column is_waiting boolean not null default false,
  add constraint reviews_waiting_are_hidden check (not is_waiting or hidden_at is not null);
update reviews r set
  accepted_at = coalesce((select coalesce(m.decided_at, m.created_at) from matches m where m.case_id = r.case_id and m.kine_id = r.kine_id),
    r.created_at),
  is_confirmed = r.patient_id is null or is_confirmed(r.patient_id),
  is_replaced = r.patient_id is not null and exists (select from reviews l where l.patient_id = r.patient_id and l.kine_id = r.kine_id
    and l.hidden_at is null and l.id > r.id);
update kine_ratings k set count = c.count, stars = c.stars
  from (select kine_id, count(*) filter (where not is_replaced) as count, coalesce(sum(stars) filter (where not is_replaced), 0) as stars
    from reviews where hidden_at is null and kine_id in (select kine_id from reviews where is_replaced) group by kine_id) c
  where c.kine_id = k.kine_id;

-- Whether a review counts in the order of the directory.
create function is_ranked(_review reviews) returns boolean
  language sql stable
  return (_review).hidden_at is null and not (_review).is_replaced and (_review).is_confirmed and has_lasted((_review).accepted_at);

create function reviews_weigh_their_author() returns trigger
  language plpgsql as $$
begin
  -- One after the other of each specialist, so that what is counted is all that there is.
  perform pg_advisory_xact_lock(hashtextextended('review ' || new.kine_id, 0));
  new.accepted_at := (select coalesce(decided_at, created_at) from matches where case_id = new.case_id and kine_id = new.kine_id);
  new.is_confirmed := is_confirmed(new.patient_id);
  new.is_replaced := false;
  -- Three other people, or three of their own: nobody takes the places of all.
  new.is_waiting := new.hidden_at is null and is_new_account(new.patient_id) and (
    select count(distinct patient_id) filter (where patient_id <> new.patient_id) >= 3 or count(*) filter (where patient_id = new.patient_id) >= 3
    from reviews where kine_id = new.kine_id and created_at > now() - interval '1 day' and is_new_account(patient_id));
  if new.is_waiting then
    new.hidden_at := now();
    new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
  end if;
  return new;
end $$;
create trigger reviews_weigh_their_author before insert on reviews
  for each row execute function reviews_weigh_their_author();

create function waiting_reviews_are_queued() returns trigger
  language plpgsql as $$
begin
  insert into reports (review_id, reason, details)
    values (new.id, 'other', 'Es la cuarta reseña del mismo especialista en un día, o una posterior, de cuentas de menos de una semana.')
    on conflict (subject_id) where reporter_id is null and decided_at is null do nothing;
  return null;
end $$;
create trigger waiting_reviews_are_queued after insert on reviews
  for each row when (new.is_waiting) execute function waiting_reviews_are_queued();

create function shown_reviews_wait_no_more() returns trigger
  language plpgsql as $$
begin
  new.is_waiting := false;
  return new;
end $$;
create trigger shown_reviews_wait_no_more before update of hidden_at, hidden_reason on reviews
  for each row when (old.is_waiting and (new.hidden_at is null or new.hidden_reason <> old.hidden_reason))
  execute function shown_reviews_wait_no_more();

create function reviews_replace_earlier_ones() returns trigger
  language plpgsql as $$
declare
  pair record := coalesce(new, old);
  latest uuid := (select id from reviews where patient_id = pair.patient_id and kine_id = pair.kine_id and hidden_at is null
    order by id desc limit 1);
begin
  update reviews set is_replaced = id <> latest
    where patient_id = pair.patient_id and kine_id = pair.kine_id and latest is not null and is_replaced <> (id <> latest);
  return null;
end $$;
create trigger reviews_replace_earlier_ones after insert or delete on reviews
  for each row execute function reviews_replace_earlier_ones();
create trigger reviews_hidden_replace_nothing after update of hidden_at on reviews
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function reviews_replace_earlier_ones();

create or replace function reviews_are_tallied() returns trigger
  language plpgsql as $$
declare
  was_shown boolean := tg_op <> 'INSERT' and old.hidden_at is null;
  is_shown boolean := tg_op <> 'DELETE' and new.hidden_at is null;
  was_counted boolean := was_shown and not old.is_replaced and old.kine_id is not null;
  is_counted boolean := is_shown and not new.is_replaced and new.kine_id is not null;
begin
  if was_shown <> is_shown then
    perform tally('reviews', is_shown::int - was_shown::int, coalesce(is_shown::int * new.stars, 0) - coalesce(was_shown::int * old.stars, 0));
  end if;
  if is_counted and not was_counted then
    insert into kine_ratings as k (kine_id, count, stars) values (new.kine_id, 1, new.stars)
      on conflict (kine_id) do update set count = k.count + 1, stars = k.stars + excluded.stars;
  elsif was_counted and not is_counted then
    update kine_ratings set count = count - 1, stars = stars - old.stars where kine_id = old.kine_id;
  end if;
  return null;
end $$;
drop trigger reviews_hidden_are_tallied on reviews;
drop trigger reviews_left_behind_are_tallied on reviews;
create trigger reviews_changed_are_tallied after update of hidden_at, is_replaced, kine_id on reviews
  for each row when ((old.hidden_at is null, old.is_replaced, old.kine_id) is distinct from (new.hidden_at is null, new.is_replaced, new.kine_id))
  execute function reviews_are_tallied();

-- A person's reviews count in the order from when they confirm their address.
create function auth.confirmed_people_are_ranked() returns trigger
  language plpgsql as $$
begin
  update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed;
  return null;
end $$;
create trigger confirmed_people_are_ranked after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function auth.confirmed_people_are_ranked();

create or replace function recount() returns void
  language plpgsql as $$
begin
  lock table profiles, user_roles, reviews in share mode;
  delete from tallies;
  insert into tallies (total, count) select 'people', count(*) from profiles;
  insert into tallies (total, count)
    select 'specialists', count(*) from user_roles r join profiles p on p.id = r.user_id
    where r.role = 'kine' and p.approval_status = 'approved' and p.suspended_at is null;
  insert into tallies (total, count, stars)
    select 'reviews', count(*), coalesce(sum(stars), 0) from reviews where hidden_at is null;
  delete from kine_ratings;
  insert into kine_ratings select kine_id, count(*), sum(stars) from reviews
    where kine_id is not null and hidden_at is null and not is_replaced group by kine_id;
  perform recount_zones();
end $$;

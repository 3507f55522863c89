-- The mailbox of each review's author, hashed under the key of departures: who leaves and comes back replaces their review instead of adding another.
create table review_authors (
  review_id uuid primary key references reviews(id) on delete cascade,
  hash bytea not null constraint review_authors_hash_is_sha256 check (octet_length(hash) = 32),
  noted_at timestamptz not null default now()
);
create index review_authors_hash_idx on review_authors (hash);

-- Of the reviews of one specialist by one person the last visible one counts. A person is known by their accounts, and by the hash of their mailbox once
-- one of these is gone.
create function replace_earlier_reviews(_review reviews) returns void language plpgsql as $$
declare
  same uuid[] := array(
    select id from reviews where kine_id = _review.kine_id and patient_id in (select same_person(_review.patient_id))
    union select r.id from review_authors a join review_authors o on o.hash = a.hash join reviews r on r.id = o.review_id
      where a.review_id = _review.id and r.kine_id = _review.kine_id and r.is_confirmed and _review.is_confirmed);
  latest uuid := (select id from reviews where id = any (same) and hidden_at is null order by id desc limit 1);
begin
  update reviews set is_replaced = id <> latest where id = any (same) and latest is not null and is_replaced <> (id <> latest);
end $$;

create or replace function reviews_replace_earlier_ones() returns trigger language plpgsql as $$
begin
  perform replace_earlier_reviews(coalesce(new, old));
  return null;
end $$;

-- Notes whose a review is. Without a review of somebody who left it replaces nothing that its insert has not replaced.
create function note_review_author(_review uuid, _hash bytea) returns void language plpgsql as $$
begin
  insert into review_authors (review_id, hash) values (_review, _hash) on conflict do nothing;
  perform replace_earlier_reviews(r) from reviews r where r.id = _review and r.patient_id is not null
    and exists (select from review_authors a join reviews o on o.id = a.review_id
      where a.hash = _hash and o.kine_id = r.kine_id and o.patient_id is null);
end $$;

create or replace function auth.confirmed_people_are_ranked() returns trigger language plpgsql as $$
begin
  update public.reviews set is_confirmed = true where patient_id = new.id and not is_confirmed and public.is_counted(new.id);
  perform public.replace_earlier_reviews(r) from public.reviews r where r.patient_id = new.id and r.is_confirmed;
  return null;
end $$;

create or replace function reviews_weigh_their_author() returns trigger language plpgsql as $$
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
  if new.is_waiting then
    new.hidden_at := now();
    new.hidden_reason := 'Recibió muchas reseñas de cuentas nuevas en un día.';
  end if;
  return new;
end $$;

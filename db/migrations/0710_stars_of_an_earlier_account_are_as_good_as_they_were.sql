-- The stars of a deleted account passed to whoever came with any licence that it had ever stated, counted in the order although their authors
-- had proven nothing, and were there beside a later review by the same mailbox.
-- passes_stars: it was the account's first licence, which one person holds, or an admin had checked it. Of before, nobody knows.
alter table departure_keys add column passes_stars boolean default true not null;

-- Of the reviews those that the order took into account; null where the version before noted none: all.
alter table departures add column ranked_count integer, add column ranked_stars integer;

-- By whose mailboxes the stars were, of reviews from proven addresses. kine_id: to whom they passed.
create table departure_authors (
  departure_id uuid not null,
  hash bytea not null,
  stars smallint not null,
  is_ranked boolean not null,
  noted_at timestamp with time zone not null,
  kine_id uuid,
  is_replaced boolean default false not null,
  constraint departure_authors_pkey primary key (departure_id, hash),
  constraint departure_authors_hash_is_sha256 check (octet_length(hash) = 32),
  constraint departure_authors_departure_id_fkey foreign key (departure_id) references departures (id) on delete cascade,
  constraint departure_authors_kine_id_fkey foreign key (kine_id) references profiles (id) on delete cascade
);
create index departure_authors_kine_id_idx on departure_authors (kine_id, hash) where kine_id is not null;
create index departure_authors_noted_at_idx on departure_authors (noted_at);

-- count and stars: those that the order takes into account.
alter table inherited_stars add column shown_count integer, add column shown_stars integer;
update inherited_stars set shown_count = count, shown_stars = stars;
alter table inherited_stars alter column shown_count set not null, alter column shown_stars set not null,
  drop constraint inherited_stars_count, drop constraint inherited_stars_stars,
  add constraint inherited_stars_counts check (count >= 0 and stars between count and 5 * count
    and shown_count >= count and shown_stars between shown_count and 5 * shown_count);

-- A star of an earlier account counts unless a review of the same mailbox does.
create function settle_inherited(_kine uuid, _hash bytea) returns void language plpgsql as $function$
declare
  change record;
begin
  with settled as (
    update departure_authors a set is_replaced = not is_replaced
      where kine_id = _kine and hash = _hash and is_replaced <> exists (select from review_authors o join reviews r on r.id = o.review_id
        where o.hash = _hash and r.kine_id = _kine and r.is_confirmed and r.hidden_at is null)
      returning stars, is_ranked, case when is_replaced then -1 else 1 end as n)
  select sum(n) as shown, sum(n * stars) as shown_stars, coalesce(sum(n) filter (where is_ranked), 0) as ranked,
      coalesce(sum(n * stars) filter (where is_ranked), 0) as ranked_stars into change from settled;
  if change.shown is not null then
    update inherited_stars set count = count + change.ranked, stars = stars + change.ranked_stars,
      shown_count = shown_count + change.shown, shown_stars = shown_stars + change.shown_stars where kine_id = _kine;
    update kine_ratings set count = count + change.shown, stars = stars + change.shown_stars where kine_id = _kine;
    perform directory_follow(array[_kine]);
  end if;
end $function$;

-- _keys: the hashes of the specialist's checked licences, as hexadecimal digits, with kind and jurisdiction.
create or replace function inherit_stars(_kine uuid, _keys jsonb) returns void language plpgsql as $function$
declare
  earlier departures;
begin
  for earlier in
    select d.* from departures d where d.review_count > 0 and d.left_at > now() - interval '24 months' and exists (
      select from jsonb_to_recordset(_keys) a (what text, hash text, kind text, jurisdiction text)
      join departure_keys k on k.departure_id = d.id and k.what = a.what and k.hash = decode(a.hash, 'hex') and k.passes_stars
        and may_be_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction) where a.what = 'licence')
    order by d.id for update of d
  loop
    -- They go along once: with the next deletion they are among the stars of that account.
    update departures set review_count = 0, review_stars = 0, ranked_count = 0, ranked_stars = 0 where id = earlier.id;
    insert into inherited_stars as i (kine_id, count, stars, shown_count, shown_stars, at)
      values (_kine, coalesce(earlier.ranked_count, earlier.review_count), coalesce(earlier.ranked_stars, earlier.review_stars),
        earlier.review_count, earlier.review_stars, earlier.left_at)
      on conflict (kine_id) do update set count = i.count + excluded.count, stars = i.stars + excluded.stars,
        shown_count = i.shown_count + excluded.shown_count, shown_stars = i.shown_stars + excluded.shown_stars, at = greatest(i.at, excluded.at);
    insert into kine_ratings as k (kine_id, count, stars) values (_kine, earlier.review_count, earlier.review_stars)
      on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
    update departure_authors set kine_id = _kine where departure_id = earlier.id;
    perform settle_inherited(_kine, hash) from departure_authors where departure_id = earlier.id;
    perform directory_follow(array[_kine]);
  end loop;
end $function$;

create or replace function note_review_author(_review uuid, _hash bytea) returns void language plpgsql as $function$
begin
  insert into review_authors (review_id, hash) values (_review, _hash) on conflict do nothing;
  perform replace_earlier_reviews(r) from reviews r where r.id = _review and r.patient_id is not null
    and (exists (select from review_authors a join reviews o on o.id = a.review_id
      where a.hash = _hash and o.kine_id = r.kine_id and o.patient_id is null)
    or exists (select from departure_authors where kine_id = r.kine_id and hash = _hash));
end $function$;

create or replace function replace_earlier_reviews(_review reviews) returns void language plpgsql as $function$
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

create or replace function recount() returns void language plpgsql as $function$
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
  insert into kine_ratings as k select kine_id, shown_count, shown_stars from inherited_stars
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
  perform recount_zones();
  perform count_missing_steps('-infinity');
end $function$;

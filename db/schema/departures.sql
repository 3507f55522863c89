create table departures (
  id uuid default uuid_v7() not null,
  left_at timestamp with time zone not null,
  review_count integer not null,
  review_stars integer not null,
  is_suspended boolean not null,
  sealed bytea,
  ranked_count integer,
  ranked_stars integer,
  constraint departures_pkey PRIMARY KEY (id),
  constraint departures_review_count CHECK (review_count >= 0),
  constraint departures_review_stars CHECK (review_stars >= review_count AND review_stars <= (5 * review_count))
);

CREATE INDEX departures_left_at_idx ON departures USING btree (left_at);

create table departure_authors (
  departure_id uuid not null,
  hash bytea not null,
  stars smallint not null,
  is_ranked boolean not null,
  noted_at timestamp with time zone not null,
  kine_id uuid,
  is_replaced boolean default false not null,
  constraint departure_authors_pkey PRIMARY KEY (departure_id, hash),
  constraint departure_authors_hash_is_sha256 CHECK (octet_length(hash) = 32),
  constraint departure_authors_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE CASCADE,
  constraint departure_authors_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

CREATE INDEX departure_authors_kine_id_idx ON departure_authors USING btree (kine_id, hash) WHERE kine_id IS NOT NULL;
CREATE INDEX departure_authors_noted_at_idx ON departure_authors USING btree (noted_at);

create table departure_keys (
  departure_id uuid not null,
  what text not null,
  hash bytea not null,
  kind text,
  jurisdiction text,
  passes_stars boolean default true not null,
  found_false_at timestamp with time zone,
  was_checked boolean default false not null,
  constraint departure_keys_key UNIQUE NULLS NOT DISTINCT (departure_id, what, hash, kind, jurisdiction),
  constraint departure_keys_hash_is_sha256 CHECK (octet_length(hash) = 32),
  constraint departure_keys_what CHECK (what = ANY (ARRAY['licence'::text, 'email'::text, 'phone'::text])),
  constraint departure_keys_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE CASCADE
);

CREATE INDEX departure_keys_hash_idx ON departure_keys USING btree (hash);

create table departure_reports (
  id uuid default uuid_v7() not null,
  departure_id uuid not null,
  sealed bytea not null,
  kept_until timestamp with time zone not null,
  constraint departure_reports_pkey PRIMARY KEY (id),
  constraint departure_reports_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE CASCADE
);

CREATE INDEX departure_reports_departure_id_idx ON departure_reports USING btree (departure_id);
CREATE INDEX departure_reports_kept_until_idx ON departure_reports USING btree (kept_until);

-- The key of the hashes, encrypted with SECRET, so that a new SECRET loses no memory.
create table departure_secrets (
  is_only boolean default true not null,
  sealed bytea not null,
  constraint departure_secrets_pkey PRIMARY KEY (is_only),
  constraint departure_secrets_one CHECK (is_only)
);

create table inherited_stars (
  kine_id uuid not null,
  count integer not null,
  stars integer not null,
  at timestamp with time zone not null,
  shown_count integer not null,
  shown_stars integer not null,
  constraint inherited_stars_pkey PRIMARY KEY (kine_id),
  constraint inherited_stars_counts CHECK (count >= 0 AND stars >= count AND stars <= (5 * count) AND shown_count >= count AND shown_stars >= shown_count AND shown_stars <= (5 * shown_count)),
  constraint inherited_stars_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);

-- _keys: the hashes of the specialist's checked licences, as hexadecimal digits, with kind and jurisdiction.
CREATE OR REPLACE FUNCTION public.inherit_stars(_kine uuid, _keys jsonb) RETURNS void LANGUAGE plpgsql AS $function$
declare
  earlier departures;
begin
  for earlier in
    select d.* from departures d where d.review_count > 0 and d.left_at > now() - interval '24 months' and exists (
      select from jsonb_to_recordset(_keys) a (what text, hash text, kind text, jurisdiction text)
      join departure_keys k on k.departure_id = d.id and k.what = a.what and k.hash = decode(a.hash, 'hex')
        and may_be_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction)
      -- An account that proved no address may have been anybody's; the same mailbox is the same person, whatever was found since the check and
      -- whatever the licence does not say.
      join departure_keys m on m.departure_id = d.id and m.what = 'email'
      where a.what = 'licence' and (k.passes_stars and is_one_licence(k.kind, k.jurisdiction, a.kind, a.jurisdiction)
        or (k.passes_stars or k.was_checked)
          and m.hash in (select decode(o.hash, 'hex') from jsonb_to_recordset(_keys) o (what text, hash text) where o.what = 'email')))
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

CREATE OR REPLACE FUNCTION public.settle_inherited(_kine uuid, _hash bytea) RETURNS void LANGUAGE plpgsql AS $function$
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

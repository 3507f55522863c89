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
  found_false_at timestamp with time zone,
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

-- What admins answered about a departure and an account, with the stars that pass: those that count in the order, and those that are shown. Without a
-- departure they passed before anybody was asked and their departure is not known, or it has expired.
create table star_answers (
  id uuid default uuid_v7() not null,
  kine_id uuid not null,
  departure_id uuid,
  is_same boolean not null,
  count integer not null,
  stars integer not null,
  shown_count integer not null,
  shown_stars integer not null,
  at timestamp with time zone not null,
  answered_by uuid,
  answered_at timestamp with time zone,
  constraint star_answers_pkey PRIMARY KEY (id),
  constraint star_answers_key UNIQUE (kine_id, departure_id),
  constraint star_answers_counts CHECK (count >= 0 AND stars >= count AND stars <= (5 * count) AND shown_count >= count AND shown_stars >= shown_count AND shown_stars <= (5 * shown_count)),
  constraint star_answers_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id) ON DELETE SET NULL,
  constraint star_answers_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id) ON DELETE SET NULL,
  constraint star_answers_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column star_answers.answered_by is 'the admin of the last answer; null for a rule, and for those of before';

CREATE INDEX star_answers_answered_by_idx ON star_answers USING btree (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX star_answers_departure_id_idx ON star_answers USING btree (departure_id);
CREATE UNIQUE INDEX star_answers_once ON star_answers USING btree (departure_id) WHERE is_same;

create view inherited_stars as
 SELECT kine_id,
    sum(count)::integer AS count,
    sum(stars)::integer AS stars,
    max(at) AS at,
    sum(shown_count)::integer AS shown_count,
    sum(shown_stars)::integer AS shown_stars
   FROM star_answers
  WHERE is_same
  GROUP BY kine_id;

CREATE OR REPLACE FUNCTION public.settle_inherited(_kine uuid, _hash bytea) RETURNS void LANGUAGE plpgsql AS $function$
declare
  change record;
begin
  with settled as (
    update departure_authors a set is_replaced = not is_replaced
      where kine_id = _kine and hash = _hash and is_replaced <> exists (select from review_authors o join reviews r on r.id = o.review_id
        where o.hash = _hash and r.kine_id = _kine and r.is_confirmed and r.hidden_at is null
          union all select from departure_authors o where o.kine_id = _kine and o.hash = _hash and (o.noted_at, o.departure_id) > (a.noted_at, a.departure_id))
      returning departure_id, stars, is_ranked, case when is_replaced then -1 else 1 end as n),
  passed as (
    update star_answers s set count = count + a.n * a.is_ranked::int, stars = s.stars + a.n * a.is_ranked::int * a.stars,
        shown_count = shown_count + a.n, shown_stars = shown_stars + a.n * a.stars
      from settled a where s.kine_id = _kine and s.departure_id = a.departure_id)
  select sum(n) as shown, sum(n * stars) as shown_stars into change from settled;
  if change.shown is not null then
    update kine_ratings set count = count + change.shown, stars = stars + change.shown_stars where kine_id = _kine;
    perform directory_follow(array[_kine]);
  end if;
end $function$;

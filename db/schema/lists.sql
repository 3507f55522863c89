-- Totals that screens show. A change is a row of its own, so that nobody waits for anybody; every hundredth row folds
-- those before it into one, leaving aside what another transaction is folding.
create table tallies (
  id bigint generated always as identity not null,
  total text not null,
  count bigint not null,
  stars bigint default 0 not null,
  constraint tallies_pkey PRIMARY KEY (id),
  constraint tallies_total_check CHECK (total = ANY (ARRAY['people'::text, 'specialists'::text, 'reviews'::text]))
);
comment on table tallies is 'what a total adds up to: the sum of its rows';

insert into tallies (id, total, count, stars) overriding system value values
  ('1', 'people', '0', '0'),
  ('2', 'specialists', '0', '0'),
  ('3', 'reviews', '0', '0');
select setval('tallies_id_seq', 3);

CREATE INDEX tallies_total_idx ON tallies USING btree (total);

-- Counts all of it again, for rows that came in past the triggers.
CREATE OR REPLACE FUNCTION public.recount() RETURNS void LANGUAGE plpgsql AS $function$
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

CREATE OR REPLACE FUNCTION public.tally(_total text, _count integer, _stars integer DEFAULT 0) RETURNS void LANGUAGE plpgsql AS $function$
declare
  latest bigint;
begin
  insert into tallies (total, count, stars) values (_total, _count, _stars) returning id into latest;
  if latest % 100 = 0 then
    with chosen as (select id from tallies where total = _total order by id limit 1000 for update skip locked),
      folded as (delete from tallies t using chosen where t.id = chosen.id returning t.count, t.stars)
    insert into tallies (total, count, stars) select _total, coalesce(sum(count), 0), coalesce(sum(stars), 0) from folded;
  end if;
end $function$;

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

-- Specialists to choose from are those approved and not suspended.
CREATE OR REPLACE FUNCTION public.approvals_are_tallied() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if exists (select from user_roles where user_id = old.id and role = 'kine') then
    perform tally('specialists', coalesce(new.approval_status = 'approved' and new.suspended_at is null, false)::int
      - (old.approval_status = 'approved' and old.suspended_at is null)::int);
  end if;
  return old;
end $function$;

-- A specialist to choose from has the role and is approved. Either may change while the other does: the lock on the person
-- makes the second see the first.
CREATE OR REPLACE FUNCTION public.kine_roles_are_tallied() RETURNS trigger LANGUAGE plpgsql AS $function$
declare
  counts boolean;
begin
  select approval_status = 'approved' and suspended_at is null into counts
    from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  if counts then
    perform tally('specialists', coalesce(new.role = 'kine', false)::int - coalesce(old.role = 'kine', false)::int);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.people_are_tallied() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  perform tally('people', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $function$;

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
  insert into kine_ratings as k select kine_id, count, stars from inherited_stars
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars;
  perform recount_zones();
end $function$;

-- A review counts while it is in sight: not hidden.
CREATE OR REPLACE FUNCTION public.reviews_are_tallied() RETURNS trigger LANGUAGE plpgsql AS $function$
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

CREATE TRIGGER approvals_are_tallied AFTER UPDATE OF approval_status ON profiles FOR EACH ROW WHEN (new.approval_status <> old.approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER departures_are_tallied BEFORE DELETE ON profiles FOR EACH ROW WHEN (old.approval_status = 'approved'::approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER people_are_tallied AFTER INSERT OR DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION people_are_tallied();
CREATE TRIGGER suspensions_are_tallied AFTER UPDATE OF suspended_at ON profiles FOR EACH ROW WHEN ((new.suspended_at IS NULL) <> (old.suspended_at IS NULL) AND new.approval_status = old.approval_status) EXECUTE FUNCTION approvals_are_tallied();
CREATE TRIGGER kine_roles_changed_are_tallied AFTER UPDATE ON user_roles FOR EACH ROW WHEN ((old.role = 'kine'::app_role) <> (new.role = 'kine'::app_role)) EXECUTE FUNCTION kine_roles_are_tallied();
CREATE TRIGGER kine_roles_given_are_tallied AFTER INSERT ON user_roles FOR EACH ROW WHEN (new.role = 'kine'::app_role) EXECUTE FUNCTION kine_roles_are_tallied();
CREATE TRIGGER kine_roles_taken_are_tallied AFTER DELETE ON user_roles FOR EACH ROW WHEN (old.role = 'kine'::app_role) EXECUTE FUNCTION kine_roles_are_tallied();

-- What a list costs does not depend on how much there is: what is searched is kept ready, totals are kept and not counted,
-- and each page has an index in its order.

-- A phone as people look for it: all its digits, those that make it unique in the country, those dialled in the city.
create function phone_words(_phone text) returns text
  language sql immutable parallel safe
  return (select d || ' ' || right(d, 10) || ' ' || right(d, 8) from regexp_replace(_phone, '[^0-9]', '', 'g') as d);

-- Words are compared row by row where a search finds many: they are not made anew for each comparison.
drop index profiles_search_idx;
alter table profiles add column search tsvector not null
  generated always as (search_words(name || ' ' || email || ' ' || coalesce(phone_words(phone), ''))) stored;
create index profiles_search_idx on profiles using gin (search) with (fastupdate = off);

drop index cases_search_idx;
alter table cases add column search tsvector not null generated always as (search_words(title)) stored;
create index cases_search_idx on cases using gin (search) with (fastupdate = off);

create index matches_case_id_idx on matches (case_id, id desc);
create index matches_status_idx on matches (case_id, status);
create index kine_applications_pending_idx on kine_applications (id desc) where status = 'pending';
create index kine_applications_decided_idx on kine_applications (id desc) where status <> 'pending';

-- Totals that screens show. A change is a row of its own, so that nobody waits for anybody; every hundredth row folds
-- those before it into one, leaving aside what another transaction is folding.
create table tallies (
  id bigint generated always as identity primary key,
  total text not null check (total in ('people', 'specialists', 'reviews')),
  count bigint not null,
  stars bigint not null default 0
);
comment on table tallies is 'what a total adds up to: the sum of its rows';
create index tallies_total_idx on tallies (total);

create function tally(_total text, _count int, _stars int default 0) returns void
  language plpgsql as $$
declare
  latest bigint;
begin
  insert into tallies (total, count, stars) values (_total, _count, _stars) returning id into latest;
  if latest % 100 = 0 then
    with chosen as (select id from tallies where total = _total order by id limit 1000 for update skip locked),
      folded as (delete from tallies t using chosen where t.id = chosen.id returning t.count, t.stars)
    insert into tallies (total, count, stars) select _total, coalesce(sum(count), 0), coalesce(sum(stars), 0) from folded;
  end if;
end $$;

create table kine_ratings (
  kine_id uuid primary key references profiles (id) on delete cascade,
  count int not null,
  stars int not null
);
comment on table kine_ratings is 'how many reviews a specialist has and how many stars in all';

create function people_are_tallied() returns trigger
  language plpgsql as $$
begin
  perform tally('people', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger people_are_tallied after insert or delete on profiles
  for each row execute function people_are_tallied();

-- A specialist to choose from has the role and is approved. Either may change while the other does: the lock on the person
-- makes the second see the first.
create function kine_roles_are_tallied() returns trigger
  language plpgsql as $$
declare
  approval approval_status;
begin
  select approval_status into approval from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  if approval = 'approved' then
    perform tally('specialists', coalesce(new.role = 'kine', false)::int - coalesce(old.role = 'kine', false)::int);
  end if;
  return null;
end $$;
create trigger kine_roles_given_are_tallied after insert on user_roles
  for each row when (new.role = 'kine')
  execute function kine_roles_are_tallied();
create trigger kine_roles_changed_are_tallied after update on user_roles
  for each row when ((old.role = 'kine') <> (new.role = 'kine'))
  execute function kine_roles_are_tallied();
create trigger kine_roles_taken_are_tallied after delete on user_roles
  for each row when (old.role = 'kine')
  execute function kine_roles_are_tallied();

create function approvals_are_tallied() returns trigger
  language plpgsql as $$
begin
  if exists (select from user_roles where user_id = old.id and role = 'kine') then
    perform tally('specialists',
      coalesce(new.approval_status = 'approved', false)::int - (old.approval_status = 'approved')::int);
  end if;
  return old;
end $$;
create trigger approvals_are_tallied after update of approval_status on profiles
  for each row when (new.approval_status <> old.approval_status)
  execute function approvals_are_tallied();
-- Before, since the roles go with the person.
create trigger departures_are_tallied before delete on profiles
  for each row when (old.approval_status = 'approved')
  execute function approvals_are_tallied();

create function reviews_are_tallied() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tally('reviews', 1, new.stars);
    insert into kine_ratings as k (kine_id, count, stars) select new.kine_id, 1, new.stars where new.kine_id is not null
      on conflict (kine_id) do update set count = k.count + 1, stars = k.stars + excluded.stars;
  else
    if tg_op = 'DELETE' then
      perform tally('reviews', -1, -old.stars);
    end if;
    update kine_ratings set count = count - 1, stars = stars - old.stars where kine_id = old.kine_id;
  end if;
  return null;
end $$;
create trigger reviews_are_tallied after insert or delete on reviews
  for each row execute function reviews_are_tallied();
-- A review keeps its specialist until they leave.
create trigger reviews_left_behind_are_tallied after update of kine_id on reviews
  for each row when (old.kine_id is not null and new.kine_id is null)
  execute function reviews_are_tallied();

-- Counts all of it again, for rows that came in past the triggers.
create function recount() returns void
  language plpgsql as $$
begin
  lock table profiles, user_roles, reviews in share mode;
  delete from tallies;
  insert into tallies (total, count) select 'people', count(*) from profiles;
  insert into tallies (total, count)
    select 'specialists', count(*) from user_roles r join profiles p on p.id = r.user_id
    where r.role = 'kine' and p.approval_status = 'approved';
  insert into tallies (total, count, stars) select 'reviews', count(*), coalesce(sum(stars), 0) from reviews;
  delete from kine_ratings;
  insert into kine_ratings select kine_id, count(*), sum(stars) from reviews where kine_id is not null group by kine_id;
end $$;
select recount();

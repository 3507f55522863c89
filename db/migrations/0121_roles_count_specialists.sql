create function roles_are_counted() returns trigger
  language plpgsql as $$
begin
  -- The lock on the person makes the second of two changes see the first.
  perform from profiles where id = coalesce(new.user_id, old.user_id) for no key update;
  perform count_kine(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger roles_are_counted after insert or delete or update of user_id, role on user_roles
  for each row execute function roles_are_counted();

-- Counts all of it again, for rows that came in past the triggers.
create function recount_zones() returns void
  language plpgsql as $$
begin
  lock table profiles, user_roles, cases, matches in share mode;
  delete from case_places;
  delete from kine_places;
  insert into case_places select * from counted_cases;
  insert into kine_places select * from counted_kines;
  delete from zone_counts;
  insert into zone_counts (place, day, published, waiting)
    select place, day, count(*), count(*) filter (where is_waiting) from case_places group by place, day;
  insert into zone_counts (place, specialists) select place, count(*) from kine_places group by place;
end $$;

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
    where kine_id is not null and hidden_at is null group by kine_id;
  perform recount_zones();
end $$;

-- What there was before, some at a time, so that nobody waits for it for long. Rows that are being deleted are passed over.
create procedure follow_what_was_there() language plpgsql as $$
declare
  none constant uuid := '00000000-0000-0000-0000-000000000000';
  latest uuid := none;
  ids uuid[];
begin
  loop
    select array_agg(r.user_id order by r.user_id) into ids
      from (select user_id from user_roles where role = 'kine' and user_id > latest order by user_id limit 50) r;
    exit when ids is null;
    perform from profiles where id = any(ids) order by id for no key update;
    perform count_kine(kine) from unnest(ids) kine;
    latest := ids[cardinality(ids)];
    commit;
  end loop;
  latest := none;
  loop
    select array_agg(c.id order by c.id) into ids
      from (select id from cases where id > latest order by id limit 200 for key share skip locked) c;
    exit when ids is null;
    perform count_case(one) from unnest(ids) one;
    -- Nobody is told of an old case as of a new one, and no admin of each of them.
    insert into case_levels (case_id, ring, quiet_told_at, operator_told_at)
      select id, 4, now(), now() from cases
      where id = any(ids) and status <> 'closed' and created_at < now() - interval '2 days' order by id on conflict do nothing;
    perform run_level('case_level', id, random() * interval '1 day') from cases where id = any(ids) and status = 'open';
    latest := ids[cardinality(ids)];
    commit;
  end loop;
  latest := none;
  loop
    select array_agg(m.id order by m.id) into ids
      from (select id from matches where status = 'proposed' and id > latest order by id limit 200 for key share skip locked) m;
    exit when ids is null;
    -- Nobody is reminded all at once of what has waited for weeks.
    insert into match_levels (match_id, first_reminder_at, second_reminder_at, kine_told_at)
      select id, now(), now(), now() from matches
      where id = any(ids) and created_at < now() - interval '14 days' order by id on conflict do nothing;
    perform run_level('match_level', one, random() * interval '1 day') from unnest(ids) one;
    latest := ids[cardinality(ids)];
    commit;
  end loop;
end $$;

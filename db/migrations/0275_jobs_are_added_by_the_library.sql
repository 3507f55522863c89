-- The job runner's tables are its own: an upgrade may change them, and only its functions keep what they promise.
create or replace function run_level(_job text, _id uuid, _wait interval) returns void
  language plpgsql as $$
begin
  perform graphile_worker.add_job(_job, payload => json_build_object('id', _id), job_key => _job || ':' || _id,
    run_at => now() + _wait, priority => 10);
end $$;

create or replace function notify_person(_user uuid, _kind text, _case uuid default null, _match uuid default null, _review uuid default null)
  returns uuid language plpgsql as $$
declare
  the_id uuid;
  due timestamptz;
  again boolean;
begin
  with earlier as (
    select max(told_at) filter (where seen_at is null and told_at > now() - interval '1 hour') as told_at
      from (select seen_at, told_at from notifications
        where user_id = _user and id > uuid_at(now() - interval '1 day') and kind = _kind
          and thing_id is not distinct from coalesce(_match, _review, _case)
        order by id desc limit 1) n
  ), written as (
    insert into notifications as n (user_id, kind, case_id, match_id, review_id, told_at, due_at)
      select _user, _kind, _case, _match, _review, told_at, coalesce(told_at + interval '1 hour', now()) from earlier
      on conflict (user_id, kind, thing_id) where seen_at is null and done_at is null
      do update set count = n.count + 1, created_at = least(n.created_at, excluded.created_at),
        due_at = case when n.delivery = 'over' then greatest(now(), n.told_at + interval '4 hours') else n.due_at end,
        delivery = case when n.delivery = 'over' then 'push' else n.delivery end
      returning n.id, n.delivery, n.due_at, n.xmax = 0 as is_new
  )
  -- One that merely waits for the morning keeps its job.
  select id, due_at, is_new or (delivery = 'push' and due_at >= now()) into the_id, due, again from written;
  if again then
    perform graphile_worker.add_job('deliver', payload => json_build_object('id', the_id), job_key => 'deliver:' || the_id,
      run_at => due, priority => 10);
  end if;
  return the_id;
end $$;

-- A rejected report gives back what it took, also the check of a licence whose number is not read: it waits for an admin who writes the number, with
-- its badge, as those do that nobody reported.

create or replace function verified_licences_have_one_holder() returns trigger language plpgsql as $function$
begin
  -- What a rejected report gives back was checked before, and nobody checks it now.
  if (new.checked_at is distinct from old.checked_at or old.doubted_state is distinct from 'verified') and not is_licence_read(new.number) then
    perform refuse('licences_are_read', 'nobody looks a licence without a number up');
  end if;
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || n, 0)) from unnest(licence_keys(new.number) || licence_value_number(new.number)) n order by n;
  if (old.state <> 'verified' or new.number <> old.number) and is_licence_of_another(new) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $function$;

create or replace function reports_take_effect() returns trigger language plpgsql as $function$
begin
  if tg_op = 'INSERT' and (((new.reason)::text = 'false_licence'::text) AND (new.profile_id IS NOT NULL)) then
    <<false_licences_are_doubted>>
    begin
      update licences set state = 'doubtful', doubted_state = state
        where kine_id = new.profile_id and state in ('declared', 'verified') and new.acted_at is not null;
    end false_licences_are_doubted;
  end if;
  if tg_op = 'UPDATE' and ((old.decided_at IS NULL) AND (new.decided_at IS NOT NULL) AND (new.acted_at IS NOT NULL) AND (new.is_upheld IS NOT TRUE)) then
    <<rejected_reports_give_back>>
    begin
      -- In the order in which each decision about a licence locks.
      perform from profiles where id = new.profile_id for no key update;
      -- One that another specialist has proven meanwhile stays in doubt.
      update licences l set state = doubted_state
        where kine_id = new.profile_id and state = 'doubtful' and doubted_state is not null
          and not (doubted_state = 'verified' and is_licence_of_another(l))
          -- What another report took stays taken until that one is decided.
          and not exists (select from reports o where o.profile_id = new.profile_id and o.id <> new.id and o.decided_at is null and o.acted_at is not null);
    end rejected_reports_give_back;
  end if;
  if tg_op = 'UPDATE' and ((old.decided_at IS NULL) AND (new.decided_at IS NOT NULL) AND ((new.reason)::text = 'false_licence'::text) AND new.is_upheld) then
    <<upheld_reports_settle>>
    begin
      perform from profiles where id = new.profile_id for no key update;
      update licences set state = 'doubtful', doubted_state = null where kine_id = new.profile_id and state in ('declared', 'verified', 'doubtful');
      update licences set found_false_at = now() where kine_id = new.profile_id and state = 'withdrawn' and checked_at is not null;
    end upheld_reports_settle;
  end if;
  if tg_op = 'DELETE' then
    <<leave_queue>>
    begin
      perform graphile_worker.remove_job('report_level' || ':' || old.id);
      perform publish_live_event('admins', 'counts');
      perform end_queue_notifications('report_waiting');
    end leave_queue;
  end if;
  return null;
end $function$;

update licences set contested_at = now() where doubted_state = 'verified' and not is_licence_read(number);

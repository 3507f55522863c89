-- A table has one trigger for what its rows may become and one for what must come with them; each former trigger is a named block of it, in the
-- order in which the triggers fired. The bodies are taken as they are. 0605 drops this function.
create function merge_triggers(_table regclass, _name text, variadic _triggers text[]) returns void language plpgsql as $function$
declare
  part record;
  events text[];
  body text := '';
  head record;
begin
  create temporary table merging on commit drop as
    select min(g.n) as n, g.tgfoid, p.proname, p.prosrc, p.proconfig, min(g.tgargs) as tgargs, array_agg(g.oid) as triggers
    from (select t.*, w.n from unnest(_triggers) with ordinality w (name, n) join pg_trigger t on t.tgrelid = _table and t.tgname = w.name) g
    join pg_proc p on p.oid = g.tgfoid group by g.tgfoid, p.proname, p.prosrc, p.proconfig;
  if (select sum(cardinality(triggers)) from merging) <> cardinality(_triggers) then
    raise 'a trigger of % is missing among %', _table, _triggers;
  end if;
  create temporary table merging_triggers on commit drop as
    select t.oid, t.tgtype, t.tgname, substring(pg_get_triggerdef(t.oid) from 'WHEN \((.*)\) EXECUTE FUNCTION') as qual,
      (select array_agg(a.attname::text order by u.n) from unnest(t.tgattr) with ordinality u (attnum, n)
        join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = u.attnum) as columns,
      array_remove(array[case when t.tgtype & 4 > 0 then 'INSERT' end, case when t.tgtype & 16 > 0 then 'UPDATE' end,
        case when t.tgtype & 8 > 0 then 'DELETE' end], null) as events
    from pg_trigger t where t.oid = any (select unnest(triggers) from merging);
  select array_agg(distinct e.event) as events, bool_or(tgtype & 2 > 0) as is_before into head
    from merging_triggers m, unnest(m.events) e (event);
  events := head.events;
  for part in select m.*, case when proname = _name then 'course' else
        regexp_replace(regexp_replace(regexp_replace(regexp_replace(proname, '^(.*)_(are|is)_told$', 'publish_\1'), '^(.*)_are_noted$', 'tombstone_\1'),
          '^(.*)_are_followed$', 'schedule_\1'), '^(.*)_are_tallied$', 'count_\1') end as label,
      (select string_agg(distinct concat_ws(' and ',
          case when not (t.events @> head.events) then
            case cardinality(t.events) when 1 then format('tg_op = %L', t.events[1])
            else format('tg_op in (%s)', (select string_agg(quote_literal(e), ', ') from unnest(t.events) e)) end end,
          case when t.qual is not null then t.qual
            when t.columns is not null and t.events = '{UPDATE}' then format('(%s) is distinct from (%s)',
              (select string_agg('new.' || c, ', ') from unnest(t.columns) c), (select string_agg('old.' || c, ', ') from unnest(t.columns) c))
            when t.columns is not null then format('(tg_op <> ''UPDATE'' or (%s) is distinct from (%s))',
              (select string_agg('new.' || c, ', ') from unnest(t.columns) c), (select string_agg('old.' || c, ', ') from unnest(t.columns) c)) end),
          ' or ') from merging_triggers t where t.oid = any (m.triggers)) as condition
    from merging m order by n
  loop
    part.prosrc := regexp_replace(btrim(part.prosrc, E' \n'), '\mreturn (new|old|null);', 'exit ' || part.label || ';', 'g');
    part.prosrc := regexp_replace(part.prosrc, '\s*exit ' || part.label || ';\s*end;?$', E'\nend');
    part.prosrc := regexp_replace(part.prosrc, 'end;?$', 'end ' || part.label || ';');
    for i in 0 .. 3 loop
      part.prosrc := replace(part.prosrc, format('tg_argv[%s]', i),
        quote_literal(coalesce(split_part(encode(part.tgargs, 'escape'), '\000', i + 1), '')));
    end loop;
    part.prosrc := format(E'<<%s>>\n%s', part.label, part.prosrc);
    if part.condition <> '' then
      part.prosrc := format(E'if %s then\n  %s\nend if;', part.condition, replace(part.prosrc, E'\n', E'\n  '));
    end if;
    body := body || E'\n  ' || replace(part.prosrc, E'\n', E'\n  ');
  end loop;
  body := regexp_replace(body, '\n +(?=\n)', E'\n', 'g') || case when not head.is_before then E'\n  return null;'
    when not events @> '{DELETE}' then E'\n  return new;'
    when events = '{DELETE}' then E'\n  return old;'
    else E'\n  if tg_op = ''DELETE'' then\n    return old;\n  end if;\n  return new;' end;
  for part in select tgname from merging_triggers loop
    execute format('drop trigger %I on %s', part.tgname, _table);
  end loop;
  for part in select tgfoid, proname from merging where proname <> _name and not exists (select from pg_trigger t where t.tgfoid = merging.tgfoid) loop
    execute format('drop function %s', part.tgfoid::regprocedure);
  end loop;
  execute format('create or replace function %I.%I() returns trigger language plpgsql %s as $merged$%sbegin%s%send $merged$',
    (select relnamespace::regnamespace::text from pg_class where oid = _table), _name,
    case when exists (select from merging where proconfig is not null) then 'set plan_cache_mode to force_generic_plan' end, E'\n', body, E'\n');
  execute format('create trigger %I %s %s on %s for each row execute function %I.%I()', _name,
    case when head.is_before then 'before' else 'after' end,
    (select string_agg(case when e = 'UPDATE' and not head.is_before and not exists (
          select from merging_triggers where 'UPDATE' = any (merging_triggers.events) and columns is null)
        then 'update of ' || (select string_agg(distinct c, ', ') from merging_triggers t, unnest(t.columns) c where 'UPDATE' = any (t.events))
        else lower(e) end, ' or ') from unnest(events) e),
    _table, (select relnamespace::regnamespace::text from pg_class where oid = _table), _name);
  drop table merging, merging_triggers;
end $function$;

create or replace function jobs_go_with_their_row() returns trigger language plpgsql as $function$
begin
  for i in 0 .. tg_nargs - 1 loop
    perform graphile_worker.remove_job(tg_argv[i] || ':' || old.id);
  end loop;
  return null;
end $function$;
drop trigger cases_take_their_clock on cases;
drop trigger free_seats_take_their_job on cases;
drop trigger kept_seats_take_their_job on cases;
drop trigger treatments_take_their_clock on cases;
drop trigger matches_take_their_clock on matches;
drop trigger offers_take_their_job on matches;
create trigger cases_take_their_jobs after delete on cases
  for each row execute function jobs_go_with_their_row('case_level', 'seat_free', 'seat_kept', 'treatment_level');
create trigger matches_take_their_jobs after delete on matches
  for each row execute function jobs_go_with_their_row('match_level', 'offer_lapse');

select merge_triggers('cases', 'cases_keep_their_course', 'cases_change_while_open', 'cases_go_while_open', 'cases_in_course_are_awake',
  'cases_keep_their_course', 'cases_leave_what_counts', 'cases_need_consent', 'closings_have_a_time');
select merge_triggers('cases', 'cases_take_effect', 'cases_gone_are_noted', 'studies_gone_are_noted', 'cases_gone_are_told', 'closings_keep_contacts', 'studies_are_dropped');
select merge_triggers('cases', 'cases_are_counted', 'cases_are_counted', 'cases_changed_are_counted');
select merge_triggers('matches', 'matches_keep_their_course', 'matches_start_their_course', 'matches_keep_their_course', 'matches_go_while_proposed');
select merge_triggers('matches', 'matches_take_effect', 'acceptance_matches_the_case', 'acceptances_taken_back_open_the_case', 'departure_opens_the_case', 'matches_gone_are_told', 'seats_left_are_followed');
select merge_triggers('bookings', 'bookings_keep_their_course', 'bookings_are_of_the_accepted', 'bookings_keep_their_course');
select merge_triggers('case_places', 'case_places_are_counted', 'case_places_are_counted', 'case_places_changed_are_counted');
select merge_triggers('kine_places', 'kine_places_are_counted', 'kine_places_are_counted', 'kine_places_changed_are_counted');

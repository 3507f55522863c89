-- Admins decide about words of people who proved their mailbox, or whom an admin admitted.

create or replace function public.unknown_words(_keys integer, _rows integer) RETURNS TABLE(kind text, key text, text text, uses integer) LANGUAGE plpgsql STABLE AS $function$
declare
  source record;
begin
  for source in
    -- What is not read is left out before texts are counted: it takes the place of none.
    select s.*, case in_table when 'cases' then 'coalesce((select w.is_counted from case_places w where w.case_id = cases.id), true)'
        else '(coalesce((select u.email_confirmed_at is not null from auth.users u where u.id = profiles.id), true) or profiles.approval_status = ''approved''
          and exists (select from user_roles r where r.user_id = profiles.id and r.role = ''kine''))' end as is_read
      from (values ('place', 'profiles', 'location_city'), ('place', 'cases', 'location_city'),
        ('specialty', 'profiles', 'specialty'), ('zone', 'cases', 'injury_area')) s (kind, in_table, in_column)
  loop
    return query execute format('
      with recursive walk (key, place) as (
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s), 1
        union all
        select (select min(vocabulary_key(%2$I)) from %1$I where %3$s and vocabulary_key(%2$I) > w.key), w.place + 1
          from walk w where w.key is not null and w.place < $2
      )
      select $1, w.key, counted.example, counted.uses from walk w, lateral (
        select min(written) as example, count(*)::int as uses from (
          select %2$I as written from %1$I where %3$s and vocabulary_key(%2$I) = w.key limit $3) few) counted
      where w.key is not null and not exists (select from vocabulary_names n where n.kind = $1 and n.key = w.key)',
      source.in_table, source.in_column, format('%I is null and %I is not null and %s', source.kind || '_slug', source.in_column, source.is_read))
      using source.kind, _keys, _rows;
  end loop;
end $function$;

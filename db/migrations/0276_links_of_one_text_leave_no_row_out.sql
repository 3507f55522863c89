-- A walk over all texts passes locked rows over, since it comes again; the decision about one text waits for them.
CREATE OR REPLACE FUNCTION public.link_words(_table text, _column text, _kind text, _from text, _to text, _most integer, OUT linked integer, OUT go_on text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  slug text := _kind || '_slug';
  -- The condition of the index that is read.
  unknown text := format('%I is null and %I is not null', slug, _column);
  side text := case when _kind = 'zone' then ', zone_side = $4' else '' end;
  name vocabulary_names;
  batch integer;
begin
  linked := 0;
  execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) >= $1', _column, _table, unknown)
    into go_on using _from;
  for walked in 1..1000 loop
    exit when go_on is null or go_on > _to;
    select * into name from vocabulary_names n
      where n.kind = _kind and n.key = go_on and num_nonnulls(n.place_slug, n.specialty_slug, n.zone_slug) = 1;
    if found then
      execute format('update %1$I set %2$I = $1%3$s where id in (select id from %1$I where %4$s and vocabulary_key(%5$I) = $2
          limit $3 for no key update%6$s)', _table, slug, side, unknown, _column, case when _from = _to then '' else ' skip locked' end)
        using coalesce(name.place_slug, name.specialty_slug, name.zone_slug), go_on, _most - linked, name.zone_side;
      get diagnostics batch = row_count;
      linked := linked + batch;
      if linked >= _most then
        return;
      end if;
    end if;
    execute format('select min(vocabulary_key(%1$I)) from %2$I where %3$s and vocabulary_key(%1$I) > $1', _column, _table, unknown)
      into go_on using go_on;
  end loop;
  if go_on > _to then
    go_on := null;
  end if;
end $function$
;

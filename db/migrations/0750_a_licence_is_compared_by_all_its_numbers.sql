-- What a text about a licence may name: the number of a text that is read, else each number of four digits or more that it writes, also in groups, between
-- letters or with letters that look like digits, and the text. "MNK 72558", "Kinesiologo72558", "MN 72k558", "MN 7255B", "72 558 bis" and letters of
-- another script are nobody's value, and may be the licence of who holds 72558.
create function licence_keys(_text text) returns text[] language sql immutable parallel safe
return (select case when v.number ~ '^[0-9]+$' then array[v.number]
    else array(select distinct key from (
        select ltrim(array_to_string(w.digits[a:b], ''), '0') as key
        from (values (true), (false)) l(is_look_alike)
          -- A word without a digit separates those on its sides.
          cross join lateral (select array(select case
              when l.is_look_alike and word[1] ~ '^[0-9oilszb]*[0-9][0-9oilszb]*[0-9][0-9oilszb]*$' then translate(word[1], 'oilszb', '011528')
              when word[1] ~ '[0-9]' then regexp_replace(word[1], '[a-z]', '', 'g') end
            from regexp_matches(fold(_text), '[0-9a-z]+', 'g') word)) w(digits)
          cross join lateral generate_series(1, cardinality(w.digits)) a
          cross join lateral generate_series(a, least(a + 5, cardinality(w.digits))) b
        where array_position(w.digits[a:b], null) is null) keys
      where char_length(key) >= 4
      union select ltrim(run[1], '0') from regexp_matches(fold(_text), '0*[1-9][0-9]{3,}', 'g') run
      union select license_key(_text)) end
  from licence_value(_text) v);

create function is_licence_read(_text text) returns boolean language sql immutable parallel safe return (licence_value(_text)).number ~ '^[0-9]+$';

-- Whether another specialist's checked licence may be this one.
create function is_licence_of_another(_own licences) returns boolean language sql stable
return exists (select from licences o where o.value_number = licence_value_number(_own.number) and o.state = 'verified' and o.kine_id <> _own.kine_id
    and may_be_one_licence(o.value_kind, o.jurisdiction, licence_value_kind(_own.kind, _own.number), _own.jurisdiction)
    -- Provinces number on their own: an admin who checked one in its province tells it from one without.
    and (o.value_kind, licence_value_kind(_own.kind, _own.number), (o.jurisdiction is null) <> (_own.jurisdiction is null)) is distinct from ('MP', 'MP', true))
  or exists (select from licences o where licence_keys(o.number) && licence_keys(_own.number) and o.state = 'verified' and o.kine_id <> _own.kine_id
    and is_licence_read(o.number) <> is_licence_read(_own.number)
    and may_be_one_licence(o.value_kind, o.jurisdiction, licence_value_kind(_own.kind, _own.number), _own.jurisdiction));

create or replace function verified_licences_have_one_holder() returns trigger language plpgsql as $function$
begin
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || n, 0)) from unnest(licence_keys(new.number) || licence_value_number(new.number)) n order by n;
  if is_licence_of_another(new) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $function$;

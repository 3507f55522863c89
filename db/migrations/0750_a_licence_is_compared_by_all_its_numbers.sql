-- What a text about a licence may name: the number of a text that is read, else every number of three digits or more, all its digits together, and
-- the text. "MNK 72558" and a number in letters of another script are nobody's value, and may be the licence of who holds 72558.
create function licence_keys(_text text) returns text[] language sql immutable parallel safe
return (select case when v.number ~ '^[0-9]+$' then array[v.number]
    else array(select distinct n from (
      select ltrim(regexp_replace(run[1], '[^0-9]', '', 'g'), '0') as n from regexp_matches(fold(_text), '[0-9][0-9./-]*', 'g') run
      union select ltrim(regexp_replace(fold(_text), '[^0-9]', '', 'g'), '0')) found where char_length(n) >= 3
      union select license_key(_text)) end
  from licence_value(_text) v);

create function is_licence_read(_text text) returns boolean language sql immutable parallel safe return (licence_value(_text)).number ~ '^[0-9]+$';

create or replace function verified_licences_have_one_holder() returns trigger language plpgsql as $function$
declare
  key text := licence_value_number(new.number);
  checked_kind text := licence_value_kind(new.kind, new.number);
  is_read boolean := is_licence_read(new.number);
begin
  -- The index sees equal places only; one that states no place may be any of them.
  perform pg_advisory_xact_lock(hashtextextended('licence ' || n, 0)) from unnest(licence_keys(new.number) || key) n order by n;
  if exists (select from licences o where o.value_number = key and o.state = 'verified' and o.kine_id <> new.kine_id
      and may_be_one_licence(o.value_kind, o.jurisdiction, checked_kind, new.jurisdiction)
      -- Provinces number on their own: an admin who checked one in its province tells it from one without.
      and (o.value_kind, checked_kind, (o.jurisdiction is null) <> (new.jurisdiction is null)) is distinct from ('MP', 'MP', true))
    or exists (select from licences o where licence_keys(o.number) && licence_keys(new.number) and o.state = 'verified' and o.kine_id <> new.kine_id
      and is_licence_read(o.number) <> is_read and may_be_one_licence(o.value_kind, o.jurisdiction, checked_kind, new.jurisdiction)) then
    perform refuse('licences_verified_key', 'another specialist holds this licence');
  end if;
  return new;
end $function$;

-- The kind, jurisdiction and number that a licence's one form names, and those that were stored before it existed: "MP 87651, Córdoba",
-- "Mat. Nac. 068736". The program reads more forms and writes the one; both read these alike. Of any other text, all is its number.
create function licence_value(_text text, out kind text, out jurisdiction text, out number text)
  language plpgsql immutable parallel safe strict as $$
declare
  parts text[] := regexp_match(btrim(public.fold(_text)), '^([^0-9]*)([0-9][0-9[:space:]./-]*)(,[^0-9]+)?$');
  before text := regexp_replace(parts[1], '[^a-z]', '', 'g');
  named text[] := regexp_match(before, 
    '^(?:(mn|(?:mat(?:ricula)?)?nac(?:ional)?)|(mp|(?:mat(?:ricula)?)?prov(?:incial)?)|mat(?:ricula)?)?(?:n|no|nro|num|numero)?$');
begin
  jurisdiction := '{"buenosaires":"06","catamarca":"10","cordoba":"14","corrientes":"18","chaco":"22","chubut":"26","entrerios":"30","formosa":"34","jujuy":"38","lapampa":"42","larioja":"46","mendoza":"50","misiones":"54","neuquen":"58","rionegro":"62","salta":"66","sanjuan":"70","sanluis":"74","santacruz":"78","santafe":"82","santiagodelestero":"86","tucuman":"90","tierradelfuego":"94"}'::jsonb ->> regexp_replace(parts[3], '[^a-z]', '', 'g');
  if named is null or (parts[3] is not null and jurisdiction is null) then
    jurisdiction := null;
    number := _text;
    return;
  end if;
  number := regexp_replace(regexp_replace(parts[2], '[^0-9]', '', 'g'), '^0+(?=[0-9])', '');
  if named[1] is not null then
    kind := 'MN';
    jurisdiction := '02';
  elsif named[2] is not null or jurisdiction is not null then
    kind := 'MP';
  end if;
end $$;

-- Columns of the value, since an index serves them: the kind that is known or written, and the number without zeros and signs.
create function licence_value_kind(_kind text, _number text) returns text
  language sql immutable parallel safe
  return coalesce(_kind, (licence_value(_number)).kind);
create function licence_value_number(_number text) returns text
  language sql immutable parallel safe
  return license_key((licence_value(_number)).number);

alter table licences
  add column value_kind text generated always as (licence_value_kind(kind, number)) stored,
  add column value_number text generated always as (licence_value_number(number)) stored,
  add column value_place text generated always as
    (case licence_value_kind(kind, number) when 'MN' then '02' else jurisdiction end) stored,
  -- Since when the admins are asked about a number that several had before numbers were compared by value.
  add column contested_at timestamptz;

-- A number with the name of its province.
alter table profiles drop constraint profiles_license_number_check,
  add constraint profiles_license_number_check check (char_length(license_number) between 3 and 60 and license_number ~ '[[:alnum:]]') not valid;
alter table profiles validate constraint profiles_license_number_check;
alter table profile_changes drop constraint profile_changes_license_number_check,
  add constraint profile_changes_license_number_check check (char_length(license_number) between 3 and 60 and license_number ~ '[[:alnum:]]');

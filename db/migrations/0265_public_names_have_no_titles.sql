-- "Lic. Ana Paz" was "Lic P." in public: titles before and after a name are not part of it.
CREATE OR REPLACE FUNCTION public.public_name(_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  -- Between words: spaces, punctuation, digits, symbols, emoji and what is invisible, but no apostrophe.
  gap constant text := '\u0001-\u0026\u0028-\u0040\u005B-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02C2-\u02C5'
    || '\u02D2-\u02DF\u034F\u037E\u0387\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u0600-\u0605\u060C\u061B-\u061F\u0660-\u066D\u06D4\u06DD'
    || '\u06F0-\u06F9\u0964-\u096F\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u2018\u201A-\u2070\u2072-\u207E\u2080-\u208E'
    || '\u20A0-\u2BFF\u2E00-\u2E7F\u2FF0-\u3004\u3007-\u3020\u3030\u303D-\u303F\u3164\uE000-\uF8FF\uFD3E\uFD3F\uFE00-\uFE6F\uFEFF'
    || '\uFF01-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65\uFFA0\uFFE0-\uFFFF\U0001F000-\U0001FBFF\U000E0000-\U0010FFFF';
  mark constant text := '\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF';
  -- Words before or after a name that are none.
  title constant text :=
    'lic(?:enciad[oa])?|dra?|doctora?|kl?gl?[oa]|kinesi[oóOÓ]log[oa]|ft|fisio(?:terapeuta)?|prof(?:esora?)?|sra?|srta|se[ñÑ]or(?:a|ita)?|don|do[ñÑ]a|ing|m[np]|mg(?:tr|ter)?|esp';
  name text := _name;
  first text;
begin
  -- Most names need none of this, and each costs as much as the rest.
  if name !~ '^[A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+( [A-Za-zÁÉÍÓÚÜÑáéíóúüñ]+)*$' then
    -- "Gómez, Ana" begins with the family name.
    name := regexp_replace(normalize(name, NFC), '^([^,]*),(.*)$', '\2 \1');
    -- A word begins with a letter, so the marks after a gap belong to it.
    name := regexp_replace(name, '[' || gap || '][' || gap || mark || ']*|^[' || mark || ']+', ' ', 'g');
    -- An apostrophe is part of a word between two letters alone.
    name := regexp_replace(name, '(^| )[''’][ ''’' || mark || ']*|[''’][ ''’][ ''’' || mark || ']*|[''’]$', ' ', 'g');
    name := btrim(name);
  end if;
  -- A title is no name, unless nothing else is left.
  name := regexp_replace(name, '^((?:' || title || ') )+', '', 'i');
  name := regexp_replace(name, '( (?:' || title || '))+$', '', 'i');
  first := split_part(name, ' ', 1);
  return nullif(upper(left(first, 1)) || substr(first, 2), '')
    || case when first = name then '' else ' ' || upper(left(split_part(name, ' ', -1), 1)) || '.' end;
end $function$;

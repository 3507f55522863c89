-- A licence that becomes the profile's names its province where another specialist has its number without one.
create function licence_text(_kind text, _jurisdiction text, _number text) returns text
  language sql immutable parallel safe
  return concat_ws(', ', concat_ws(' ', _kind, _number), case when _kind = 'MP' then
    '{"06":"Buenos Aires","10":"Catamarca","14":"Córdoba","18":"Corrientes","22":"Chaco","26":"Chubut","30":"Entre Ríos","34":"Formosa","38":"Jujuy","42":"La Pampa","46":"La Rioja","50":"Mendoza","54":"Misiones","58":"Neuquén","62":"Río Negro","66":"Salta","70":"San Juan","74":"San Luis","78":"Santa Cruz","82":"Santa Fe","86":"Santiago del Estero","90":"Tucumán","94":"Tierra del Fuego"}'::jsonb ->> _jurisdiction end);

CREATE OR REPLACE FUNCTION public.licences_are_shown()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kine uuid := coalesce(new.kine_id, old.kine_id);
  newest licences;
begin
  select * into newest from licences where kine_id = kine and state = 'verified' order by checked_at desc limit 1;
  update profiles set license_checked_at = newest.checked_at,
      license_number = coalesce(license_number, case
        when exists (select from profiles o where license_key(o.license_number) = license_key(concat_ws(' ', newest.kind, newest.number)))
        then licence_text(newest.kind, newest.jurisdiction, newest.number) else concat_ws(' ', newest.kind, newest.number) end)
    where id = kine and license_checked_at is distinct from newest.checked_at;
  if tg_op = 'UPDATE' and new.state = 'verified' and new.is_first then
    delete from profile_changes c using profiles p
      where c.kine_id = kine and p.id = kine and c.rejected_at is null
        and (c.name, c.license_number, c.specialty) is not distinct from (p.name, p.license_number, p.specialty);
  end if;
  perform tell(kine::text, 'counts');
  return null;
end $function$;

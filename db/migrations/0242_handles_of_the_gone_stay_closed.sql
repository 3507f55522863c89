-- The address of a deleted specialist leads to nobody for a year: cards and codes are printed. What states a coverage, an organ of the state or an
-- office is taken by nobody, also as a part of an address.

create table closed_handles (
  -- Hashes of the address and of what it looks like: an address is often a name.
  handle_hash bytea primary key constraint closed_handles_handle_hash_is_sha256 check (octet_length(handle_hash) = 32),
  look_hash bytea not null constraint closed_handles_look_hash_is_sha256 check (octet_length(look_hash) = 32),
  closed_at timestamptz not null default now()
);
create index closed_handles_look_hash_idx on closed_handles (look_hash);
create index closed_handles_closed_at_idx on closed_handles (closed_at);

create function text_hash(_text text) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(_text, 'UTF8'));

create function handles_are_closed() returns trigger
  language plpgsql as $$
begin
  insert into closed_handles (handle_hash, look_hash) values (text_hash(old.handle), text_hash(old.look))
    on conflict (handle_hash) do update set closed_at = now();
  return null;
end $$;
create trigger handles_are_closed after delete on handles
  for each row execute function handles_are_closed();

-- Whether an address names an office, an organ of the state or a coverage, in any of its parts or in several that stand together.
create function names_an_authority(_handle text) returns boolean
  language plpgsql stable as $$
declare
  parts constant text[] := string_to_array(_handle, '-');
  looks constant text[] := array(select handle_look(array_to_string(parts[f:t], '')) from generate_subscripts(parts, 1) f
    cross join generate_subscripts(parts, 1) t where f <= t);
begin
  return exists (select from unnest(array['oficial', 'oficiales', 'admin', 'administrador', 'administradora', 'administracion', 'moderador',
      'moderadora', 'soporte', 'support', 'seguridad', 'ministerio', 'ministerios', 'minsal', 'secretaria', 'subsecretaria', 'superintendencia',
      'sssalud', 'gobierno', 'estado', 'nacion', 'municipalidad', 'municipio', 'gobernacion', 'intendencia', 'defensoria', 'anmat', 'anses',
      'afip', 'arca', 'renaper', 'refeps', 'sisa', 'colegio', 'colegios', 'matriculas', 'pami', 'inssjp', 'ioma', 'osde']) word
      where handle_look(word) = any (looks))
    or exists (select from coverages c cross join unnest(array[c.short, c.name] || c.aliases) said (text)
      where length(coverage_key(said.text)) >= 3 and handle_look(replace(coverage_key(said.text), ' ', '')) = any (looks));
end $$;

create function handles_are_free() returns trigger
  language plpgsql as $$
begin
  -- An earlier address of one's own is taken back.
  if exists (select from handles where handle = new.handle and kine_id = new.kine_id) then
    return new;
  end if;
  if names_an_authority(new.handle) then
    perform refuse('handles_not_reserved', 'an address names no authority');
  end if;
  if exists (select from closed_handles where look_hash = text_hash(handle_look(new.handle)) and closed_at > now() - interval '1 year') then
    perform refuse('handles_closed_for_a_year', 'the address of a deleted specialist stays closed for a year');
  end if;
  return new;
end $$;
create trigger handles_are_free before insert on handles
  for each row execute function handles_are_free();

create table closed_handles (
  handle_hash bytea not null,
  look_hash bytea not null,
  closed_at timestamp with time zone default now() not null,
  constraint closed_handles_pkey PRIMARY KEY (handle_hash),
  constraint closed_handles_handle_hash_is_sha256 CHECK (octet_length(handle_hash) = 32),
  constraint closed_handles_look_hash_is_sha256 CHECK (octet_length(look_hash) = 32)
);

CREATE INDEX closed_handles_closed_at_idx ON closed_handles USING btree (closed_at);
CREATE INDEX closed_handles_look_hash_idx ON closed_handles USING btree (look_hash);

-- What a handle looks like: those that are easily confused look the same. app/domain/handles/handle.ts says which letters it may have.
CREATE OR REPLACE FUNCTION public.handle_look(_handle text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN replace(replace(replace(translate(replace(_handle, '-'::text, ''::text), '01i34567829'::text, 'olleasbtbzg'::text), 'rn'::text, 'm'::text), 'vv'::text, 'w'::text), 'cl'::text, 'd'::text);

-- Words that would make somebody believe that Kinexo itself speaks, and the first parts of its addresses.
CREATE OR REPLACE FUNCTION public.is_reserved_handle(_handle text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN ((handle_look(_handle) ~ handle_look('kinexo'::text)) OR (handle_look(_handle) IN (SELECT handle_look(word.word) AS handle_look FROM unnest(ARRAY['admin'::text, 'administrador'::text, 'administracion'::text, 'api'::text, 'ayuda'::text, 'auth'::text, 'colegio'::text, 'contacto'::text, 'dashboard'::text, 'equipo'::text, 'kinesiologia'::text, 'kinesiologo'::text, 'kinesiologos'::text, 'matricula'::text, 'ministerio'::text, 'moderador'::text, 'oficial'::text, 'pami'::text, 'privacidad'::text, 'registro'::text, 'root'::text, 'salud'::text, 'seguridad'::text, 'sistema'::text, 'soporte'::text, 'support'::text, 'terminos'::text, 'www'::text]) word(word))));

create table handles (
  handle text not null,
  look text generated always as (handle_look(handle)) stored not null,
  kine_id uuid not null,
  taken_at timestamp with time zone default now() not null,
  left_at timestamp with time zone,
  constraint handles_pkey PRIMARY KEY (handle),
  constraint handles_look_key UNIQUE (look),
  constraint handles_handle_check CHECK (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(handle) >= 3 AND length(handle) <= 30),
  constraint handles_not_reserved CHECK (NOT is_reserved_handle(handle)),
  constraint handles_kine_id_fkey FOREIGN KEY (kine_id) REFERENCES profiles(id) ON DELETE CASCADE
);
comment on column handles.left_at is 'when another took its place; it leads there';

CREATE INDEX handles_beginning_idx ON handles USING btree ("left"(handle, 3)) WHERE left_at IS NULL;
CREATE UNIQUE INDEX handles_current_key ON handles USING btree (kine_id) WHERE left_at IS NULL;
CREATE INDEX handles_kine_id_idx ON handles USING btree (kine_id);

CREATE OR REPLACE FUNCTION public.handles_are_closed() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  insert into closed_handles (handle_hash, look_hash) values (text_hash(old.handle), text_hash(old.look))
    on conflict (handle_hash) do update set closed_at = now();
  return null;
end $function$;

CREATE TRIGGER handles_are_closed AFTER DELETE ON handles FOR EACH ROW EXECUTE FUNCTION handles_are_closed();

CREATE OR REPLACE FUNCTION public.handles_keep_their_course() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  if tg_op = 'INSERT' then
    <<handles_are_free>>
    begin
      -- An earlier address of one's own is taken back.
      if exists (select from handles where handle = new.handle and kine_id = new.kine_id) then
        exit handles_are_free;
      end if;
      if names_an_authority(new.handle) then
        perform refuse('handles_not_reserved', 'an address names no authority');
      end if;
      if exists (select from closed_handles where look_hash = text_hash(handle_look(new.handle)) and closed_at > now() - interval '1 year') then
        perform refuse('handles_closed_for_a_year', 'the address of a deleted specialist stays closed for a year');
      end if;
    end handles_are_free;
  end if;
  if tg_op = 'UPDATE' and ((old.left_at IS NULL) AND (new.left_at IS NOT NULL)) then
    <<handles_change_once_in_90_days>>
    begin
      if exists (select from handles where kine_id = new.kine_id and left_at > now() - interval '90 days') then
        perform refuse('handles_change_once_in_90_days', 'an address changes once in 90 days');
      end if;
    end handles_change_once_in_90_days;
  end if;
  if tg_op = 'INSERT' then
    <<handles_of_kines>>
    begin
      if not has_role(new.kine_id, 'kine') then
        perform refuse('handles_of_kines', 'only a specialist has an address');
      end if;
    end handles_of_kines;
  end if;
  return new;
end $function$;

CREATE TRIGGER handles_keep_their_course BEFORE INSERT OR UPDATE ON handles FOR EACH ROW EXECUTE FUNCTION handles_keep_their_course();

-- Whether an address names an office, an organ of the state or a coverage, in any of its parts or in several that stand together.
CREATE OR REPLACE FUNCTION public.names_an_authority(_handle text) RETURNS boolean LANGUAGE plpgsql STABLE AS $function$
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
end $function$;

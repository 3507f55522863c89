-- An address of one's own for a specialist, /k/{handle}, to be printed and passed on. Earlier ones lead to it.

-- What a handle looks like: those that are easily confused look the same. app/domain/handles/handle.ts says which letters it may have.
create function handle_look(_handle text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(
    translate(replace(_handle, '-', ''), '01i34567829', 'olleasbtbzg'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd');

-- Words that would make somebody believe that the house itself speaks, and the first parts of its addresses.
create function is_reserved_handle(_handle text) returns boolean
  language sql immutable strict parallel safe
  return handle_look(_handle) ~ handle_look('kinexo') or handle_look(_handle) in (
    select handle_look(word) from unnest(array['admin', 'administrador', 'administracion', 'api', 'ayuda', 'auth', 'colegio', 'contacto',
      'dashboard', 'equipo', 'kinesiologia', 'kinesiologo', 'kinesiologos', 'matricula', 'ministerio', 'moderador', 'oficial', 'pami',
      'privacidad', 'registro', 'root', 'salud', 'seguridad', 'sistema', 'soporte', 'support', 'terminos', 'www']) as word);

create table handles (
  handle text primary key check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30),
  look text not null generated always as (handle_look(handle)) stored unique,
  kine_id uuid not null references profiles on delete cascade,
  taken_at timestamptz not null default now(),
  left_at timestamptz,
  constraint handles_not_reserved check (not is_reserved_handle(handle))
);
comment on column handles.left_at is 'when another took its place; it leads there';
create unique index handles_current_key on handles (kine_id) where left_at is null;
create index handles_kine_id_idx on handles (kine_id);

create function handles_of_kines() returns trigger
  language plpgsql as $$
begin
  if not has_role(new.kine_id, 'kine') then
    perform refuse('handles_of_kines', 'only a specialist has an address');
  end if;
  return new;
end $$;
create trigger handles_of_kines before insert on handles for each row execute function handles_of_kines();

-- What is printed stays right for a while.
create function handles_change_once_in_90_days() returns trigger
  language plpgsql as $$
begin
  if exists (select from handles where kine_id = new.kine_id and left_at > now() - interval '90 days') then
    perform refuse('handles_change_once_in_90_days', 'an address changes once in 90 days');
  end if;
  return new;
end $$;
create trigger handles_change_once_in_90_days before update of left_at on handles
  for each row when (old.left_at is null and new.left_at is not null) execute function handles_change_once_in_90_days();

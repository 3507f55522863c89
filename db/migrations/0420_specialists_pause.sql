-- A specialist takes no cases until a day, which is included. The pause ends by itself.
alter table profiles add column paused_until date;

create function is_paused(_until date) returns boolean
language sql stable
as $$ select coalesce(_until >= (now() at time zone 'America/Argentina/Buenos_Aires')::date, false) $$;

-- Coverages are a vocabulary: an admin adds, merges and retires them. What a specialist states about one has a date, and
-- loses its force as the date grows old.

create type coverage_kind as enum ('obra_social', 'prepaga', 'provincial', 'pami', 'art');
create type coverage_how as enum ('direct', 'refund');

-- A name as it is compared: without accents, capitals and punctuation.
create function coverage_key(_text text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(lower(translate(_text, 'ÁÉÍÓÚÜÑáéíóúüñ', 'AEIOUUNaeiouun')), '[^a-z0-9]+', ' ', 'g'));

create table coverages (
  id integer generated always as identity primary key,
  kind coverage_kind not null,
  name text not null check (char_length(btrim(name)) between 2 and 160),
  short text not null check (char_length(btrim(short)) between 2 and 40),
  aliases text[] not null default '{}' check (cardinality(aliases) <= 40 and octet_length(aliases::text) <= 4000),
  code text check (char_length(btrim(code)) between 1 and 20),
  rank smallint check (rank between 1 and 100),
  active_from date not null default current_date,
  retired_at timestamptz,
  merged_into integer references coverages,
  constraint coverages_names_have_letters check (coverage_key(short) <> '' and coverage_key(name) <> ''),
  constraint coverages_merged_are_retired check (merged_into is null or (retired_at is not null and merged_into <> id))
);
create unique index coverages_short_key on coverages (coverage_key(short)) where merged_into is null;
create unique index coverages_code_key on coverages (code) where merged_into is null;
create index coverages_merged_into_idx on coverages (merged_into) where merged_into is not null;
comment on column coverages.code is 'of the official register (RNOS, RNEMP)';
comment on column coverages.rank is 'place among those that are offered before anything is typed';

-- Whether a stated fact still holds: "fresh" up to 60 days, "aging" up to 90, "stale" from then on. In seconds, since the days of a
-- time zone have different lengths. app/shared/freshness.ts has the same rule.
create function fact_freshness(_confirmed_at timestamptz, _now timestamptz) returns text
  language sql immutable parallel safe
  return case
    when extract(epoch from _now - _confirmed_at) <= 60 * 86400 then 'fresh'
    when extract(epoch from _now - _confirmed_at) <= 90 * 86400 then 'aging'
    else 'stale' end;

create table kine_coverages (
  kine_id uuid not null references profiles on delete cascade,
  coverage_id integer not null references coverages,
  how coverage_how not null,
  plans text check (char_length(btrim(plans)) between 1 and 120),
  extra integer not null default 0 check (extra between 0 and 10000000),
  stated_at timestamptz not null default now(),
  confirmed_at timestamptz not null default now(),
  disputed_at timestamptz,
  primary key (kine_id, coverage_id)
);
create index kine_coverages_coverage_id_idx on kine_coverages (coverage_id, kine_id desc);
comment on column kine_coverages.stated_at is 'since when the specialist states it; a confirmation does not move it';
comment on column kine_coverages.extra is 'what a patient pays on top of the coverage, in whole pesos';

create function practice_facts_of_kines() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from user_roles where user_id = new.kine_id and role = 'kine') then
    perform refuse('practice_facts_of_kines', 'only a specialist states coverages and prices');
  end if;
  -- Nothing is confirmed ahead of time.
  if new.confirmed_at > now() then
    new.confirmed_at := now();
  end if;
  return new;
end $$;
create trigger practice_facts_of_kines before insert or update on kine_coverages
  for each row execute function practice_facts_of_kines();

create function kine_coverages_are_in_use() returns trigger
  language plpgsql as $$
declare
  retired timestamptz;
begin
  -- The lock keeps a coverage from being retired or merged meanwhile.
  select retired_at into retired from coverages where id = new.coverage_id for share;
  if retired is not null then
    perform refuse('coverages_in_use', 'a retired coverage is not stated');
  end if;
  return new;
end $$;
create trigger kine_coverages_are_in_use before insert on kine_coverages
  for each row execute function kine_coverages_are_in_use();

-- What a specialist was asked to confirm, and when. The link of a message holds the time of `asked_at`: a newer message ends it.
create table kine_confirmations (
  kine_id uuid primary key references profiles on delete cascade,
  refund_invoice_at timestamptz,
  asked_at timestamptz,
  answered_at timestamptz,
  unanswered smallint not null default 0 check (unanswered between 0 and 100),
  constraint kine_confirmations_answer_what_was_asked check (answered_at is null or asked_at is not null)
);
comment on column kine_confirmations.refund_invoice_at is 'when the specialist last confirmed that they give invoices for refunds; null: they do not';

-- ── Merged ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Moves everything stated about one coverage to another, which takes over its names. What both have keeps the later date.
create function merge_coverages(_from integer, _into integer) returns void
  language plpgsql as $$
declare
  gone coverages;
begin
  if not has_role(viewer_id(), 'admin') then
    perform refuse('only_admins', 'only an admin merges coverages');
  end if;
  perform from coverages where id in (_from, _into) order by id for update;
  select * into gone from coverages where id = _from and merged_into is null;
  if gone.id is null or _from = _into or not exists (select from coverages where id = _into and retired_at is null) then
    perform refuse('coverages_merge_into_others', 'a coverage is merged into another one that is in use');
  end if;
  -- In the order of who decides a dispute: what is stated, then the dispute.
  perform from kine_coverages where coverage_id in (_from, _into) order by kine_id, coverage_id for update;
  update coverages set merged_into = _into where merged_into = _from;
  update coverages set retired_at = coalesce(retired_at, now()), merged_into = _into where id = _from;
  update coverages c set aliases = array(
      select alias from (
        select distinct on (coverage_key(alias)) alias, place
        from unnest(c.aliases || gone.short || gone.name || gone.aliases) with ordinality given (alias, place)
        where coverage_key(alias) not in (coverage_key(c.short), coverage_key(c.name), '')
        order by coverage_key(alias), place
      ) one order by place limit 40)
    where id = _into;
  update kine_coverages k set confirmed_at = greatest(k.confirmed_at, g.confirmed_at), stated_at = least(k.stated_at, g.stated_at)
    from kine_coverages g where k.coverage_id = _into and g.coverage_id = _from and g.kine_id = k.kine_id;
  delete from kine_coverages g where g.coverage_id = _from
    and exists (select from kine_coverages k where k.coverage_id = _into and k.kine_id = g.kine_id);
  update kine_coverages set coverage_id = _into where coverage_id = _from;
end $$;

-- ── The list ──────────────────────────────────────────────────────────────────────────────────────────────────────────
insert into coverages (kind, short, name, aliases, rank, active_from) values
  ('pami', 'PAMI', 'Instituto Nacional de Servicios Sociales para Jubilados y Pensionados', '{INSSJP,jubilados,"jubilados y pensionados"}', 1, '1971-05-13'),
  ('provincial', 'IOMA', 'Instituto de Obra Médico Asistencial', '{"obra social de la provincia","provincia de buenos aires","ioma buenos aires"}', 2, '1957-01-01'),
  ('prepaga', 'OSDE', 'Organización de Servicios Directos Empresarios', '{"osde 210","osde 310","osde 410","osde 450","osde 510","osde binario"}', 3, '1972-01-01'),
  ('prepaga', 'Swiss Medical', 'Swiss Medical Group', '{swiss,smg,"swiss medical smg20","docthos","optar","suiza","suis medical","swis medical"}', 4, '1989-01-01'),
  ('prepaga', 'Galeno', 'Galeno Argentina', '{"galeno plata","galeno oro","galeno azul",amsa}', 5, '1980-01-01'),
  ('obra_social', 'OSECAC', 'Obra Social de los Empleados de Comercio y Actividades Civiles', '{comercio,"empleados de comercio",osecas}', 6, '1970-01-01'),
  ('prepaga', 'Medifé', 'Medifé Asociación Civil', '{"medife plata","medife oro","medife bronce","medi fe"}', 7, '1999-01-01'),
  ('prepaga', 'Omint', 'Omint Sociedad Anónima de Servicios', '{"omint global","omint comunidad","omin"}', 8, '1967-01-01'),
  ('prepaga', 'Sancor Salud', 'Asociación Mutual Sancor Salud', '{sancor,"mutual sancor","amsancor"}', null, '1972-01-01'),
  ('prepaga', 'Medicus', 'Medicus Sociedad Anónima de Asistencia Médica y Científica', '{"medicus celeste","medicus azul"}', null, '1972-01-01'),
  ('prepaga', 'Hospital Italiano', 'Plan de Salud del Hospital Italiano de Buenos Aires', '{italiano,"plan de salud","hiba","plan italiano"}', null, '1990-01-01'),
  ('prepaga', 'Hospital Alemán', 'Plan Médico del Hospital Alemán', '{aleman,"plan medico hospital aleman"}', null, '1990-01-01'),
  ('prepaga', 'Accord Salud', 'Accord Salud de Unión Personal', '{accord,"acord","accord 210","accord 310"}', null, '2000-01-01'),
  ('prepaga', 'Avalian', 'Avalian Cooperativa de Prestación de Servicios Asistenciales', '{"aca salud",aca,"avalián"}', null, '1980-01-01'),
  ('prepaga', 'Prevención Salud', 'Prevención Salud del Grupo Sancor Seguros', '{"prevencion","prevencion a2","prevencion a4"}', null, '2013-01-01'),
  ('prepaga', 'Federada Salud', 'Mutual Federada 25 de Junio', '{federada,"federada 25 de junio"}', null, '1969-01-01'),
  ('obra_social', 'Luis Pasteur', 'Obra Social Luis Pasteur', '{pasteur,oslp}', null, '1972-01-01'),
  ('obra_social', 'Unión Personal', 'Unión Personal de la Unión del Personal Civil de la Nación', '{up,upcn,"union personal civil"}', null, '1989-01-01'),
  ('obra_social', 'OSPE', 'Obra Social de Petroleros', '{petroleros,"obra social de petroleros"}', null, '1970-01-01'),
  ('obra_social', 'OSDEPYM', 'Obra Social de Empresarios, Profesionales y Monotributistas', '{monotributistas,"osdepim","empresarios"}', null, '1973-01-01'),
  ('obra_social', 'OSUTHGRA', 'Obra Social de la Unión de Trabajadores del Turismo, Hoteleros y Gastronómicos', '{uthgra,gastronomicos,hoteleros}', null, '1970-01-01'),
  ('obra_social', 'OSUOMRA', 'Obra Social de la Unión Obrera Metalúrgica', '{uom,metalurgicos,uomra}', null, '1970-01-01'),
  ('obra_social', 'OSPECON', 'Obra Social del Personal de la Construcción', '{uocra,construccion,"construir salud"}', null, '1970-01-01'),
  ('obra_social', 'OSPRERA', 'Obra Social del Personal Rural y Estibadores', '{rurales,uatre,estibadores}', null, '1970-01-01'),
  ('obra_social', 'Sanidad (OSPSA)', 'Obra Social del Personal de la Sanidad Argentina', '{ospsa,sanidad,atsa}', null, '1970-01-01'),
  ('obra_social', 'Bancarios (OSSSB)', 'Obra Social de Servicios Sociales Bancarios', '{bancarios,bancaria,"la bancaria",osba,osssb}', null, '1970-01-01'),
  ('obra_social', 'Camioneros (OSCHOCA)', 'Obra Social de Choferes de Camiones', '{camioneros,oschoca}', null, '1970-01-01'),
  ('obra_social', 'SMATA', 'Obra Social del Personal Mecánico del Transporte Automotor', '{mecanicos,osmata}', null, '1970-01-01'),
  ('obra_social', 'OSPJN', 'Obra Social del Poder Judicial de la Nación', '{"poder judicial",judiciales}', null, '1970-01-01'),
  ('obra_social', 'IOSFA', 'Instituto de Obra Social de las Fuerzas Armadas y de Seguridad', '{"fuerzas armadas",iose,gendarmeria,prefectura,osfa}', null, '2013-01-01'),
  ('obra_social', 'Policía Federal', 'Obra Social de la Policía Federal Argentina', '{ospfa,"superintendencia de bienestar",pfa}', null, '1970-01-01'),
  ('obra_social', 'DOSUBA', 'Dirección de Obra Social de la Universidad de Buenos Aires', '{uba,"universidad de buenos aires"}', null, '1970-01-01'),
  ('provincial', 'ObSBA', 'Obra Social de la Ciudad de Buenos Aires', '{"obra social de la ciudad",municipales,caba,"ob sba"}', null, '1936-01-01'),
  ('provincial', 'APROSS', 'Administración Provincial del Seguro de Salud de Córdoba', '{cordoba,ipam,apros}', null, '2006-01-01'),
  ('provincial', 'IAPOS', 'Instituto Autárquico Provincial de Obra Social de Santa Fe', '{"santa fe"}', null, '1968-01-01'),
  ('provincial', 'OSEP Mendoza', 'Obra Social de Empleados Públicos de Mendoza', '{osep,mendoza}', null, '1950-01-01'),
  ('provincial', 'OSEP Catamarca', 'Obra Social de los Empleados Públicos de Catamarca', '{catamarca}', null, '1970-01-01'),
  ('provincial', 'Subsidio de Salud', 'Instituto de Previsión y Seguridad Social de Tucumán', '{ipsst,subsidio,tucuman}', null, '1970-01-01'),
  ('provincial', 'IPS Salta', 'Instituto Provincial de Salud de Salta', '{ips,salta}', null, '1970-01-01'),
  ('provincial', 'OSER', 'Obra Social de Entre Ríos', '{iosper,"entre rios"}', null, '2025-01-01'),
  ('provincial', 'INSSSEP', 'Instituto de Seguridad Social, Seguros y Préstamos del Chaco', '{chaco,insep}', null, '1970-01-01'),
  ('provincial', 'ISSN', 'Instituto de Seguridad Social del Neuquén', '{neuquen}', null, '1970-01-01'),
  ('provincial', 'IPROSS', 'Instituto Provincial del Seguro de Salud de Río Negro', '{"rio negro"}', null, '1970-01-01'),
  ('provincial', 'DOSEP', 'Dirección de Obra Social del Estado Provincial de San Luis', '{"san luis"}', null, '1970-01-01'),
  ('art', 'Provincia ART', 'Provincia Aseguradora de Riesgos del Trabajo', '{"provincia seguros"}', null, '1996-01-01'),
  ('art', 'Prevención ART', 'Prevención Aseguradora de Riesgos del Trabajo', '{}', null, '1996-01-01'),
  ('art', 'Experta ART', 'Experta Aseguradora de Riesgos del Trabajo', '{experta,"qbe"}', null, '1996-01-01'),
  ('art', 'Asociart', 'Asociart Aseguradora de Riesgos del Trabajo', '{"asociart art"}', null, '1996-01-01'),
  ('art', 'La Segunda ART', 'La Segunda Aseguradora de Riesgos del Trabajo', '{"la segunda"}', null, '1996-01-01'),
  ('art', 'Swiss Medical ART', 'Swiss Medical Aseguradora de Riesgos del Trabajo', '{"swiss art"}', null, '2012-01-01');
